import { useCallback, useEffect, useState } from 'react';
import { bridge } from '../bridge/bridge.ts';
import { showSettingsPage } from '../features/settings/settings-page.ts';
import { laterPart } from '../language/later-part.ts';
import { canRun, isMac, runShortcut, shortcutOf, useShortcut } from '../store/shortcuts.ts';
import { go, useUi } from '../store/ui.ts';
import { isTyping } from '../ui/use-drop-and-paste.ts';
import { toNextPane } from './panes.ts';

// Loaded later: they open on request.
const Palette = laterPart(async () => (await import('./palette.tsx')).Palette);
const ShortcutSheet = laterPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
/** In an open menu or list of choices, letters look for an entry. */
const isChoosing = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="menu"], [role="listbox"]') !== null;

/** Other screens have forms: who types there before a field has the focus means no shortcut. */
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

/** Chromium keeps what was typed in each field, and has no other call to undo it. */
// oxlint-disable-next-line typescript/no-deprecated
const undoTyping = () => document.execCommand('undo');

const searchField = () => document.querySelector<HTMLInputElement>('main input[type="search"]');

/** The search of the screen, else the one of the list. */
function find(): void {
  if (searchField() === null) go('documents');
  // The list is in the page one frame later.
  requestAnimationFrame(() => searchField()?.focus());
}

const openSettings = () => go('settings');
function openHelp(): void {
  showSettingsPage('help');
  go('settings');
}

/** The shortcuts of the window: their keys, what the menu asks for, the palette and the sheet of shortcuts. */
export function ShortcutKeys() {
  const [open, setOpen] = useState<'palette' | 'sheet' | null>(null);
  useShortcut(
    'palette',
    useCallback(() => setOpen('palette'), []),
  );
  useShortcut(
    'sheet',
    useCallback(() => setOpen('sheet'), []),
  );
  useShortcut('find', find);
  useShortcut('panes', toNextPane);
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
  return (
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'sheet' && <ShortcutSheet onClose={close} />}
    </>
  );
}
