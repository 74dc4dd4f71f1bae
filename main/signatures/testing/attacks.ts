import { annotations } from './attacks/annotation-attacks.ts';
import type { Attack } from './attacks/attack.ts';
import { containers } from './attacks/container-attacks.ts';
import { heavy } from './attacks/heavy-files.ts';
import { incremental, inStreams, shadows } from './attacks/later-changes.ts';
import { inContents, ranges, wrapping } from './attacks/range-attacks.ts';
import { removed } from './attacks/removed-signatures.ts';
import { shared } from './attacks/shared-objects.ts';
import { laterSections } from './later-sections.ts';

export const attacks: readonly Attack[] = [
  ...ranges,
  ...inContents,
  ...wrapping,
  ...inStreams,
  ...incremental,
  ...shadows,
  ...annotations,
  ...shared,
  ...removed,
  ...containers,
  ...heavy,
  ...laterSections,
];
