import { create } from 'zustand';

interface Folds {
  readonly facts: boolean;
  readonly history: boolean;
}

/** The parts of the details that a person has opened. They stay open for the next document. */
export const useFolds = create<Folds>(() => ({ facts: false, history: false }));

export const toggleFold = (part: keyof Folds): void => useFolds.setState((folds) => ({ [part]: !folds[part] }));
