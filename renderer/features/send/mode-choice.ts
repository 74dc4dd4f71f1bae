import type { AvailableModes, Choices } from '../../../preload/contract/sending.ts';

export const modes = ['timestamp', 'advanced', 'qualified'] as const;
export const jurisdictions = ['zertes', 'eidas'] as const;

/** The availability of a signature for the account: yes, only under the other law, or no. */
export type Availability = 'yes' | 'other-law' | 'no';

export function availability(
  known: AvailableModes | null,
  mode: Choices['mode'],
  jurisdiction: Choices['jurisdiction'],
): Availability {
  // Unknown: let the service decide.
  if (known === null) return 'yes';
  if (mode === 'timestamp') return known.timestamp ? 'yes' : 'no';
  if (known[mode][jurisdiction].length > 0) return 'yes';
  return jurisdictions.some((law) => known[mode][law].length > 0) ? 'other-law' : 'no';
}
