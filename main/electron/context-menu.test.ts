import { expect, test, vi } from 'vitest';
import { createTexts } from '../words/texts.ts';
import { type ClickedPlace, contextMenuOf } from './context-menu.ts';

const t = createTexts().in('en');
const nowhere: ClickedPlace = {
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: { canUndo: false, canRedo: false, canCut: false, canCopy: true, canPaste: true, canSelectAll: true },
};
const shown = (place: Partial<ClickedPlace>, replace = () => {}) =>
  contextMenuOf({ ...nowhere, ...place }, t, replace).map(({ label, enabled = true }) =>
    enabled ? label : `(${label})`,
  );

test('a field has everything that its text allows', () => {
  expect(shown({ isEditable: true })).toEqual([
    '(Undo)',
    '(Redo)',
    undefined,
    '(Cut)',
    '(Copy)',
    'Paste',
    undefined,
    'Select all',
  ]);
});

test('selected text can be copied', () => {
  expect(shown({ selectionText: 'Lease.pdf' })).toEqual(['Copy']);
});

test('there is no menu where nothing could be done', () => {
  expect(shown({})).toEqual([]);
  expect(shown({ selectionText: ' \n' })).toEqual([]);
});

test('a word that is spelled wrong can be replaced by a suggestion', () => {
  const replace = vi.fn();
  const place = { ...nowhere, isEditable: true, misspelledWord: 'contrct', dictionarySuggestions: ['contract'] };
  const [first] = contextMenuOf(place, t, replace);
  expect(first?.label).toBe('contract');
  Reflect.apply(first?.click ?? (() => {}), undefined, []);
  expect(replace).toHaveBeenCalledExactlyOnceWith('contract');
});
