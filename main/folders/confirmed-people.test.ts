import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../preload/contract/profile.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const { choices } = profile;
const other = { email: 'carla@example.ch', name: 'Carla', comment: '', order: null };

async function sending(text = 'first') {
  const app = await world.begin();
  const id = await app.add({ goal: 'send', originals: 'keep' });
  world.put('First.pdf', text);
  await app.pass(A_WHILE);
  expect(world.submissions().map(({ goal }) => goal)).toEqual(['send']);
  return {
    ...app,
    id,
    change: (changed: Profile) => app.state.publish({ profiles: [changed] }),
    async goalOf(name: string): Promise<string | undefined> {
      world.put(name);
      await app.pass(A_WHILE);
      return world.submissions().find(({ wish }) => wish.file.name === name)?.goal;
    },
  };
}

test('a sub-folder named like the profile of the folder, in one of another profile, is confirmed with the rule', async () => {
  const offers = { ...profile, id: 'offers', name: 'Offers', isDefault: false };
  const app = await world.begin({ profilesOf: () => [profile, offers] });
  const id = await app.add({ goal: 'send' });
  world.put(`Offers/${profile.name}/Lease.pdf`);
  await app.pass(A_WHILE);
  expect(world.submissions().map(({ goal }) => goal)).toEqual(['send']);
  expect(app.view(id)?.unconfirmed).toBeNull();
  await app.end();
});

test('a sidecar whose profile was renamed, so that its name leads to the profile of the folder, is only prepared', async () => {
  const hr = { ...profile, id: 'hr', name: 'HR', isDefault: false };
  let profiles = [profile, hr];
  const app = await world.begin({ profilesOf: () => profiles });
  const id = await app.add({ goal: 'send' });
  profiles = [
    { ...profile, name: 'HR' },
    { ...hr, name: 'Personal' },
  ];
  app.state.publish({ profiles });
  writeFileSync(world.path('Lease.pdf.json'), JSON.stringify({ profile: 'HR' }));
  world.put('Lease.pdf');
  await app.pass(A_WHILE);
  expect(world.submissions().map(({ goal }) => goal)).toEqual(['hold']);
  expect(app.view(id)?.unconfirmed).toMatchObject({ profiles: ['HR'] });
  await app.end();
});

describe('a folder that sends by itself', () => {
  test.each<[string, Profile]>([
    ['other people', { ...profile, choices: { ...choices, signees: [other] } }],
    ['one person more', { ...profile, choices: { ...choices, signees: [...choices.signees, other] } }],
    [
      'another order',
      { ...profile, choices: { ...choices, signees: choices.signees.map((one) => ({ ...one, order: 3 })) } },
    ],
    ['another kind of signature', { ...profile, choices: { ...choices, mode: 'qualified' } }],
    ['people from the fields of the PDF', { ...profile, choices: { ...choices, scanPredefined: true } }],
  ])('only prepares by a profile that now asks for %s, until a person confirms it', async (_what, changed) => {
    const app = await sending();
    app.change(changed);
    expect(await app.goalOf('Second.pdf')).toBe('hold');
    expect(app.view(app.id)?.unconfirmed).toMatchObject({ profiles: ['Contracts'] });
    const rule = app.view(app.id)?.rule;
    if (rule === undefined) throw new Error('The folder is not shown.');
    expect(await app.folders.save(app.id, rule, true)).toMatchObject({ ok: true });
    expect(await app.goalOf('Third.pdf')).toBe('send');
    expect(app.view(app.id)?.unconfirmed).toBeNull();
    await app.end();
  });

  test('goes on when the profile has another name, comment or sender, or is as it was confirmed again', async () => {
    const app = await sending();
    app.change({ ...profile, name: 'Leases', choices: { ...choices, comment: 'Please', alias: 'Berta' } });
    expect(await app.goalOf('Second.pdf')).toBe('send');
    app.change({ ...profile, choices: { ...choices, signees: [other] } });
    await app.pass(A_WHILE);
    app.change(profile);
    expect(await app.goalOf('Third.pdf')).toBe('send');
    await app.end();
  });

  test('only prepares in a sub-folder whose name a profile has that nobody confirmed', async () => {
    const app = await sending();
    app.state.publish({ profiles: [profile, { ...profile, id: 'p2', name: 'Leases', isDefault: false }] });
    world.put('Leases/Second.pdf');
    await app.pass(A_WHILE);
    const second = world.submissions().find(({ wish }) => wish.file.name === 'Second.pdf');
    expect(second?.goal).toBe('hold');
    expect(app.view(app.id)?.unconfirmed).toMatchObject({ profiles: ['Leases'] });
    expect(await app.goalOf('Third.pdf')).toBe('send');
    await app.end();
  });

  describe('with a sub-folder that had a profile of its own', () => {
    const leases: Profile = { ...profile, id: 'p2', name: 'Leases', isDefault: false };

    async function withLeases() {
      const app = await world.begin();
      app.state.publish({ profiles: [profile, leases] });
      const id = await app.add({ goal: 'send', originals: 'keep' });
      const goalOf = async (path: string) => {
        world.put(path);
        await app.pass(A_WHILE);
        return world.submissions().find(({ wish }) => path.endsWith(wish.file.name))?.goal;
      };
      expect([await goalOf('Leases/First.pdf'), await goalOf('Top.pdf')]).toEqual(['send', 'send']);
      return { ...app, id, goalOf };
    }

    test.each<[string, readonly Profile[]]>([
      ['is deleted', [profile]],
      ['has another name', [profile, { ...leases, name: 'Rents' }]],
    ])('only prepares its documents for other people when that %s, until a person confirms it', async (_what, now) => {
      const app = await withLeases();
      app.state.publish({ profiles: [...now] });
      expect([await app.goalOf('LEASES/Deep/Second.pdf'), await app.goalOf('Other.pdf')]).toEqual(['hold', 'send']);
      expect(app.view(app.id)?.unconfirmed).toMatchObject({ profiles: ['Contracts'] });
      const rule = app.view(app.id)?.rule;
      if (rule === undefined) throw new Error('The folder is not shown.');
      expect(await app.folders.save(app.id, rule, true)).toMatchObject({ ok: true });
      expect(app.view(app.id)?.unconfirmed).toBeNull();
      expect(await app.goalOf('Leases/Third.pdf')).toBe('send');
      await app.end();
    });

    test('sends a document whose sidecar names a confirmed profile', async () => {
      const app = await withLeases();
      app.state.publish({ profiles: [profile] });
      writeFileSync(world.path('Leases/Second.pdf.json'), JSON.stringify({ profile: 'Contracts' }));
      expect(await app.goalOf('Leases/Second.pdf')).toBe('send');
      await app.end();
    });
  });

  test('remembers over a restart what was confirmed', async () => {
    const app = await sending();
    await app.end();
    const again = await world.begin();
    await again.pass(A_WHILE);
    world.put('Second.pdf');
    again.state.publish({ profiles: [{ ...profile, choices: { ...choices, signees: [other] } }] });
    await again.pass(A_WHILE);
    expect(
      world
        .submissions()
        .map(({ goal }) => goal)
        .toSorted(),
    ).toEqual(['hold', 'send']);
    await again.end();
  });
});
