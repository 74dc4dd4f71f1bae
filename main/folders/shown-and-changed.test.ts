import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { acceptFiles } from '../hand-over/accept-files.ts';
import { createClaims } from './claims.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';
import { sampleRule } from './testing/sample-rule.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

type App = Awaited<ReturnType<FolderWorld['begin']>>;

const berta = { email: 'berta@example.ch', name: '', comment: '', order: null };
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const notNow = { ok: false, problem: { key: 'shown-changed' } };

const putSidecar = (content: object) => writeFileSync(world.path('Contract.pdf.json'), JSON.stringify(content));
const people = () => world.submissions().map(({ wish }) => wish.signees.map(({ email }) => email).join());

function printOf(app: App, id: string, key: string): string {
  const row = app.folders.files(id, 'all').files.find((one) => one.key === key);
  if (row === undefined) throw new Error(`${key} is not shown.`);
  return row.print;
}

/** What happens between the question and the answer, and whether a look has seen it. */
const isSeen = [
  ['and a look has seen it', 2 * A_WHILE],
  ['and no look has seen it', 0],
] as const;

describe('the list of files', () => {
  test('shows whom the submission asks for a document that is under way, not whom its sidecar names by now', async () => {
    world.put('Contract.pdf');
    putSidecar({ signees: [{ email: 'wrong@example.ch' }] });
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    expect(people()).toEqual(['wrong@example.ch']);
    putSidecar({ signees: [{ email: 'right@example.ch' }, { email: 'more@example.ch' }] });
    await app.pass(2 * A_WHILE);
    expect(app.folders.files(id, 'all').files).toMatchObject([
      { verdict: 'under-way', signees: ['wrong@example.ch'], signeeCount: 1 },
    ]);
    await app.end();
  });

  test('shows whom the submission asks also after the profile has other people', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    app.state.publish({ profiles: [{ ...profile, choices: { ...profile.choices, signees: [berta] } }] });
    await app.pass(2 * A_WHILE);
    expect(people()).toEqual(['anna@muster.ch']);
    expect(app.folders.files(id, 'all').files).toMatchObject([{ signees: ['anna@muster.ch'] }]);
    await app.end();
  });
});

describe('a person who names the people of a document', () => {
  async function asked() {
    world.put('Contract.pdf');
    const app = await world.begin();
    app.state.publish({ profiles: [{ ...profile, choices: { ...profile.choices, signees: [] } }] });
    const id = await app.add();
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Contract.pdf: no-signee']);
    const answer = (print: string) =>
      app.folders.act({ id, key: 'Contract.pdf', print, action: 'complete', signees: [berta], remember: false });
    return { app, answer, print: () => printOf(app, id, 'Contract.pdf') };
  }

  describe.each(isSeen)('%s', (_how, ms) => {
    test('is asked again when another document lies under the name', async () => {
      const { app, answer, print } = await asked();
      const shown = print();
      world.put('Contract.pdf', 'another document');
      await app.pass(ms);
      expect(await answer(shown)).toMatchObject(notNow);
      expect(world.names()).toEqual([]);
      await app.end();
    });

    test('is asked again when another computer has saved it as a signed copy', async () => {
      const { app, answer, print } = await asked();
      const shown = print();
      const other = createClaims(world.root, { id: 'computer-2', name: 'PC-2', user: 'beat' }, () => 7);
      await other.noteCopy(hashOf(readFileSync(world.path('Contract.pdf'))), 'Contract.pdf');
      await app.pass(ms);
      expect(await answer(shown)).toMatchObject(notNow);
      await app.pass(A_WHILE);
      expect(people()).toEqual([]);
      await app.end();
    });

    test.each([
      ['a note', { comment: 'Sign at once' }],
      ['people', { signees: [{ email: 'carla@example.ch' }] }],
    ])('is asked again when a sidecar with %s has come', async (_what, content) => {
      const { app, answer, print } = await asked();
      const shown = print();
      putSidecar(content);
      await app.pass(ms);
      expect(await answer(shown)).toMatchObject(notNow);
      expect(people()).not.toContain('berta@example.ch');
      await app.end();
    });
  });

  test('is believed when nothing has changed since', async () => {
    const { app, answer, print } = await asked();
    await app.pass(2 * A_WHILE);
    expect(await answer(print())).toEqual({ ok: true });
    expect(people()).toEqual(['berta@example.ch']);
    await app.end();
  });
});

