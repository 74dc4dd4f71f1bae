import type { Seen } from '../fact.ts';
import type { Submission } from '../submission.ts';

/** Builds the draft that the upload of a submission makes, as a look shows it. */
export const draftOf = (
  { wish: { file, mode, jurisdiction, alias, comment } }: Submission,
  differs: Partial<Seen> = {},
): Seen => ({
  documentId: 'd1',
  status: 'draft',
  name: file.name,
  type: file.type,
  mode,
  jurisdiction,
  alias,
  comment,
  sha256: file.sha256,
  createdAt: null,
  signees: [],
  ...differs,
});

/** Builds when the first upload of a submission began, and from whom it came. */
export const sentFirst = (at: number, skewMs = 0): NonNullable<Submission['firstSent']> => ({
  at,
  skewMs,
  alias: 'Anna',
  comment: '',
  lastAt: at,
  earlier: [],
});
