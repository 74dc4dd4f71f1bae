/** Chromium's view of the arguments: `--name` and `--name=value`. */
export class CommandLine {
  readonly #switches = new Map<string, string>();

  constructor(args: readonly string[]) {
    for (const arg of args) {
      const found = /^--([^=]+)(?:=(.*))?$/s.exec(arg);
      if (found?.[1] !== undefined) this.#switches.set(found[1].toLowerCase(), found[2] ?? '');
    }
  }

  hasSwitch(name: string): boolean {
    return this.#switches.has(name);
  }

  getSwitchValue(name: string): string {
    return this.#switches.get(name) ?? '';
  }
}

/** The arguments as Chromium hands them to the first instance: switches before everything else, with one of its own. */
export function passedOn([program = '', ...args]: readonly string[]): string[] {
  const end = args.indexOf('--');
  const open = end < 0 ? args : args.slice(0, end);
  const isSwitch = (arg: string) => /^-./.test(arg);
  const plain = [...open.filter((arg) => !isSwitch(arg)), ...(end < 0 ? [] : args.slice(end + 1))];
  return [program, ...open.filter(isSwitch), '--allow-file-access-from-files', ...plain];
}
