import { type FolderRule, newRule } from '../folder-rule.ts';

export const sampleRule: FolderRule = { ...newRule('p1', null), marker: 'm1' };
