import { type FolderRule, usualRule } from '../folder-rule.ts';

export const sampleRule: FolderRule = {
  ...usualRule,
  patterns: [...usualRule.patterns],
  version: 1,
  profileId: 'p1',
  account: null,
  signees: [],
  confirmed: {},
  pause: null,
  claimsSince: 0,
  names: 'en',
  marker: 'm1',
};
