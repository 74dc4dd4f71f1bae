import { renameSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const LONG = 20 * 60_000;
/** Longer than a look and a second one, shorter than the rescan. */
const MOMENT = 8_000;

const rename = (from: string, to: string) => renameSync(world.path(from), world.path(to));

describe('a withdrawn document that a person renames is not sent again', () => {
  async function withdrawn(rule: { originals: 'move' | 'keep' }) {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add(rule);
    await app.hears(id);
    await app.pass(A_WHILE);
    app.endsAs('withdrawn');
    await app.pass(MOMENT);
    expect(app.shown(id)).toEqual(['Contract.pdf: stopped']);
    const tell = (path: string) => app.hearers.at(-1)?.hint(path);
    return { app, id, tell };
  }

  describe.each(['move', 'keep'] as const)('in a folder that shall %s the originals', (originals) => {
    test('when the system tells the new name alone', async () => {
      const { app, id, tell } = await withdrawn({ originals });
      rename('Contract.pdf', 'Renamed.pdf');
      tell('Renamed.pdf');
      await app.pass(MOMENT);
      tell('Renamed.pdf');
      await app.pass(LONG);
      expect(app.shown(id)).toEqual(['Renamed.pdf: stopped']);
      expect(world.submissions()).toHaveLength(1);
      await app.end();
    });

    test('when another file takes its old name', async () => {
      const { app, id, tell } = await withdrawn({ originals });
      rename('Contract.pdf', 'Renamed.pdf');
      world.put('Contract.pdf', 'another one');
      tell('Renamed.pdf');
      await app.pass(MOMENT);
      tell('Contract.pdf');
      await app.pass(LONG);
      expect(app.shown(id)).toEqual(['Contract.pdf: under-way', 'Renamed.pdf: stopped']);
      expect(world.submissions()).toHaveLength(2);
      await app.end();
    });

    test('when it had vanished for one look long before', async () => {
      const { app, id, tell } = await withdrawn({ originals });
      rename('Contract.pdf', 'Contract.pdf~');
      app.folders.look(id);
      await app.pass(1_000);
      rename('Contract.pdf~', 'Contract.pdf');
      tell('Contract.pdf');
      await app.pass(A_WHILE);
      rename('Contract.pdf', 'Renamed.pdf');
      app.folders.look(id);
      await app.pass(LONG);
      expect(app.shown(id)).toEqual(['Renamed.pdf: stopped']);
      expect(world.submissions()).toHaveLength(1);
      await app.end();
    });

    test('while a program has it open under its new name', async () => {
      const { app, id, tell } = await withdrawn({ originals });
      rename('Contract.pdf', 'Renamed.pdf');
      world.put('.~lock.Renamed.pdf#', 'anna');
      app.folders.look(id);
      await app.pass(LONG);
      expect(app.shown(id)).toEqual(['Renamed.pdf: open']);
      rename('.~lock.Renamed.pdf#', '../lock');
      tell('.~lock.Renamed.pdf#');
      await app.pass(LONG);
      expect(app.shown(id)).toEqual(['Renamed.pdf: stopped']);
      expect(world.submissions()).toHaveLength(1);
      await app.end();
    });
  });
});
