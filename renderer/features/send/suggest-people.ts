import { lengths } from '../../../preload/contract/limits.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import type { Suggest } from './signees/add-signees.tsx';

/** People used before. What is longer than any name is nobody's. */
export const suggestPeople: Suggest = (text) =>
  text.length > lengths.identifier ? Promise.resolve([]) : ask(bridge().people.suggest({ text }));