describe('a person who sends a document anyway', () => {
  async function withdrawn() {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    app.endsAs('withdrawn');
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Contract.pdf: stopped']);
    const send = (print: string) => app.folders.act({ id, key: 'Contract.pdf', print, action: 'send-anyway' });
    return { app, send, print: () => printOf(app, id, 'Contract.pdf') };
  }

  describe.each(isSeen)('%s', (_how, ms) => {
    test('is asked again when a sidecar names other people', async () => {
      const { app, send, print } = await withdrawn();
      const shown = print();
      putSidecar({ signees: [{ email: 'carla@example.ch' }] });
      await app.pass(ms);
      expect(await send(shown)).toMatchObject(notNow);
      expect(people()).toEqual(['anna@muster.ch']);
      await app.end();
    });

    test('is asked again when the profile has other people', async () => {
      const { app, send, print } = await withdrawn();
      const shown = print();
      app.state.publish({ profiles: [{ ...profile, choices: { ...profile.choices, signees: [berta] } }] });
      await app.pass(ms);
      expect(await send(shown)).toMatchObject(notNow);
      expect(people()).toEqual(['anna@muster.ch']);
      await app.end();
    });
  });

  test('is believed when nothing has changed since', async () => {
    const { app, send, print } = await withdrawn();
    await app.pass(2 * A_WHILE);
    expect(await send(print())).toEqual({ ok: true });
    expect(people()).toEqual(['anna@muster.ch', 'anna@muster.ch']);
    await app.end();
  });
});

describe('a person who answers to whom a folder sends', () => {
  const others = { ...profile, choices: { ...profile.choices, signees: [berta] } };
  const ofSubFolder = { ...others, id: 'p2', name: 'Berta', isDefault: false };

  const changes: readonly (readonly [string, (app: App) => void])[] = [
    ['the profile has other people', (app) => app.state.publish({ profiles: [others] })],
    ['a profile for a sub-folder has come', (app) => app.state.publish({ profiles: [profile, ofSubFolder] })],
    [
      'another account is signed in',
      (app) => app.state.publish({ connections: [{ ...world.connection, username: 'beat' }] }),
    ],
    ['a sidecar names another person', () => putSidecar({ signees: [{ email: 'berta@example.ch' }] })],
    ['more documents have come', () => ['1.pdf', '2.pdf'].forEach((name) => world.put(name))],
  ];

  test.each(changes)('is asked again when %s meanwhile', async (_what, change) => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const preview = await app.folders.preview(world.root);
    if (!preview.ok) throw new Error('No preview');
    await app.pass(A_WHILE);
    const rule = app.view(preview.id)?.rule;
    if (!rule) throw new Error('The preview is not shown.');
    const wanted = { ...rule, goal: 'send' as const };
    const { print } = await app.folders.wouldSend(preview.id, wanted);
    change(app);
    expect(await app.folders.save(preview.id, wanted, true, print)).toMatchObject(notNow);
    expect(app.view(preview.id)?.isPreview).toBe(true);
    const shownNow = await app.folders.wouldSend(preview.id, wanted);
    expect(await app.folders.save(preview.id, wanted, true, shownNow.print)).toMatchObject({ ok: true });
    await app.end();
  });

  test('is asked again when the people of a sidecar that had just come are known', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const preview = await app.folders.preview(world.root);
    const id = preview.ok ? preview.id : '';
    await app.pass(A_WHILE);
    const wanted = { ...(app.view(id)?.rule ?? sampleRule), goal: 'send' as const };
    const save = (print: string) => app.folders.save(id, wanted, true, print);
    const asked = await app.folders.wouldSend(id, wanted);
    putSidecar({ signees: [{ email: 'berta@example.ch' }] });
    const unread = await app.folders.wouldSend(id, wanted);
    expect(await save(asked.print)).toMatchObject(notNow);
    await app.pass(A_WHILE);
    expect(await save(unread.print)).toMatchObject(notNow);
    const read = await app.folders.wouldSend(id, wanted);
    expect(read.people).toEqual(['berta@example.ch']);
    expect(await save(read.print)).toMatchObject({ ok: true });
    await app.end();
  });

  test('is asked again when people were remembered for the folder meanwhile', async () => {
    world.put('Contract.pdf');
    const nobody = { ...profile, choices: { ...profile.choices, signees: [] } };
    const app = await world.begin({ profilesOf: () => [nobody] });
    const id = await app.add();
    await app.pass(A_WHILE);
    const wanted = { ...(app.view(id)?.rule ?? sampleRule), goal: 'send' as const };
    const { print } = await app.folders.wouldSend(id, wanted);
    const complete = { id, key: 'Contract.pdf', action: 'complete' as const, signees: [berta], remember: true };
    expect(await app.act(complete)).toEqual({ ok: true });
    expect(await app.folders.save(id, wanted, true, print)).toMatchObject(notNow);
    await app.end();
  });
});

