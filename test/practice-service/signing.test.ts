import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PracticeDocument } from '../../main/practice-service/document.ts';
import {
  decide,
  isTurnOf,
  newSignee,
  signeeStatus,
  signStatus,
  start,
  withdraw,
} from '../../main/practice-service/signing.ts';
import { sampleDocument } from './sample-document.ts';

const withOrders = (orders: readonly (number | null)[], sendMail: PracticeDocument['sendMail'] = 'others') => ({
  ...sampleDocument({ signees: [] }),
  sendMail,
  signees: orders.map((order, index) => newSignee(`s${index}@example.test`, '', order)),
});
const turns = (document: PracticeDocument) =>
  document.signees.filter((signee) => isTurnOf(document, signee)).map((signee) => signee.email[1]);
const sign = (document: PracticeDocument, index: number) =>
  decide(document, document.signees[index]?.key ?? '', 'signed', 5);
const recipients = (document: PracticeDocument) => document.mails.map((mail) => `${mail.kind} ${mail.to}`);

test('lower orders sign first, equal ones together, signees without an order at any time', () => {
  const started = start(withOrders([0, 1, 1, null, 5]), 1);
  expect(turns(started)).toEqual(['0', '3']);
  const second = sign(started, 0);
  expect(turns(second)).toEqual(['1', '2', '3']);
  expect(turns(sign(sign(second, 1), 3))).toEqual(['2']);
  expect(turns(sign(sign(second, 1), 2))).toEqual(['3', '4']);
});

test('the statuses of the document and of each signee change with each signature', () => {
  const draft = withOrders([0, 1]);
  expect(signStatus(draft)).toBeNull();
  const started = start(draft, 1);
  expect(signStatus(started)).toBe('on-hold');
  expect(started.signees.map((signee) => signeeStatus(started, signee))).toEqual(['pending', 'on-hold']);
  const half = sign(started, 0);
  expect(signStatus(half)).toBe('in-progress');
  expect(half.signees.map((signee) => signeeStatus(half, signee))).toEqual(['signed', 'pending']);
  const done = sign(half, 1);
  expect(done).toMatchObject({ documentStatus: 'signed', completionTime: 5 });
  expect(signStatus(done)).toBe('signed');
  expect(signStatus(start(withOrders([0, 0]), 1))).toBe('pending');
});

test('one rejection rejects the document, and nobody can sign it any more', () => {
  const started = start(withOrders([0, 0]), 1);
  const rejected = decide(started, started.signees[1]?.key ?? '', 'rejected', 5, 'wrong price');
  expect(rejected.documentStatus).toBe('rejected');
  expect(signStatus(rejected)).toBe('rejected');
  expect(turns(rejected)).toEqual([]);
});

test('sendMail others invites each signee once at their turn and does not inform the initiator', () => {
  const started = start(withOrders([0, 1, 1]), 1);
  expect(recipients(started)).toEqual(['invitation s0@example.test']);
  const done = sign(sign(sign(started, 0), 2), 1);
  expect(recipients(done)).toEqual([
    'invitation s0@example.test',
    'invitation s1@example.test',
    'invitation s2@example.test',
  ]);
});

test('sendMail all also informs the initiator of the end, none sends nothing', () => {
  const all = start(withOrders([0], 'all'), 1);
  expect(recipients(sign(all, 0)).at(-1)).toBe('signed anna@example.test');
  expect(recipients(withdraw(all, 2)).at(-1)).toBe('withdrawn anna@example.test');
  expect(recipients(decide(all, all.signees[0]?.key ?? '', 'rejected', 3)).at(-1)).toBe('rejected anna@example.test');
  expect(recipients(sign(start(withOrders([0], 'none'), 1), 0))).toEqual([]);
});

test('with any orders the signing always ends', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.nat({ max: 4 })), { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      (orders, choices) => {
        let document = start(withOrders(orders), 1);
        for (let round = 0; round < orders.length; round += 1) {
          const open = document.signees.filter((signee) => isTurnOf(document, signee));
          expect(open.length).toBeGreaterThan(0);
          const chosen = open[Number(choices.next().value) % open.length];
          document = decide(document, chosen?.key ?? '', 'signed', 2);
        }
        expect(document.documentStatus).toBe('signed');
        expect(document.mails).toHaveLength(orders.length);
      },
    ),
  );
});
