/**
 * All shortcuts of the window: the menu, the palette and the sheet of shortcuts are drawn from this list. `Mod` is Ctrl, on
 * a Mac Cmd. The keys of a row act on the row that has the focus.
 */
export const shortcuts = [
  { id: 'palette', keys: 'Mod+K', at: 'window' },
  { id: 'send', keys: 'N', at: 'window' },
  { id: 'find', keys: 'F', at: 'window' },
  { id: 'refresh', keys: 'R', at: 'window' },
  { id: 'undo', keys: 'Mod+Z', at: 'window' },
  { id: 'open', keys: 'Enter', at: 'row' },
  { id: 'remove', keys: 'Del', at: 'row' },
  { id: 'sheet', keys: '?', at: 'window' },
] as const;

export type Shortcut = (typeof shortcuts)[number];
export type ShortcutId = Extract<Shortcut, { readonly at: 'window' }>['id'];

/** What the menu asks the window to do. It has its own entries for Send and Undo. */
export const menuShortcuts = ['palette', 'find', 'refresh', 'sheet'] as const satisfies readonly ShortcutId[];
export type MenuShortcut = (typeof menuShortcuts)[number];
