import { expect, test } from 'vitest';
import { statusNow } from './status-now.ts';

const HERE = { gone: false };
const GONE = { gone: true };
const after = (end: 'started' | 'draft' | 'cancelled' | 'withdrawn' | 'deleted' | 'given-up', finished = false) => ({
  end,
  finished,
});

test.each([
  ['nothing was done here', null, { status: 'in-progress', ...HERE }, 'in-progress'],
  ['it is still under way', { end: null, finished: false }, { status: 'draft', ...HERE }, 'draft'],
  ['the list is older than the start', after('started'), { status: 'draft', ...HERE }, 'in-progress'],
  ['the list is older than the withdrawal', after('withdrawn'), { status: 'in-progress', ...HERE }, 'withdrawn'],
  ['it was signed before the withdrawal', after('withdrawn'), { status: 'signed', ...HERE }, 'signed'],
  ['somebody started the draft elsewhere', after('draft'), { status: 'in-progress', ...HERE }, 'in-progress'],
  ['no check has shown it since the start', after('started'), null, 'in-progress'],
  ['no check has shown it, and it has ended', after('started', true), null, null],
  ['no check has shown it, and it was deleted', after('deleted'), null, null],
  ['nobody has done or seen anything', null, null, null],
  ['the service has deleted it', after('started'), { status: 'in-progress', ...GONE }, 'deleted'],
  ['the service has deleted it long after its end', null, { status: 'signed', ...GONE }, 'signed'],
  ['it was withdrawn here and then deleted', after('withdrawn'), { status: 'in-progress', ...GONE }, 'withdrawn'],
  ['the list is older than the deletion', after('deleted'), { status: 'draft', ...HERE }, 'deleted'],
  ['the list is older than the end of sending', after('cancelled'), { status: 'draft', ...HERE }, 'deleted'],
  ['it was signed and could not be withdrawn any more', after('deleted'), { status: 'signed', ...HERE }, 'signed'],
] as const)('the status now if %s', (_case, last, seen, status) => {
  expect(statusNow(last, seen)).toBe(status);
});
