import { useEffect } from 'react';
import { type Shortcut, type ShortcutId, shortcuts } from '../../preload/contract/shortcuts.ts';

/** The commands of the palette for a part of the window: the shortcuts, and commands without keys. */
export type CommandId = ShortcutId | 'bulk' | 'saveList' | 'licences';

/** A screen that was asked for is there within this time, also on a slow computer. */
const SCREEN_MS = 5_000;

/** The present function of each command. A part of the window registers its own while it is shown. */
const acts = new Map<CommandId, () => void>();
let awaited: { readonly id: CommandId; readonly until: number } | null = null;

/** Offers the action of a command while this part is shown. Null: not possible now. */
export function useShortcut(id: CommandId, act: (() => void) | null): void {
  useEffect(() => {
    if (act === null) return undefined;
    acts.set(id, act);
    if (awaited?.id === id) {
      const isLate = performance.now() > awaited.until;
      awaited = null;
      if (!isLate) act();
    }
    return () => {
      if (acts.get(id) === act) acts.delete(id);
    };
  }, [id, act]);
}

export const canRun = (id: CommandId): boolean => acts.has(id);
export const runShortcut = (id: CommandId): void => acts.get(id)?.();

/** Runs a command as soon as the part that does it is shown. */
export function runWhenOffered(id: CommandId): void {
  awaited = { id, until: performance.now() + SCREEN_MS };
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Returns the shortcut of the window for a key. A key with other modifiers belongs to the system or to another part.
 */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed, isMac: boolean): ShortcutId | null {
  const isMod = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if ((key.length !== 1 && !/^F\d$/.test(key)) || altKey || (!isMod && (ctrlKey || metaKey))) return null;
  // Most keyboards need Shift for the question mark.
  const name = (isMod ? 'Mod+' : '') + (shiftKey && key !== '?' ? 'Shift+' : '') + key.toUpperCase();
  const found = shortcuts.find(({ keys, at }) => at === 'window' && keys === name);
  return found?.at === 'window' ? found.id : null;
}

export const isMac = navigator.platform.startsWith('Mac');

/** Writes keys as on the keyboard. `named` has the words of the language for Enter and Del. */
export function sayKeys(
  { keys }: Pick<Shortcut, 'keys'>,
  named: Readonly<Partial<Record<string, string>>> = {},
): string {
  return named[keys] ?? keys.replace('Mod+', isMac ? '⌘' : 'Ctrl+');
}
