import { expect, test } from 'vitest';
import type { Offer } from '../intake/intake.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { readDocument } from '../signing/answers/document.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { underSenderName } from './under-sender-name.ts';

/** An outbox that takes all, and notes what it was told. */
function outbox() {
  const names: string[] = [];
  const own: Pick<Outbox, 'take' | 'takeDraft' | 'command'> = {
    async take(offers, report) {
      for (const offer of offers) {
        const submission = offer.submission(sampleSubmission('s').wish.file);
        names.push(submission.wish.alias);
        report({ kind: 'accepted', offer, submission });
      }
    },
    async takeDraft({ wish }) {
      names.push(`${wish.alias} for a draft`);
      return { ok: true };
    },
    async command(_id, command) {
      if (command.kind === 'update' || command.kind === 'complete') names.push(`${command.alias}, ${command.comment}`);
      if (command.kind === 'revise') names.push(`${command.choices.alias} revised`);
      if (command.kind === 'redo') names.push(`${command.corrected?.choices.alias} corrected`);
      return { ok: true };
    },
  };
  return { own, names };
}

const offer: Offer = {
  path: '/a.pdf',
  submission: (file) => ({ ...sampleSubmission('s'), wish: { ...sampleSubmission('s').wish, file, alias: 'Anna' } }),
};

test('every document and every correction has the name of the policy, whoever hands it over', async () => {
  const { own, names } = outbox();
  const governed = underSenderName(own, 'Muster AG');
  const told: Offer[] = [];
  await governed.take([offer], (step) => told.push(step.offer));
  await governed.command('s', { kind: 'update', alias: 'Anna', comment: 'Please' });
  const document = readDocument({ documentId: 'd', documentStatus: 'draft', signees: [] });
  if (document === null) throw new Error('no document');
  await governed.takeDraft(sampleSubmission('d'), document);
  const seen = { name: 'd.pdf', mode: 'qualified', jurisdiction: 'zertes', shown: { alias: '', comment: '' } } as const;
  const draft = { ...seen, present: [], added: [], startAfter: 0 };
  await governed.command('s', { kind: 'complete', alias: 'Anna', comment: 'Soon', ...draft });
  const { file: _file, ...choices } = sampleSubmission('s').wish;
  await governed.command('s', { kind: 'revise', choices });
  await governed.command('s', { kind: 'redo', corrected: { choices, startAfter: 0 } });
  expect(names).toEqual([
    'Muster AG',
    'Muster AG, Please',
    'Muster AG for a draft',
    'Muster AG, Soon',
    'Muster AG revised',
    'Muster AG corrected',
  ]);
  expect(told[0]).toBe(offer);
});

test('without a policy the outbox is as it was', () => {
  const { own } = outbox();
  expect(underSenderName(own, null)).toBe(own);
});