describe('a person who decides about a document that went another way meanwhile', () => {
  /** The same content is handed over in the Send sheet. */
  async function sendElsewhere(app: App): Promise<void> {
    const [one] = await acceptFiles(
      { outbox: app.outbox, newId: () => 'elsewhere', now: app.time.clock.now, undoMs: () => 0 },
      { connectionId: world.connection.id, account: 'anna', origin: 'interactive' },
      [
        {
          path: world.path('Contract.pdf'),
          sha256: world.sha256('Contract.pdf'),
          goal: 'send',
          choices: { ...profile.choices, signees: [berta] },
          isUnchanged: () => true,
        },
      ],
    );
    expect(one?.kind).toBe('accepted');
  }

  async function waiting() {
    world.put('Contract.pdf');
    const app = await world.begin();
    app.state.publish({ profiles: [{ ...profile, choices: { ...profile.choices, signees: [] } }] });
    const id = await app.add();
    // Its rescans are minutes apart.
    await app.hears(id);
    await app.pass(A_WHILE);
    const complete = (print: string) =>
      app.folders.act({ id, key: 'Contract.pdf', print, action: 'complete', signees: [berta], remember: false });
    return { app, id, complete };
  }

  test('is asked again, and sees it as a duplicate', async () => {
    const { app, id, complete } = await waiting();
    const shown = printOf(app, id, 'Contract.pdf');
    await sendElsewhere(app);
    expect(await complete(shown)).toMatchObject(notNow);
    expect(world.submissions()).toHaveLength(1);
    expect(app.shown(id)).toEqual(['Contract.pdf: duplicate']);
    await app.end();
  });

  test('is asked again when it was saved as a signed copy', async () => {
    const { app, id, complete } = await waiting();
    const shown = printOf(app, id, 'Contract.pdf');
    const sha256 = world.sha256('Contract.pdf');
    const copy = { connectionId: world.connection.id, documentId: 'd', path: '/Contract.pdf', size: 1, at: 2 };
    world.here.journal.savedCopies.add({ ...copy, sha256 });
    expect(await complete(shown)).toMatchObject(notNow);
    expect(world.submissions()).toEqual([]);
    await app.end();
  });

  test('sees it as a duplicate as soon as the outbox tells of it, without a scan', async () => {
    const { app, id } = await waiting();
    await sendElsewhere(app);
    const [submission] = world.submissions();
    if (submission) app.folders.submissionChanged(submission);
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Duplicates/Contract.pdf: duplicate']);
    await app.end();
  });
});

describe('fifty answers of a person at once', () => {
  const numbers = Array.from({ length: 50 }, (_none, number) => number);
  const signeesOf = (number: number) => [{ email: `p${number}@example.ch`, name: '', comment: '', order: null }];

  /** Fifty documents for which nobody is named, as the window shows them. */
  async function shown() {
    for (const number of numbers) world.put(`Letter ${number}.pdf`);
    const nobody = { ...profile, choices: { ...profile.choices, signees: [] } };
    const app = await world.begin({ profilesOf: () => [nobody] });
    const id = await app.add();
    await app.pass(A_WHILE);
    const prints = new Map(app.folders.files(id, 'all').files.map(({ key, print }) => [key, print]));
    const answer = (number: number, remember = false) => {
      const key = `Letter ${number}.pdf`;
      const print = prints.get(key) ?? '';
      return app.folders.act({ id, key, print, action: 'complete', signees: signeesOf(number), remember });
    };
    return { app, answer };
  }
  const peopleByName = () =>
    new Map(world.submissions().map(({ wish }) => [wish.file.name, wish.signees.map(({ email }) => email).join()]));

  test('send each document to its own people', async () => {
    const { app, answer } = await shown();
    const answers = await Promise.all(numbers.map((number) => answer(number)));
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(peopleByName()).toEqual(new Map(numbers.map((number) => [`Letter ${number}.pdf`, `p${number}@example.ch`])));
    expect(world.submissions()).toHaveLength(50);
    await app.end();
  });

  test('are refused from the moment when one of them names the people of all', async () => {
    const { app, answer } = await shown();
    const answers = await Promise.all(numbers.map((number) => answer(number, number === 24)));
    expect(answers.map(({ ok }) => ok)).toEqual(numbers.map((number) => number <= 24));
    const own = numbers.filter((number) => number <= 24);
    for (const number of own) expect(peopleByName().get(`Letter ${number}.pdf`)).toBe(`p${number}@example.ch`);
    await app.pass(A_WHILE);
    // The rule has people now: the others go to them, each once.
    for (const number of numbers.slice(25)) expect(peopleByName().get(`Letter ${number}.pdf`)).toBe('p24@example.ch');
    expect(world.submissions()).toHaveLength(50);
    await app.end();
  });
});

test('an answer that came too late remembers nobody for other documents', async () => {
  world.put('Contract.pdf');
  let isLate = false;
  const app = await world.begin({}, {}, (take) => async (offers, report) => {
    if (isLate) putSidecar({ signees: [{ email: 'carla@example.ch' }] });
    return take(offers, report);
  });
  const nobody = [{ ...profile, choices: { ...profile.choices, signees: [] } }];
  app.state.publish({ profiles: nobody });
  const id = await app.add();
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Contract.pdf: no-signee']);
  isLate = true;
  const act = { id, key: 'Contract.pdf', action: 'complete' as const, signees: [berta], remember: true };
  expect(await app.act(act)).toMatchObject({ ok: false });
  world.put('Next.pdf');
  await app.pass(2 * A_WHILE);
  expect(app.shown(id)).toContain('Next.pdf: no-signee');
  await app.end();
});
