import type { TrackedDocument } from '../tracked-documents.ts';

export const sampleTracked: TrackedDocument = {
  connectionId: 'c',
  id: 'd',
  name: 'Lease.pdf',
  status: 'signed',
  signStatus: null,
  since: 0,
  notBefore: null,
  created: null,
  started: null,
  completed: null,
  signees: null,
  goneAt: null,
  saveProblem: null,
  account: null,
  copied: false,
  signatures: null,
  savedAt: null,
  rescued: false,
  submissionId: null,
};
