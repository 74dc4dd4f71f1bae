import { useEffect } from 'react';
import { type Shortcut, type ShortcutId, shortcuts } from '../../preload/contract/shortcuts.ts';

/** What each shortcut does now. A part of the window registers its own while it is shown. */
const acts = new Map<ShortcutId, () => void>();

/** Offers what a shortcut does while this part is shown. Null: not possible now. */
export function useShortcut(id: ShortcutId, act: (() => void) | null): void {
  useEffect(() => {
    if (act === null) return undefined;
    acts.set(id, act);
    return () => {
      if (acts.get(id) === act) acts.delete(id);
    };
  }, [id, act]);
}

export const canRun = (id: ShortcutId): boolean => acts.has(id);
export const runShortcut = (id: ShortcutId): void => acts.get(id)?.();

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The shortcut of the window for a key. A key with other modifiers belongs to the system or to another part. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed, isMac: boolean): ShortcutId | null {
  const isMod = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (key.length !== 1 || altKey || (!isMod && (ctrlKey || metaKey))) return null;
  const name = (isMod ? 'Mod+' : '') + key.toUpperCase();
  // Most keyboards need Shift for the question mark.
  if (shiftKey && name !== '?') return null;
  const found = shortcuts.find(({ keys, at }) => at === 'window' && keys === name);
  return found?.at === 'window' ? found.id : null;
}

export const isMac = navigator.platform.startsWith('Mac');

/** Keys as they are written on the keyboard. `named`: the words of the language for Enter and Del. */
export function sayKeys(
  { keys }: Pick<Shortcut, 'keys'>,
  named: Readonly<Partial<Record<string, string>>> = {},
): string {
  return named[keys] ?? keys.replace('Mod+', isMac ? '⌘' : 'Ctrl+');
}
