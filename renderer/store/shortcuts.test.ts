import { expect, test } from 'vitest';
import { type Shortcut, shortcuts } from '../../preload/contract/shortcuts.ts';
import { shortcutOf } from './shortcuts.ts';

const press = (key: string, ...held: readonly ('ctrl' | 'meta' | 'alt' | 'shift')[]) => ({
  key,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
});

test('each shortcut has a name and keys of its own', () => {
  const own = (part: (one: Shortcut) => string) => new Set(shortcuts.map(part)).size;
  expect([own(({ id }) => id), own(({ keys }) => keys)]).toEqual([shortcuts.length, shortcuts.length]);
});

test.each([
  ['a letter', press('n'), 'send', 'send'],
  ['a letter with Caps Lock', press('N'), 'send', 'send'],
  ['a letter with Shift', press('N', 'shift'), null, null],
  ['Ctrl and a letter', press('k', 'ctrl'), 'palette', null],
  ['Cmd and a letter', press('z', 'meta'), null, 'undo'],
  ['Ctrl and Shift, which redoes', press('Z', 'ctrl', 'shift'), null, null],
  ['Ctrl and a plain shortcut, which reloads or finds', press('r', 'ctrl'), null, null],
  ['AltGr', press('k', 'ctrl', 'alt'), null, null],
  ['a question mark', press('?', 'shift'), 'sheet', 'sheet'],
  ['a question mark without Shift', press('?'), 'sheet', 'sheet'],
  ['Ctrl and a comma', press(',', 'ctrl'), 'settings', null],
  ['Cmd and a comma', press(',', 'meta'), null, 'settings'],
  ['a function key', press('F1'), 'help', 'help'],
  ['a function key in a field too', press('F6'), 'panes', 'panes'],
  ['another function key', press('F2'), null, null],
  ['a function key with Shift', press('F1', 'shift'), null, null],
  ['the function key that goes back with Shift', press('F6', 'shift'), 'panesBack', 'panesBack'],
  ['Ctrl and a question mark', press('?', 'ctrl', 'shift'), null, null],
  ['a key of a row', press('Enter'), null, null],
  ['a key with a longer name', press('Mod+K'), null, null],
] as const)('%s', (_what, pressed, elsewhere, onMac) => {
  expect([shortcutOf(pressed, false), shortcutOf(pressed, true)]).toEqual([elsewhere, onMac]);
});
