import { Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import type { Texts } from '../words/texts.ts';

/** Electron's facts about the place that was clicked. */
export interface ClickedPlace {
  readonly isEditable: boolean;
  readonly selectionText: string;
  readonly misspelledWord: string;
  readonly dictionarySuggestions: readonly string[];
  readonly editFlags: {
    readonly canUndo: boolean;
    readonly canRedo: boolean;
    readonly canCut: boolean;
    readonly canCopy: boolean;
    readonly canPaste: boolean;
    readonly canSelectAll: boolean;
  };
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Returns the items for a place, or none where nothing could be done. An empty menu is not shown. */
export function contextMenuOf(
  { isEditable, selectionText, misspelledWord, dictionarySuggestions, editFlags }: ClickedPlace,
  t: ReturnType<Texts>,
  replace: (word: string) => void,
): MenuItemConstructorOptions[] {
  const item = (role: 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll', enabled: boolean) => ({
    role,
    label: t(`menu.${role}`),
    enabled,
  });
  const copy = item('copy', editFlags.canCopy && selectionText.trim() !== '');
  if (!isEditable) return copy.enabled ? [copy] : [];
  const suggestions = misspelledWord === '' ? [] : dictionarySuggestions;
  return [
    ...suggestions.map((word) => ({ label: word, click: () => replace(word) })),
    ...(suggestions.length > 0 ? [separator] : []),
    item('undo', editFlags.canUndo),
    item('redo', editFlags.canRedo),
    separator,
    item('cut', editFlags.canCut),
    copy,
    item('paste', editFlags.canPaste),
    separator,
    item('selectAll', editFlags.canSelectAll),
  ];
}

/** Shows a menu for a right click, which Electron does not. Set-up is copy and paste, so people look for one. */
export function serveContextMenu(contents: WebContents, t: Texts): void {
  contents.on('context-menu', (_event, place) => {
    const items = contextMenuOf(place, t(), (word) => contents.replaceMisspelling(word));
    if (items.length > 0) Menu.buildFromTemplate(items).popup();
  });
}
