import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { lengths } from '../../preload/contract/limits.ts';
import { wholeList } from '../../preload/contract/list-choices.ts';
import { type Shortcut, shortcuts } from '../../preload/contract/shortcuts.ts';
import type { State } from '../../preload/contract/state.ts';
import { ask, bridge } from '../bridge/bridge.ts';
import { documentText } from '../features/documents/entry/document-text.ts';
import { type Entry, nameOf, rowDocument } from '../features/documents/entry/entry.ts';
import { shortNames } from '../features/documents/entry/people-of-document.ts';
import { showEveryRow } from '../features/documents/rows/list-query.ts';
import { circumstancesOf, stateText } from '../features/documents/submission/state-text.ts';
import { useMirror } from '../store/mirror.ts';
import { offeredNow, useRowActions } from '../store/row-actions.ts';
import { canRun, runShortcut, sayKeys } from '../store/shortcuts.ts';
import { go, openRow } from '../store/ui.ts';
import { shownName } from '../ui/shown-name.ts';
import { paletteCommands } from './palette-commands.ts';

interface PaletteItem {
  readonly id: string;
  readonly text: string;
  /** The keys of a command, the address of a person. */
  readonly note: string;
  readonly act: () => void;
}

export interface PaletteGroup {
  readonly id: 'row' | 'commands' | 'documents' | 'people';
  /** The row that the first group acts on. */
  readonly name?: string;
  readonly items: readonly PaletteItem[];
}

/** Rows of each group. Main searches the list: the window never has all of it. */
const most = 6;
/** Shortcuts that say nothing from within the palette. */
const keysAlone: ReadonlySet<string> = new Set(['palette', 'panes', 'panesBack']);
const isCommand = (shortcut: Shortcut): shortcut is Extract<Shortcut, { readonly at: 'window' }> =>
  shortcut.at === 'window' && !keysAlone.has(shortcut.id) && canRun(shortcut.id);

const filterBy = (text: string) => {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return (item: PaletteItem) => words.every((word) => item.text.toLocaleLowerCase().includes(word));
};

function commandsFor(state: State | null, t: TFunction): readonly PaletteItem[] {
  const commands = shortcuts.flatMap((shortcut): readonly PaletteItem[] => {
    if (!isCommand(shortcut)) return [];
    const { id } = shortcut;
    const note = sayKeys(shortcut);
    return [{ id: `command:${id}`, text: t(`shortcuts.name.${id}`), note, act: () => runShortcut(id) }];
  });
  const others = paletteCommands(state, t).map((command) => ({ ...command, note: '' }));
  return [...commands, ...others];
}

type Found = Record<'documents' | 'people', readonly PaletteItem[]>;
const nothing: Found = { documents: [], people: [] };

/** Returns the status of a document in the same words as in its row. */
function stateOf(row: Entry, state: State | null, t: TFunction): string {
  const document = rowDocument(row);
  const circumstances = circumstancesOf(state);
  if (document) return documentText(document, { t, locale: circumstances.locale, now: Date.now() });
  return row.submission === null ? '' : stateText(row.submission, { ...circumstances, t });
}

/** The most people whom a document names here. */
const mostPeople = 3;

/** Says of whom and how far a document is. A state may name people itself. */
function noteOf(row: Entry, state: State | null, t: TFunction): string {
  const said = stateOf(row, state, t);
  const document = rowDocument(row);
  const chosen = row.submission?.signees.map((one) => ({ ...one, order: null, status: null })) ?? [];
  const names = [...shortNames(document?.signees ?? chosen).values()].filter(Boolean).slice(0, mostPeople);
  const all = document?.signees ? document.people.all : (row.submission?.signeeCount ?? 0);
  const more = all > names.length ? [t('submission.morePeople', { count: all - names.length })] : [];
  const words = new Set(said.split(/[\s,]+/));
  const shown = names.length === 0 || names.some((name) => words.has(name)) ? '' : [...names, ...more].join(', ');
  return [shown, said].filter(Boolean).join(' · ');
}

async function search(text: string, t: TFunction): Promise<Found> {
  const [part, people] = await Promise.all([
    ask(bridge().documents.rows({ query: { ...wholeList, search: text }, from: 0, count: most, inPassing: true })),
    ask(bridge().people.suggest({ text })),
  ]);
  return {
    documents: part.rows.slice(0, most).map((row) => ({
      id: row.key,
      text: shownName(nameOf(row)),
      note: noteOf(row, useMirror.getState().state, t),
      act: () => openRow(row.key),
    })),
    people: people.slice(0, most).map(({ email, name }) => ({
      id: `person:${email}`,
      text: name === '' ? email : name,
      note: name === '' ? '' : email,
      act: () => {
        showEveryRow({ person: email });
        go('documents');
      },
    })),
  };
}

/** Returns commands, documents and people for the typed text. An older answer never replaces a newer one. */
export function usePaletteItems(typed: string, t: TFunction): readonly PaletteGroup[] {
  const [found, setFound] = useState(nothing);
  const state = useMirror((mirror) => mirror.state);
  const text = typed.trim().slice(0, lengths.identifier);
  useEffect(() => {
    const request = { wanted: true };
    const read = async () => {
      const fresh = text === '' ? nothing : await search(text, t);
      if (request.wanted) setFound(fresh);
    };
    void read();
    return () => {
      request.wanted = false;
    };
  }, [text, t]);
  const { name, actions } = offeredNow(useRowActions());
  const ofRow = actions.map(({ id, label, act }) => ({ id: `row:${id}`, text: label, note: '', act }));
  const isWanted = filterBy(text);
  const groups: readonly PaletteGroup[] = [
    { id: 'row', name, items: ofRow.filter(isWanted) },
    { id: 'commands', items: commandsFor(state, t).filter(isWanted) },
    { id: 'documents', items: found.documents },
    { id: 'people', items: found.people },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
