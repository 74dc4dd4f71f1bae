import { wordsIn } from '../../journal/search-words.ts';
import { type DocumentKey, type SubmissionKey, sortNameOf } from '../row-key.ts';

export const submissionKey = (
  id: string,
  more: Partial<SubmissionKey> & { readonly name?: string } = {},
): SubmissionKey => {
  const { name = `${id}.pdf`, ...rest } = more;
  return {
    id,
    account: null,
    acceptedAt: 1_000,
    documentId: null,
    phase: 'ready',
    step: 'upload',
    end: null,
    cancelled: false,
    finished: false,
    troubled: false,
    orphans: false,
    hasPeople: true,
    folder: null,
    profileId: null,
    redoOf: null,
    promised: false,
    sortName: sortNameOf(name),
    words: ` ${wordsIn(name)} `,
    ...rest,
  };
};

/** Creates the key of a submission that is done. */
export const endedKey = (
  id: string,
  end: NonNullable<SubmissionKey['end']>,
  more: Parameters<typeof submissionKey>[1] = {},
) => submissionKey(id, { phase: 'done', step: null, end, ...more });

export const documentKey = (
  id: string,
  status: string,
  more: Partial<DocumentKey> & { readonly name?: string } = {},
): DocumentKey => {
  const { name = `${id}.pdf`, ...rest } = more;
  return {
    id,
    position: 0,
    status,
    signStatus: null,
    canWithdraw: status === 'in-progress',
    canDelete: status === 'draft' || status === 'withdrawn',
    gone: false,
    saved: false,
    copyFault: false,
    alarm: false,
    order: null,
    created: null,
    firstSeen: 1_000,
    due: null,
    sortName: sortNameOf(name),
    words: ` ${wordsIn(name)} `,
    people: '  ',
    unread: false,
    ...rest,
  };
};

/** Documents of every status. */
export const sampleDocuments = [
  documentKey('1', 'signed'),
  documentKey('2', 'in-progress', { name: 'Vertrag GRÜN.pdf' }),
  documentKey('3', 'rejected'),
  documentKey('4', 'draft'),
  documentKey('5', 'in-progress'),
  documentKey('6', 'archived by the service'),
  documentKey('7', 'withdrawn'),
];
