export interface KeyPress {
  readonly key: string;
  readonly control: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
}

const named: Readonly<Record<string, string>> = {
  plus: '+',
  space: ' ',
  esc: 'escape',
  return: 'enter',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
};

/** Whether a key press is the one an accelerator such as `CmdOrCtrl+Shift+N` names (on Linux and Windows). */
export function presses(accelerator: string, press: KeyPress): boolean {
  const parts = accelerator
    .toLowerCase()
    .split('+')
    .filter((part) => part !== '');
  const last = parts.pop() ?? '';
  const has = (...names: readonly string[]) => parts.some((part) => names.includes(part));
  const key = press.key.toLowerCase();
  return (
    (named[last] ?? last) === key &&
    has('commandorcontrol', 'cmdorctrl', 'control', 'ctrl') === press.control &&
    has('alt', 'option', 'altgr') === press.alt &&
    has('super', 'meta', 'command', 'cmd') === press.meta &&
    // '+' itself is typed with Shift on many keyboards
    (last === 'plus' || has('shift') === press.shift)
  );
}
