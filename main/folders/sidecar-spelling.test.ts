/** A sidecar belongs to its document whatever the case and the Unicode form of its name. */
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { A_WHILE } from './testing/each-world.ts';
import { folderWorld } from './testing/folder-world.ts';

let world: ReturnType<typeof folderWorld>;
beforeEach(() => {
  world = folderWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const putSidecar = (name: string, email: string) =>
  writeFileSync(world.path(name), JSON.stringify({ signees: [{ email }] }));
const signers = () =>
  world.submissions().map(({ wish }) => [wish.file.name, wish.signees.map(({ email }) => email).join()]);

test.each([
  ['OFFER.PDF', 'OFFER.PDF.JSON'],
  ['Offer.PDF', 'Offer.pdf.json'],
  ['M\u00fcller.pdf', 'Mu\u0308ller.pdf.json'],
])('%j and %j', async (document, sidecar) => {
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  putSidecar(sidecar, 'right@person.ch');
  world.put(document);
  await app.pass(A_WHILE);
  expect(signers()).toEqual([[document, 'right@person.ch']]);
  expect(app.view(id)?.loneSidecars).toBe(0);
  app.endsAs('started');
  await app.pass(A_WHILE);
  // It would speak for the next document of this name.
  expect(world.tree()).toEqual([`Sent/${document}`, `Sent/${document}.json`].toSorted());
  await app.end();
});

test('a sidecar that comes after its document, in another spelling, is seen by a hint', async () => {
  const app = await world.begin();
  const id = await app.add({ needsSidecar: true });
  await app.hears(id);
  world.put('Offer.PDF');
  app.hearers.at(-1)?.hint('Offer.PDF');
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Offer.PDF: no-sidecar']);
  putSidecar('Offer.pdf.json', 'right@person.ch');
  app.hearers.at(-1)?.hint('Offer.pdf.json');
  await app.pass(A_WHILE);
  expect(signers()).toEqual([['Offer.PDF', 'right@person.ch']]);
  await app.end();
});

test('the sidecar of another document is not taken, and two that may be meant call a person', async () => {
  const app = await world.begin();
  const id = await app.add({ goal: 'send', originals: 'keep' });
  putSidecar('Offer.PDF.json', 'capital@person.ch');
  world.put('Offer.PDF', 'capitals');
  world.put('Offer.pdf', 'small');
  putSidecar('LEASE.pdf.json', 'one@person.ch');
  putSidecar('lease.PDF.json', 'two@person.ch');
  world.put('Lease.pdf');
  await app.pass(20_000);
  expect(signers().toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual([
    ['Offer.PDF', 'capital@person.ch'],
    ['Offer.pdf', 'anna@muster.ch'],
  ]);
  expect(app.shown(id)).toContain('Lease.pdf: sidecar-wrong');
  await app.end();
});
