import { useLayoutEffect, useRef, useState } from 'react';
import type { PersonEntry } from '../../../../shared/people/person-entry.ts';
import type { DropPosition } from './row-keys.ts';
import {
  addSignees,
  dropSignee,
  editSignee,
  moveSignee,
  removeSignee,
  type SigneeDraft,
  type SigneeList,
  toggleTogether,
} from './signee-list.ts';
import { signeeProblems } from './signee-problems.ts';

/** The row to focus, or its address field. */
export interface Wanted {
  readonly key: string;
  /** `address`: the whole address is selected, so that typing replaces it. */
  readonly part: 'row' | 'email' | 'address';
}

/** Texts that announce each change. */
export interface EditWords {
  readonly nobody: string;
  readonly moved: (who: string, step: number, steps: number) => string;
  readonly removed: (who: string) => string;
  readonly added: (count: number, toMend: number) => string;
}

interface Editing {
  readonly value: SigneeList;
  readonly onChange: (value: SigneeList) => void;
  readonly say: (text: string) => void;
  readonly onWant: (wanted: Wanted) => void;
  readonly onAdded: () => void;
  /** Focuses the field when the list is empty. */
  readonly onEmpty: () => void;
  readonly mostAtOnce: number;
  readonly words: EditWords;
}

export interface SigneeEdits {
  readonly edit: (key: string, change: Partial<PersonEntry>) => void;
  readonly move: (key: string, direction: 'up' | 'down') => void;
  readonly drop: (key: string, target: string, position: DropPosition) => void;
  readonly toggleTogether: (key: string) => void;
  readonly remove: (key: string) => void;
  /** Returns false when there were too many. */
  readonly add: (entries: readonly PersonEntry[]) => boolean;
}

export const signeeLabel = ({ name, email }: SigneeDraft, nobody: string) => name || email || nobody;

/** Creates the edits. `now` returns the newest list, so that two changes at once both count. */
function createEdits(now: () => Editing, commit: (next: SigneeList) => void): SigneeEdits {
  const labelOf = (key: string) => {
    const { value, words } = now();
    const signee = value.find((one) => one.key === key);
    return signee ? signeeLabel(signee, words.nobody) : words.nobody;
  };
  function sayPlace(key: string): void {
    const { value, words, say } = now();
    const step = (value.find((signee) => signee.key === key)?.group ?? 0) + 1;
    say(words.moved(labelOf(key), step, (value.at(-1)?.group ?? 0) + 1));
  }
  return {
    edit: (key, change) => commit(editSignee(now().value, key, change)),
    move(key, direction) {
      commit(moveSignee(now().value, key, direction));
      sayPlace(key);
    },
    drop(key, target, position) {
      commit(dropSignee(now().value, key, target, position));
      sayPlace(key);
    },
    toggleTogether(key) {
      commit(toggleTogether(now().value, key));
      sayPlace(key);
    },
    remove(key) {
      const { value, words, say, onWant, onEmpty } = now();
      const index = value.findIndex((signee) => signee.key === key);
      const beside = value[index + 1] ?? value[index - 1];
      say(words.removed(labelOf(key)));
      commit(removeSignee(value, key));
      if (beside) onWant({ key: beside.key, part: 'row' });
      else onEmpty();
    },
    add(entries) {
      const { value, words, say, mostAtOnce, onAdded } = now();
      if (value.length + entries.length > mostAtOnce) return false;
      const next = addSignees(value, entries);
      say(words.added(entries.length, signeeProblems(next).size));
      onAdded();
      commit(next);
      return true;
    },
  };
}

/** Returns the edits of the list. Each announces its result. The functions stay the same while the editor exists. */
export function useSigneeEdits(editing: Editing): SigneeEdits {
  const now = useRef(editing);
  useLayoutEffect(() => {
    now.current = editing;
  });
  // Read in event handlers only, never while rendering.
  // oxlint-disable-next-line react/refs
  const [edits] = useState(() =>
    createEdits(
      () => now.current,
      (next) => {
        now.current = { ...now.current, value: next };
        now.current.onChange(next);
      },
    ),
  );
  return edits;
}
