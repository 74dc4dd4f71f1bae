import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { contract } from '../../preload/contract/index.ts';
import { app, record } from './recording-electron.ts';

/** What the window may ask for. A new call is a decision: add it here with a reason, in the same change. */
const approved = [
  'account.chooseFolder',
  'account.clearClipboard',
  'account.finish',
  'account.forget',
  'account.openAdminPage',
  'account.paste',
  'account.test',
  // Lists of many documents: the window names no path, and main writes what goes into a file for a spreadsheet.
  'bulk.contents',
  'bulk.open',
  'bulk.save',
  'bulk.taken',
  'connection.copyReport',
  'connection.diagnose',
  'connection.open',
  'connection.read',
  'connection.save',
  'connection.select',
  // Opens the mail program with a text of main. The window names neither address nor text.
  'connection.writeToIt',
  // Main alone writes the letter; the window says which of three matters it is about.
  'connection.writeToOwner',
  // Several rows at once: the window names keys or a query, and what it showed the person who confirmed.
  'documents.act',
  'documents.check',
  'documents.details',
  // A saved copy, by the id of its document: main finds its path in the journal and checks its hash.
  'documents.dragCopy',
  'documents.keys',
  'documents.openCopy',
  // Withdraws or deletes a document, if main finds that the service allows it.
  'documents.order',
  // Sends an invitation again or changes the people of a draft, if main finds that connection, status and person allow it.
  'documents.orderForPerson',
  'documents.personOrders',
  // The list in parts: the window names places and keys, and gets what it may show.
  'documents.positionOf',
  // Parts of a saved copy, for its preview.
  'documents.readCopy',
  // The row of the notification that a person clicked.
  'documents.revealed',
  'documents.row',
  'documents.rows',
  'documents.save',
  'documents.selected',
  // Reads the copy that the journal names, and may store what is in it.
  'documents.signatures',
  // Reads files that the journal names, and says nothing about their content.
  'documents.stopVerifying',
  'documents.verifyCopies',
  // Evidence. The window names a row, and no path: where the PDF of its page goes, a dialog asks.
  'evidence.history',
  'evidence.print',
  'evidence.saveList',
  'evidence.savePage',
  'evidence.sheet',
  'evidence.verify',
  'files.choose',
  'files.copyMark',
  // Joins PDFs that intake accepts into a file of ours, by their ids. The window names no path.
  'files.join',
  'files.judge',
  'files.offer',
  'files.read',
  'files.receive',
  'files.release',
  'files.remarks',
  'files.scan',
  'files.signedBefore',
  'files.takeOpened',
  'files.textMarks',
  // Watched folders: the window names no path of this computer. A key leads only to a file that the last look saw.
  'folders.accept',
  'folders.act',
  'folders.activity',
  'folders.choose',
  'folders.files',
  'folders.look',
  'folders.pause',
  'folders.remarks',
  'folders.remove',
  'folders.save',
  'folders.show',
  'folders.wouldSend',
  'insight.month',
  'insight.saveSignatures',
  'keys.copyPublic',
  'keys.create',
  'keys.discardNext',
  'keys.promote',
  'keys.read',
  'keys.savePublic',
  'network.chooseAuthority',
  'network.dropAuthority',
  'network.proxy',
  // Online or not, as the page hears it from the system: main at most tries again what waits, and not often.
  'network.reach',
  'network.route',
  'outbox.choices',
  'outbox.command',
  'outbox.commandAll',
  'outbox.completeDraft',
  'outbox.deleteOrphan',
  'outbox.modes',
  'outbox.pause',
  'outbox.placesSignatures',
  // Parts of our copy of a file, by the id of its submission in the shown connection: main finds the path and checks its hash.
  'outbox.readCopy',
  'outbox.replace',
  'outbox.revise',
  'outbox.submit',
  // Who a document was sent to before: for suggestions, and for a person to put in order. Files are chosen in main.
  'people.forget',
  'people.import',
  'people.list',
  'people.merge',
  'people.save',
  'people.suggest',
  // The practice service in the app. The window names nothing: main makes the account, and the address for the browser.
  'practice.begin',
  'practice.openMail',
  // Choices kept for the next document. The window names no path: where a file goes or comes from, a dialog asks.
  'profiles.duplicate',
  'profiles.export',
  'profiles.import',
  'profiles.remove',
  'profiles.save',
  'settings.besideCopies',
  'settings.copyName',
  // Settings and profiles in a file that a dialog asks for. The window confirms what main read, by its id alone.
  'settings.export',
  'settings.import',
  'settings.language',
  'settings.list',
  'settings.notifications',
  'settings.parallel',
  'settings.previewCopyName',
  'settings.readFile',
  // Opens the folder with the data of Countersign, which main knows.
  'settings.showData',
  // Writes one entry that names this app alone, where the system keeps what starts at login.
  'settings.startAtLogin',
  // A report without any name goes where a dialog says.
  'settings.supportReport',
  'settings.theme',
  'settings.undo',
  'state.get',
  // Reminders. The window names a person; address and text of the mail come from main.
  // The app's own update: the window names neither an address nor a version.
  'updates.check',
  'updates.install',
  'waiting.among',
  'waiting.remind',
  'waiting.reminder',
  // The service's own invitation: main decides for which documents, at most once a day each.
  'waiting.resend',
  // Deadlines go where a dialog says. The window names a document by its id alone, or none.
  'waiting.saveDeadlines',
  'waiting.view',
];

