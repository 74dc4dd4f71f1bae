import { lengths } from '../../../preload/contract/limits.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import type { Suggest } from './signees/add-signees.tsx';

/** Suggests known people. Text longer than any name matches nobody. */
export const suggestPeople: Suggest = (text) =>
  text.length > lengths.identifier ? Promise.resolve([]) : ask(bridge().people.suggest({ text }));
