import { z } from 'zod';
import { folderRuleInput } from '../../preload/contract/folder.ts';
import { choices } from '../../preload/contract/sending.ts';

/** What a person arranged for a folder, as the journal keeps it. A newer version does not match and is left alone. */
export const folderRule = folderRuleInput.extend({
  version: z.literal(1),
  /** The account that was signed in when a person switched the folder on. It sends for no other one. */
  account: z.string().nullable(),
  /** People that a person chose to remember for this folder. They count where the profile has none. */
  signees: choices.shape.signees,
  /** The people of each profile, as a person confirmed them with the rule. Other ones are not sent to by itself. */
  confirmed: z.record(z.string(), z.string()).default({}),
  /** Null: not paused. `until` null: until a person resumes. */
  pause: z.object({ until: z.number().nullable() }).nullable(),
  /** Our claims from before this time may be of submissions that the journal does not know. */
  claimsSince: z.number().default(0),
  /** What the folder holds in `.countersign/folder.json`. Another folder at the same path has another one. */
  marker: z.string().max(64),
});
export type FolderRule = z.infer<typeof folderRule>;

export const usualRule = {
  goal: 'hold',
  patterns: ['*.pdf', '*.docx', '*.xlsx'],
  quietSeconds: 5,
  perHour: 50,
  originals: 'move',
  needsSidecar: false,
} as const satisfies Partial<FolderRule>;

export function isPaused({ pause }: FolderRule, now: number): boolean {
  return pause !== null && (pause.until === null || pause.until > now);
}
