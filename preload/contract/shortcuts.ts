/**
 * All shortcuts of the window: the menu, the palette and the sheet of shortcuts are drawn from this list. `Mod` is Ctrl, on
 * a Mac Cmd. The keys of a row act on the row that has the focus, those of a sheet in what lies over the screen.
 */
export const shortcuts = [
  { id: 'palette', keys: 'Mod+K', at: 'window' },
  { id: 'send', keys: 'N', at: 'window' },
  { id: 'find', keys: 'F', at: 'window' },
  { id: 'refresh', keys: 'R', at: 'window' },
  { id: 'undo', keys: 'Mod+Z', at: 'window' },
  { id: 'panes', keys: 'F6', at: 'window' },
  { id: 'panesBack', keys: 'Shift+F6', at: 'window' },
  { id: 'open', keys: 'Enter', at: 'row' },
  { id: 'pages', keys: 'Space', at: 'row' },
  { id: 'choose', keys: 'Shift+Space', at: 'row' },
  { id: 'chooseMore', keys: 'Shift+↑ ↓', at: 'row' },
  { id: 'chooseAll', keys: 'Mod+A', at: 'row' },
  { id: 'remove', keys: 'Del', at: 'row' },
  { id: 'moveSignee', keys: 'Alt+↑ ↓', at: 'sheet' },
  { id: 'sendSheet', keys: 'Mod+Enter', at: 'sheet' },
  { id: 'close', keys: 'Esc', at: 'sheet' },
  { id: 'sheet', keys: '?', at: 'window' },
  { id: 'settings', keys: 'Mod+,', at: 'window' },
  { id: 'help', keys: 'F1', at: 'window' },
] as const;

export type Shortcut = (typeof shortcuts)[number];
export type ShortcutId = Extract<Shortcut, { readonly at: 'window' }>['id'];

/** The commands of the menu View for the window. */
export const viewShortcuts = ['palette', 'find', 'refresh'] as const satisfies readonly ShortcutId[];
export const helpShortcuts = ['help', 'sheet'] as const satisfies readonly ShortcutId[];
/** The commands of the menu for the window. Send has an entry of its own, which also works without a window. */
export const menuShortcuts = [...viewShortcuts, ...helpShortcuts, 'settings', 'undo'] as const;
export type MenuShortcut = (typeof menuShortcuts)[number];
