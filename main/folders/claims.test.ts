import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unhurried } from '../time/slices.ts';
import { createClaims } from './claims.ts';
import { readUntrustedFile } from './inside-folder.ts';
import { eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const claimsFolder = () => world.path('.countersign/claims');

describe('claims', () => {
  const computer = (id: string) => ({ id, name: `PC-${id}`, user: 'anna' });
  const claimsOf = (id: string) => createClaims(world.root, computer(id), () => 7);

  test('of fifty computers at once, one wins', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const all = Array.from({ length: 50 }, (_none, at) => claimsOf(String(at)));
    const won = await Promise.all(all.map((claims) => claims.claim('ab', 'a.pdf')));
    expect(won.filter((one) => one === 'new')).toHaveLength(1);
    expect(won.filter((one) => one === 'other')).toHaveLength(49);
    expect(readdirSync(claimsFolder())).toEqual(['ab.claim']);
    const winner = String(won.indexOf('new'));
    expect(await claimsOf('x').look('ab')).toEqual({ kind: 'other', by: `PC-${winner} (anna)`, at: 7, isOld: false });
    expect(await claimsOf(winner).claim('ab', 'a.pdf')).toBe('own');
    expect(await claimsOf(winner).look('ab')).toEqual({ kind: 'own', taken: false, at: 7 });
    await claimsOf(winner).noteTaken('ab', 'a.pdf');
    expect(await claimsOf(winner).look('ab')).toEqual({ kind: 'own', taken: true, at: 7 });
  });

  test('a copy that is saved while its file is given up stays told', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const claims = claimsOf('1');
    const contents = Array.from({ length: 200 }, (_none, at) => `content${at}`);
    const ends = contents.map(async (sha256, at) => {
      await claims.claim(sha256, 'a.pdf');
      const release = () => claims.release(sha256);
      const note = () => claims.noteCopy(sha256, 'a.pdf');
      await Promise.all((at % 2 === 0 ? [release, note] : [note, release]).map((act) => act()));
      return (await claims.look(sha256)).kind;
    });
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['copy']));
  });

  test('of a copy that a person takes say by whom, before anything is sent, and are a copy again if nothing was', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const [own, other] = [claimsOf('1'), claimsOf('2')];
    await own.noteCopy('ab', 'a.pdf');
    expect(await other.claim('ab', 'a.pdf')).toBe('copy');
    expect(await other.takeCopy('ab')).toBe(true);
    expect(await own.takeCopy('ab')).toBe(false);
    await own.giveBack('ab');
    expect(await own.look('ab')).toMatchObject({ kind: 'other', by: 'PC-2 (anna)' });
    expect(await own.claim('ab', 'a.pdf')).toBe('other');
    await other.giveBack('ab');
    expect(await own.look('ab')).toMatchObject({ kind: 'copy' });
  });

  test('of a copy that a person took say that it is one for every other file of it', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const [own, other] = [claimsOf('1'), claimsOf('2')];
    await own.noteCopy('ab', 'a.pdf');
    await other.takeCopy('ab');
    for await (const name of unhurried(['a.pdf', 'b.pdf'])) {
      await other.noteTaken('ab', name);
      expect(await other.look('ab')).toEqual({ kind: 'own', taken: true, at: 7, isCopy: true });
    }
    await own.release('ab');
    expect(await own.look('ab')).toEqual({ kind: 'own', taken: true, at: 7, isCopy: true });
  });

  test('of a content that was taken before it was saved as a copy say both', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const own = claimsOf('1');
    await own.claim('ab', 'a.pdf');
    await own.noteTaken('ab', 'a.pdf');
    await own.noteCopy('ab', 'a.pdf');
    expect(await own.look('ab')).toEqual({ kind: 'own', taken: true, at: 7, isCopy: true });
  });

  test('that two turns of one computer hold are given back by the last one, and not if one of them took the content', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const claims = claimsOf('1');
    const kind = async () => (await claims.look('ab')).kind;
    expect([await claims.claim('ab', 'a.pdf'), await claims.claim('ab', 'a.pdf')]).toEqual(['new', 'own']);
    await claims.giveBack('ab');
    expect(await kind()).toBe('own');
    await claims.giveBack('ab');
    expect(await kind()).toBe('none');
    // One has taken it, and notes it before or after the other one gives it back.
    const steps = [() => claims.noteTaken('ab', 'a.pdf'), () => claims.giveBack('ab')];
    for await (const order of unhurried([steps, steps.toReversed()])) {
      await claims.claim('ab', 'a.pdf');
      await claims.claim('ab', 'a.pdf');
      for await (const step of unhurried(order)) await step();
      expect(await claims.look('ab')).toMatchObject({ kind: 'own', taken: true });
      rmSync(join(claimsFolder(), 'ab.claim'));
    }
    await claims.noteCopy('ab', 'a.pdf');
    expect([await claims.takeCopy('ab'), await claims.takeCopy('ab')]).toEqual([true, true]);
    await claims.noteTaken('ab', 'a.pdf');
    await claims.giveBack('ab');
    expect(await kind()).toBe('own');
  });

  test('of another computer are never replaced by the note that we took the content', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const [own, other] = [claimsOf('1'), claimsOf('2')];
    await own.claim('ab', 'a.pdf');
    await other.release('ab');
    await other.claim('ab', 'a.pdf');
    await own.noteTaken('ab', 'a.pdf');
    expect(await other.look('ab')).toEqual({ kind: 'own', taken: false, at: 7 });
  });

  test('that cannot be read count as those of somebody else', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    for (const text of ['', '{', '{"computer":1}', 'x'.repeat(20_000)]) {
      writeFileSync(join(claimsFolder(), 'ab.claim'), text);
      // oxlint-disable-next-line no-await-in-loop
      expect(await claimsOf('1').look('ab')).toMatchObject({ kind: 'other' });
      // oxlint-disable-next-line no-await-in-loop
      expect(await claimsOf('1').claim('ab', 'a.pdf')).toBe('other');
    }
  });

  test('that the disk refuses to read count as those of somebody else, and no other claim with them', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    await claimsOf('2').claim('ab', 'a.pdf');
    const refusal = Object.assign(new Error('EACCES'), { code: 'EACCES' });
    const claims = createClaims(
      world.root,
      computer('1'),
      () => 7,
      async (root, path, most) => {
        if (path.endsWith('/ab.claim')) throw refusal;
        return readUntrustedFile(root, path, most);
      },
    );
    expect(await claims.look('ab')).toMatchObject({ kind: 'other', by: '?', isOld: false });
    expect(await claims.claim('ab', 'a.pdf')).toBe('other');
    expect(await claims.claim('cd', 'b.pdf')).toBe('new');
    // A folder that refuses is another matter.
    rmSync(claimsFolder(), { recursive: true });
    await expect(claims.look('ab')).rejects.toBe(refusal);
  });

  test('of ours that a crash left empty, where there are no links, are finished by what we meant', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const [own, other] = ['1', '2'].map(claimsOf);
    await own?.claim('ab', 'a.pdf');
    // The app ended between the name and the content.
    renameSync(join(claimsFolder(), 'ab.claim'), join(claimsFolder(), 'ab.1.tmp'));
    writeFileSync(join(claimsFolder(), 'ab.claim'), '');
    expect(await other?.look('ab')).toMatchObject({ kind: 'other', by: '?' });
    expect(await own?.claim('ab', 'a.pdf')).toBe('own');
    expect(await other?.look('ab')).toMatchObject({ kind: 'other', by: 'PC-1 (anna)' });
    expect(readdirSync(claimsFolder())).toEqual(['ab.claim']);
  });

  test('are never made in a folder that is not there', async () => {
    await expect(claimsOf('1').claim('ab', 'a.pdf')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(world.path('.countersign'))).toBe(false);
  });

  test('that name another content change no other claim when they are released', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    await claimsOf('2').claim('ab', 'a.pdf');
    await claimsOf('2').noteTaken('ab', 'a.pdf');
    const text = readFileSync(join(claimsFolder(), 'ab.claim'), 'utf8');
    writeFileSync(join(claimsFolder(), 'ab.claim'), text.replace('"ab"', '"../ef"'));
    await claimsOf('1').release('ab');
    expect(await claimsOf('1').look('ab')).toEqual({ kind: 'own', taken: true, at: 7 });
    expect(readdirSync(world.path('.countersign'))).toEqual(['claims']);
  });
});
