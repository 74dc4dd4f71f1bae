import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import english from '../../../assets/locales/en.json' with { type: 'json' };
import { actionText, questionOf } from './file-question.ts';

const i18n = createInstance({ lng: 'en', resources: { en: { translation: english } } });
await i18n.init();
const t = i18n.getFixedT('en');

const file = { key: 'Lease.pdf', verdict: 'maybe-sent', problem: null, claimedBy: '' } as const;
const anyway = (patch: object, goal: 'send' | 'hold' = 'send') =>
  questionOf({ action: 'send-anyway', file: { ...file, ...patch } }, goal, t);

test('only a document that may have been sent is called one', () => {
  expect(anyway({})?.text).toMatch('may have been sent before');
  const asks = { verdict: 'asks-more', problem: { key: 'asks-observers', params: { value: 'Legal' } } };
  expect(anyway(asks)?.text).toBe(
    'This document names observers: Legal. Countersign cannot set this: the document goes out without it.',
  );
  expect(anyway({ verdict: 'set-aside' })?.text).toMatch('set aside');
});

test('a folder that only prepares never says that it sends', () => {
  expect(anyway({}, 'hold')).toMatchObject({ title: 'Prepare Lease.pdf anyway?', yes: 'Prepare anyway' });
  expect(anyway({}, 'hold')?.text).toMatch(/until somebody presses Send\.$/);
  expect([actionText('send-anyway', 'hold', t), actionText('send-anyway', 'send', t)]).toEqual([
    'Prepare anyway…',
    'Send anyway…',
  ]);
});