const reply = z.union([
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: z.enum(['forbidden', 'bad-input', 'failed']) }),
]);

let contentsId: number;

beforeAll(async () => {
  await import('../../main/main.ts');
  await vi.waitFor(() => expect(record.windows).toHaveLength(1), 30_000);
  // The services start after the window was asked for.
  await vi.waitFor(() => expect(record.menus).not.toEqual([]), 30_000);
  contentsId = record.windows[0]?.webContents.id ?? 0;
});

const page = { url: 'app://bundle/index.html', origin: 'app://bundle', parent: null };
const ours = () => ({ sender: { id: contentsId }, senderFrame: page });

async function invoke(name: string, event: unknown, input: unknown): Promise<z.infer<typeof reply>> {
  const handler = record.calls.get(name);
  if (!handler) throw new Error(`No handler for ${name}`);
  return reply.parse(await Reflect.apply(handler, undefined, [event, input]));
}

/** Everything a call could have done that somebody would notice. */
async function traces(): Promise<unknown> {
  const state = await invoke('state.get', ours(), undefined);
  return {
    state,
    opened: [...record.opened],
    dialogs: record.dialogs.length,
    cleared: record.clipboardCleared,
    copied: [...record.copied],
  };
}

const validInput: Readonly<Record<string, unknown>> = {
  'connection.read': { text: '{}' },
  'settings.language': { choice: 'de' },
};
const inputFor = (name: string) =>
  validInput[name] ?? (name.startsWith('account.') ? { connectionId: 'c', text: 'x' } : undefined);

describe('the bridge', () => {
  test('offers what was approved, no more and no less', () => {
    expect([...record.calls.keys()].toSorted()).toEqual(approved);
    expect(Object.keys(contract.calls).toSorted()).toEqual(approved);
    expect(Object.keys(contract.events)).toEqual([
      'state.changed',
      'documents.changed',
      'outbox.news',
      'documents.signed',
      'desk.asked',
    ]);
  });

  test.each([
    ['another window', { sender: { id: 99 }, senderFrame: page }],
    ['a frame that is gone', { sender: { id: 1 }, senderFrame: null }],
    ['a frame inside the page', { sender: { id: 1 }, senderFrame: { ...page, parent: page } }],
    [
      'another origin',
      { sender: { id: 1 }, senderFrame: { ...page, url: 'https://evil.example/', origin: 'https://evil.example' } },
    ],
    [
      'a page and an origin that begin like ours',
      { sender: { id: 1 }, senderFrame: { ...page, url: 'app://bundle.evil/', origin: 'app://bundle.evil' } },
    ],
    ['an empty page that has our origin', { sender: { id: 1 }, senderFrame: { ...page, url: 'about:blank' } }],
    [
      'an origin that only begins like ours',
      { sender: { id: 1 }, senderFrame: { ...page, origin: 'app://bundle.evil' } },
    ],
    ['our page in a sandbox', { sender: { id: 1 }, senderFrame: { ...page, origin: 'null' } }],
    ['a page without an origin', { sender: { id: 1 }, senderFrame: { ...page, url: 'about:blank', origin: 'null' } }],
  ])('answers no call of %s, and nothing happens', async (_who, event) => {
    const before = await traces();
    for (const name of approved)
      expect([name, await invoke(name, event, inputFor(name))]).toEqual([name, { ok: false, error: 'forbidden' }]);
    expect(await traces()).toEqual(before);
  });

  const huge = 'x'.repeat(10_000_000);
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  const nasty = fc.oneof(
    fc.anything({
      withNullPrototype: true,
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      maxDepth: 4,
    }),
    fc.constantFrom<unknown>(
      huge,
      cycle,
      { text: huge },
      { connectionId: huge },
      JSON.parse('{"__proto__":{"connectionId":"c"}}'),
      [],
    ),
    fc.record({ connectionId: fc.oneof(fc.string(), fc.constant('__proto__')), text: fc.string() }),
    fc.record({ fields: fc.anything(), clientSecret: fc.anything(), connectionId: fc.anything() }),
  );

  test.each(approved)('%s takes any value without harm', async (name) => {
    await fc.assert(
      fc.asyncProperty(nasty, async (input) => {
        const answer = await invoke(name, ours(), input);
        if (!answer.ok) expect(answer.error).toBe('bad-input');
      }),
      { numRuns: 300 },
    );
    expect(Reflect.has({}, 'connectionId')).toBe(false);
  });

  test('events go to our window alone', async () => {
    const [window] = record.windows;
    const before = window?.webContents.sent.length ?? 0;
    expect(await invoke('settings.language', ours(), { choice: 'it' })).toEqual({ ok: true, value: { ok: true } });
    expect(window?.webContents.sent.slice(before)).toEqual([
      [
        'state.changed',
        {
          revision: expect.any(Number),
          // Copies are named in the language of the app.
          patch: { languageChoice: 'it', language: 'it', locale: 'it', copyName: '{date} {name} firmato' },
        },
      ],
    ]);
    app.emit('will-quit', {});
  });
});
