import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../preload/contract/profile.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';
import { meanwhile, moments } from './testing/meanwhile.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const sidecarFor = (email: string) => JSON.stringify({ signees: [{ email }] });
const putSidecar = (name: string, email: string) => writeFileSync(world.path(`${name}.json`), sidecarFor(email));
/** Whom each submission asks to sign. */
const people = () => world.submissions().map(({ wish }) => wish.signees.map(({ email }) => email).join());

const carla = { email: 'carla@example.ch', name: 'Carla', comment: '', order: null };
const forCarla: Profile = { ...profile, choices: { ...profile.choices, signees: [carla] } };

describe.each(moments)('%s', (moment) => {
  test.each([
    ['with text of the same length', 'right@example.ch'],
    ['with longer text', 'the.right.one@example.ch'],
  ])('a sidecar is corrected %s: the document goes to the new people alone', async (_how, right) => {
    world.put('Contract.pdf');
    putSidecar('Contract.pdf', 'wrong@example.ch');
    const wrapTake = meanwhile(moment, () => putSidecar('Contract.pdf', right));
    const app = await world.begin({}, {}, wrapTake);
    await app.add();
    await app.pass(2 * A_WHILE);
    expect(people()).toEqual([right]);
    await app.end();
  });

  test('the sidecars of forty documents are corrected: none goes to the old people', async () => {
    const names = Array.from({ length: 40 }, (_none, number) => `${number}.pdf`);
    for (const name of names) world.put(name);
    for (const name of names) putSidecar(name, 'wrong@example.ch');
    const correct = () => {
      for (const name of names) putSidecar(name, 'right@example.ch');
    };
    const app = await world.begin({}, {}, meanwhile(moment, correct));
    await app.add({ goal: 'send' });
    await app.pass(2 * A_WHILE);
    expect(people()).toEqual(names.map(() => 'right@example.ch'));
    await app.end();
  });

  test('another computer begins to watch the sub-folder: its documents are left to that', async () => {
    world.put('Clients/Contract.pdf');
    const wrapTake = meanwhile(moment, () => {
      mkdirSync(world.path('Clients/.countersign/watchers'), { recursive: true });
      writeFileSync(world.path('Clients/.countersign/watchers/computer-2.json'), '{}');
    });
    const app = await world.begin({}, {}, wrapTake);
    await app.add({ goal: 'send' });
    await app.pass(2 * A_WHILE);
    expect(people()).toEqual([]);
    await app.end();
  });

  test('a sidecar arrives: the document goes to its people alone', async () => {
    world.put('Contract.pdf');
    const wrapTake = meanwhile(moment, () => putSidecar('Contract.pdf', 'carla@example.ch'));
    const app = await world.begin({}, {}, wrapTake);
    await app.add();
    await app.pass(2 * A_WHILE);
    expect(people()).toEqual(['carla@example.ch']);
    await app.end();
  });

  test('a sidecar is deleted: the document goes to the people of the profile alone', async () => {
    world.put('Contract.pdf');
    putSidecar('Contract.pdf', 'carla@example.ch');
    const wrapTake = meanwhile(moment, () => rmSync(world.path('Contract.pdf.json')));
    const app = await world.begin({}, {}, wrapTake);
    await app.add();
    await app.pass(2 * A_WHILE);
    expect(people()).toEqual(['anna@muster.ch']);
    await app.end();
  });

  test.each([
    ['Word', '~$ntract.pdf'],
    ['LibreOffice', '.~lock.Contract.pdf#'],
  ])('%s opens the document: it waits until it is closed', async (_editor, owner) => {
    world.put('Contract.pdf');
    const wrapTake = meanwhile(moment, () => writeFileSync(world.path(owner), 'anna'));
    const app = await world.begin({}, {}, wrapTake);
    const id = await app.add({ goal: 'send' });
    await app.pass(2 * A_WHILE);
    expect(world.names()).toEqual([]);
    expect(app.shown(id)).toEqual(['Contract.pdf: open']);
    rmSync(world.path(owner));
    await app.pass(2 * A_WHILE);
    expect(world.names()).toEqual(['Contract.pdf']);
    await app.end();
  });

  test('the profile asks other people: the document goes to the new people alone', async () => {
    world.put('Contract.pdf');
    const wrapTake = meanwhile(moment, () => app.state.publish({ profiles: [forCarla] }));
    const app = await world.begin({}, {}, wrapTake);
    await app.add();
    await app.pass(2 * A_WHILE);
    expect(people()).toEqual(['carla@example.ch']);
    await app.end();
  });

  test('the profile asks other people than a person confirmed: the document is only prepared for them', async () => {
    world.put('Contract.pdf');
    const wrapTake = meanwhile(moment, () => app.state.publish({ profiles: [forCarla] }));
    const app = await world.begin({}, {}, wrapTake);
    await app.add({ goal: 'send' });
    await app.pass(2 * A_WHILE);
    expect(people()).toEqual(['carla@example.ch']);
    expect(world.submissions().map(({ goal }) => goal)).toEqual(['hold']);
    await app.end();
  });

  test('the account may no longer sign in the mode of the profile: the document waits', async () => {
    world.put('Contract.pdf');
    const { journal } = world.here;
    const none = { zertes: [], eidas: [] };
    const modes = (advanced: { readonly zertes: string[]; readonly eidas: string[] }) =>
      journal.settings.set('modes', {
        [world.connection.id]: { timestamp: true, advanced, qualified: none, asOf: 1 },
      });
    modes({ zertes: ['ras'], eidas: ['ras'] });
    const app = await world.begin(
      {},
      {},
      meanwhile(moment, () => modes(none)),
    );
    const id = await app.add({ goal: 'send' });
    await app.pass(2 * A_WHILE);
    expect(world.names()).toEqual([]);
    expect(app.shown(id)).toEqual(['Contract.pdf: mode-not-open']);
    await app.end();
  });
});

describe('between two looks at the whole folder, and without a word from the system,', () => {
  async function resting() {
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.hears(id);
    await app.pass(1_000);
    world.put('Contract.pdf');
    app.hearers.at(-1)?.hint('Contract.pdf');
    await app.pass(2_000);
    expect(app.shown(id)).toEqual(['Contract.pdf: writing']);
    return { ...app, id };
  }

  test('a sidecar arrives: the document goes to its people alone', async () => {
    const app = await resting();
    putSidecar('Contract.pdf', 'carla@example.ch');
    await app.pass(10 * 60_000);
    expect(people()).toEqual(['carla@example.ch']);
    await app.end();
  });

  test('Word opens the document: it waits until it is closed', async () => {
    const app = await resting();
    writeFileSync(world.path('~$ntract.pdf'), 'anna');
    await app.pass(10 * 60_000);
    expect(world.names()).toEqual([]);
    expect(app.shown(app.id)).toEqual(['Contract.pdf: open']);
    rmSync(world.path('~$ntract.pdf'));
    await app.pass(10 * 60_000);
    expect(world.names()).toEqual(['Contract.pdf']);
    await app.end();
  });
});

describe('a document that a program opens without a word from the system', () => {
  async function opened() {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_WHILE);
    writeFileSync(world.path('~$ntract.pdf'), 'anna');
    return { app, id };
  }

  test('stays after its document was sent until it is closed', async () => {
    const { app, id } = await opened();
    app.endsAs('started');
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Contract.pdf', '~$ntract.pdf']);
    expect(app.shown(id)).toEqual(['Contract.pdf: open']);
    rmSync(world.path('~$ntract.pdf'));
    await app.pass(10 * 60_000);
    expect(world.tree()).toEqual(['Sent/Contract.pdf']);
    await app.end();
  });
});
