import type { Choices } from '../../../preload/contract/sending.ts';

export const sampleChoices: Choices = {
  mode: 'advanced',
  jurisdiction: 'zertes',
  alias: '',
  comment: 'As agreed',
  sendMail: 'others',
  scanPredefined: false,
  extra: {},
  signees: [{ email: 'anna@muster.ch', name: 'Anna Muster', comment: '', order: 0 }],
};
