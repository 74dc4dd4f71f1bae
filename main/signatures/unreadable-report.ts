import type { SignatureReport } from '../../preload/contract/signature-report.ts';

/** Said of a file that is no PDF, is damaged, or takes too long to read. */
export const unreadableReport: SignatureReport = {
  state: 'unreadable',
  isEncrypted: false,
  signatures: [],
  sent: null,
};
