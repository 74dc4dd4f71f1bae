import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { bridge } from '../bridge/bridge.ts';
import { clearSelection } from '../features/documents/rows/selection.ts';
import { showSettingsPage } from '../features/settings/settings-page.ts';
import { laterPart } from '../language/later-part.ts';
import { canRun, isMac, runShortcut, shortcutOf, useShortcut } from '../store/shortcuts.ts';
import { go, useUi } from '../store/ui.ts';
import { dropKeys, holdKeys } from '../ui/early-keys.ts';
import { isDialogOpen } from '../ui/open-dialog.ts';
import { isTyping } from '../ui/use-drop-and-paste.ts';
import { toLastPane, toNextPane } from './panes.ts';

// Loaded later: they open on request.
const Palette = laterPart(async () => (await import('./palette.tsx')).Palette);
const ShortcutSheet = laterPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** Tells whether a menu or list of choices is open, where letters look for an entry. */
const isChoosing = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="menu"], [role="listbox"]') !== null;

/** Tells whether a key is a letter alone, which is a shortcut in the list only. Other screens have forms. */
const isForTheList = ({ key, ctrlKey, metaKey }: KeyboardEvent) => /^[a-z]$/i.test(key) && !ctrlKey && !metaKey;

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isChoosing(event.target)) return;
  if (isTyping(event.target) && event.key !== 'F6') return;
  if (isForTheList(event) && useUi.getState().screen !== 'documents') return;
  const id = shortcutOf(event, isMac);
  if (id === null || !canRun(id) || isDialogOpen()) return;
  event.preventDefault();
  if (!event.repeat) runShortcut(id);
}

/** Undoes typing in the field. Chromium remembers what was typed, and has no other call to undo it. */
// oxlint-disable-next-line typescript/no-deprecated
const undoTyping = () => document.execCommand('undo');

const searchField = () => document.querySelector<HTMLInputElement>('main input[type="search"]');

/** Focuses the search of the screen, or else of the list. */
function find(): void {
  // At once: what is typed next is text, and no shortcut of the list.
  if (searchField() === null)
    flushSync(() => {
      // The bar of chosen rows takes its place.
      clearSelection();
      go('documents');
    });
  searchField()?.focus();
}

const openSettings = () => go('settings');
function openHelp(): void {
  showSettingsPage('help');
  go('settings');
}

/**
 * Handles the shortcuts of the window: their keys, the requests of the menu, the palette and the sheet of shortcuts.
 */
export function ShortcutKeys() {
  const [open, setOpen] = useState<'palette' | 'sheet' | null>(null);
  useShortcut(
    'palette',
    useCallback(() => {
      // Its code comes later than the next key, which would be a shortcut of the list.
      holdKeys();
      setOpen('palette');
    }, []),
  );
  useShortcut(
    'sheet',
    useCallback(() => setOpen('sheet'), []),
  );
  useShortcut('find', find);
  useShortcut('panes', toNextPane);
  useShortcut('panesBack', toLastPane);
  useShortcut('settings', openSettings);
  useShortcut('help', openHelp);
  useEffect(() => {
    window.addEventListener('keydown', press);
    const end = bridge().desk.onAsked(({ shortcut }) => {
      if (shortcut === 'undo' && isTyping(document.activeElement)) undoTyping();
      else if (!isDialogOpen()) runShortcut(shortcut);
    });
    return () => {
      window.removeEventListener('keydown', press);
      end();
    };
  }, []);
  const close = () => setOpen(null);
  // If the code of the palette cannot be loaded, no field ever takes the keys.
  useEffect(() => dropKeys, []);
  return (
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'sheet' && <ShortcutSheet onClose={close} />}
    </>
  );
}
