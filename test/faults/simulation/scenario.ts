import type { Command } from '../../../main/submission/fact.ts';
import { newSubmission } from '../../../main/submission/new-submission.ts';
import { hashOf, type Submission, type Wish } from '../../../main/submission/submission.ts';
import { connectionFor } from './connections.ts';
import type { Process } from './process.ts';
import { namedIn, withFields } from './signature-fields.ts';
import { Crash } from './time.ts';
import { type Intent, NAMES, pathOfName, type World } from './world.ts';

interface Plan {
  readonly id: string;
  readonly connectionId: string;
  readonly path: string;
  readonly origin: Submission['origin'];
  readonly goal: Submission['goal'];
  readonly undoMs: number;
  readonly wish: Omit<Wish, 'file'>;
  readonly sha256: string;
  /** It is handed over just before somebody signs in. */
  readonly isSignedOut: boolean;
}

/** Plans what people do: send, cancel, change. */
export function planWork(
  world: World,
  count: number,
  process: () => Process | null,
  acknowledgedFirst: boolean,
  fickle: boolean,
) {
  const { chance, time } = world;
  for (let number = 0; number < count; number += 1) {
    const planned = planOf(world, number, fickle);
    const bring = () => {
      if (world.acknowledged.has(planned.id)) return;
      // A person who got no answer hands the file over again.
      time.after(10_000, bring);
      const current = process();
      if (current !== null && !world.rows().some(({ id }) => id === planned.id))
        ignoringCrash(bringIn(world, current, planned, acknowledgedFirst));
    };
    time.after(chance.below(60_000), bring);
    if (planned.goal === 'hold' && fickle) prepare(world, planned.id, process);
    for (let times = fickle ? chance.below(3) : 0; times > 0; times -= 1) {
      const when = chance.below(chance.of(0.6) ? 180_000 : 2_400_000);
      time.after(when, () => ignoringCrash(meddle(world, process, planned.id)));
    }
  }
}

/** Changes a submission on hold, then sends it. */
function prepare(world: World, id: string, process: () => Process | null): void {
  const { chance, time } = world;
  const give = (command: () => Command) => () => {
    const row = world.rows().find((one) => one.id === id);
    const current = process();
    if (row?.stage.kind === 'held' && current !== null) ignoringCrash(ask(world, current, row, command()));
  };
  time.after(
    chance.between(61_000, 240_000),
    give(() => ({ kind: 'revise', choices: choicesOf(world, `${id}y`) })),
  );
  time.after(
    chance.between(5, 50) * 60_000,
    give(() => ({ kind: 'send', startAfter: process()?.now() ?? 0 })),
  );
}

/** A crash ends the work without an answer. */
export function ignoringCrash(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error;
  });
}

function planOf(world: World, number: number, fickle: boolean): Plan {
  const { chance, contents, seed } = world;
  // Sometimes a file is handed over twice on purpose.
  const twin = fickle && number > 0 && chance.of(0.2) ? number - 1 : number;
  // In every other run, two contents share a name.
  const usual = NAMES[(seed + Math.floor(twin / (1 + (seed % 2)))) % NAMES.length] ?? NAMES[0];
  const sha256 = contents.files[twin]?.sha256 ?? '';
  return {
    id: `s${number}`,
    connectionId: connectionFor(seed, number),
    path: pathOfName(contents, twin, world.namesakes?.name ?? usual),
    origin: chance.pick(['interactive', 'folder']),
    goal: fickle ? chance.pick(['send', 'send', 'send', 'send', 'send', 'send', 'draft', 'hold', 'hold']) : 'send',
    undoMs: chance.pick([0, 10_000, 120_000]),
    wish: fickle ? withFields(world, sha256, choicesOf(world, number)) : choicesOf(world, number),
    sha256,
    isSignedOut: fickle && (seed + number) % 9 === 0,
  };
}

function choicesOf({ chance }: World, number: number | string): Omit<Wish, 'file'> {
  const ordered = chance.of(0.5);
  const people = chance.between(1, 3);
  return {
    mode: chance.pick(['timestamp', 'advanced', 'qualified']),
    jurisdiction: chance.pick(['zertes', 'eidas']),
    alias: 'Anna Muster',
    comment: chance.pick(['', 'Please sign']),
    sendMail: 'others',
    scanPredefined: false,
    extra: {},
    signees: Array.from({ length: people }, (_, at) => ({
      email: `p${number}${at}@example.test`,
      ...(ordered ? { order: at } : {}),
    })),
  };
}

async function bringIn(
  world: World,
  { outbox, alive, now }: Process,
  planned: Plan,
  acknowledgedFirst: boolean,
): Promise<void> {
  const { id, connectionId, origin, goal, undoMs, wish, sha256, isSignedOut } = planned;
  if (acknowledgedFirst) world.acknowledged.add(id);
  const account = isSignedOut ? null : world.users[world.signedIn].username;
  const notBefore = world.time.now() + undoMs;
  // The person pressed Send, even if the process crashes before it answers.
  const before = world.intents.get(id);
  const earlier = before === undefined ? [] : [...before.earlier, before.account];
  world.intents.set(id, { sent: goal === 'send', notBefore, wish, sha256, account, earlier });
  noteChosen(world, sha256, account);
  await world.time.readingFiles(() =>
    outbox.take(
      [
        {
          path: planned.path,
          submission: (file) =>
            newSubmission({ id, connectionId, account, origin, goal, undoMs, wish: { ...wish, file } }, now()),
        },
      ],
      (progress) => {
        if (progress.kind !== 'accepted' || !alive()) return;
        world.acknowledged.add(id);
      },
    ),
  );
}

async function meddle(world: World, current: () => Process | null, id: string): Promise<void> {
  const process = current();
  const row = world.rows().find((one) => one.id === id);
  if (process === null || row === undefined) return;
  const now = process.now();
  const command = world.chance.pick<Command>([
    { kind: 'cancel' },
    { kind: 'undo' },
    { kind: 'undo' },
    { kind: 'send-now' },
    { kind: 'send', startAfter: now + 10_000 },
    { kind: 'withdraw' },
    { kind: 'redo', id: '' },
    { kind: 'update', alias: 'Anna M.', comment: 'Second thoughts' },
    { kind: 'revise', choices: choicesOf(world, `${id}x`) },
    { kind: 'delete' },
    { kind: 'retry' },
    { kind: 'take-over', account: world.users[world.signedIn].username },
  ]);
  if (command.kind !== 'redo') await ask(world, process, row, command);
  else if (!world.rows().some(({ redoOf }) => redoOf === id)) await redo(world, current, row);
}

/** A person corrects a document before it is withdrawn, or prepares a copy and corrects that. */
async function redo(world: World, current: () => Process | null, row: Submission): Promise<void> {
  const process = current();
  if (process === null) return;
  if (world.copying.of(0.5)) {
    const { file: _file, ...choices } = { ...row.wish, comment: 'Corrected' };
    await ask(world, process, row, { kind: 'redo', id: '', corrected: { choices, startAfter: process.now() + 5_000 } });
  } else if (await ask(world, process, row, { kind: 'redo', id: '' })) sendCopy(world, current, row.id, 10);
}

/** A person who corrects a document presses Send of its copy soon, and again while nothing happens. */
function sendCopy(world: World, current: () => Process | null, id: string, presses: number): void {
  const { copying, time } = world;
  if (presses === 0) return;
  const press = async () => {
    const copy = world.rows().find((row) => world.replaced.get(row.id) === id && row.stage.kind === 'held');
    const process = current();
    if (copy === undefined) return;
    const sent =
      process !== null && (await ask(world, process, copy, { kind: 'send', startAfter: process.now() + 1_000 }));
    if (!sent) sendCopy(world, current, id, presses - 1);
  };
  time.after(copying.between(50, 20_000), () => ignoringCrash(press()));
}

function noteChosen({ chosen, users }: World, sha256: string, account: string | null): void {
  for (const { username } of Object.values(users))
    if (account === null || account === username) chosen.add(`${sha256} ${username}`);
}

/** After Undo the person may send the file once more. */
function allowUpload({ uploadAgain }: World, row: Submission): void {
  uploadAgain.set(hashOf(row), (uploadAgain.get(hashOf(row)) ?? 0) + 1);
}

/** Gives a command and records the person's new intent. */
async function ask(world: World, { outbox, alive }: Process, row: Submission, command: Command): Promise<boolean> {
  const { id } = row;
  world.touched.set(id, world.time.now());
  const before = world.intents.get(id);
  const hoped = before === undefined ? null : after(before, command, row);
  const copy = before === undefined ? null : copyOf(before, command);
  if (hoped !== null) world.pending.add(hoped);
  if (copy !== null) world.pending.add(copy);
  if (hoped !== null) noteChosen(world, hoped.sha256, hoped.account);
  const known = new Set(world.rows().map((one) => one.id));
  const answer = await outbox.command(id, command).catch((error: unknown) => {
    // After the end of the process, its journal is closed.
    if (alive()) throw error;
    return null;
  });
  // It may be recorded although the process ended before it answered.
  if (command.kind === 'undo' && answer?.ok !== false) allowUpload(world, row);
  if (answer === null || !alive()) return false;
  if (hoped !== null) world.pending.delete(hoped);
  if (copy !== null) world.pending.delete(copy);
  if (!answer.ok) return false;
  if (hoped !== null) world.intents.set(id, hoped);
  if (command.kind === 'cancel' && row.firstSent === null) world.cancelledAt.set(hashOf(row), world.time.now());
  for (const fresh of world.rows()) {
    if (copy === null || known.has(fresh.id) || fresh.redoOf === null) continue;
    world.replaced.set(fresh.id, id);
    world.acknowledged.add(fresh.id);
    world.intents.set(fresh.id, copy);
  }
  return true;
}

/** What the person wants with the copy that the command makes. Null: it makes none. */
function copyOf(intent: Intent, command: Command): Intent | null {
  if (command.kind !== 'redo') return null;
  if (command.corrected === undefined) return { ...intent, sent: false };
  const { choices, startAfter } = command.corrected;
  return { ...intent, wish: choices, sent: true, notBefore: startAfter };
}

function after(intent: Intent, command: Command, row: Submission): Intent {
  switch (command.kind) {
    case 'send':
      return { ...intent, sent: true, notBefore: 0 };
    case 'send-now':
      return { ...intent, notBefore: 0 };
    case 'cancel':
    case 'undo':
    case 'give-up':
    case 'redo':
    case 'delete':
      return { ...intent, sent: false };
    case 'revise':
      return { ...intent, wish: command.choices };
    case 'update':
      return { ...intent, wish: { ...intent.wish, alias: command.alias, comment: command.comment } };
    case 'retry':
      // "Retry" of a recovered draft means Send.
      return row.recovered && row.documentId !== null ? { ...intent, sent: true, notBefore: 0 } : intent;
    case 'take-over':
      return { ...intent, account: command.account, earlier: [], sent: false };
    default:
      return intent;
  }
}

/** A person cancels a recovered submission. */
export async function stopRecovered(world: World, process: Process): Promise<void> {
  for (const row of world.rows())
    if (row.recovered && world.grounds.of(0.5)) await ask(world, process, row, { kind: 'cancel' });
}

/** A person handles everything that waits: retries, chooses documents by their content, and sends what is on hold. */
export async function seeTo(world: World, process: Process): Promise<void> {
  /** A person does not choose one document for two. */
  const adopted = new Set<string>();
  for (const row of world.rows()) {
    // A submission without an intent was created by a process that crashed: nobody has sent it.
    const intent = world.intents.get(row.id) ?? { sent: false };
    // A promised copy goes by itself.
    if (row.stage.kind === 'held' && intent.sent && row.goal !== 'send')
      await ask(world, process, row, { kind: 'send', startAfter: process.now() });
    if (row.stage.kind !== 'needs-you') continue;
    const foreign = row.account !== world.users[world.signedIn].username;
    if (foreign) continue;
    // Choosing a document would send it, so a person who cancelled cancels again.
    if (!intent.sent && !row.cancelled && (await ask(world, process, row, { kind: 'cancel' }))) continue;
    const own = ownAmong(world, row, adopted);
    if (own !== null) {
      adopted.add(own);
      if (await ask(world, process, row, { kind: 'adopt', documentId: own })) continue;
    } else if (row.reason?.kind === 'several' || isNotThere(world, row)) {
      const sha256 = hashOf(row);
      world.uploadAgain.set(sha256, (world.uploadAgain.get(sha256) ?? 0) + 1);
      if (await ask(world, process, row, { kind: 'upload-again' })) continue;
    }
    if (!intent.sent && (await ask(world, process, row, { kind: 'give-up' }))) continue;
    if (intent.sent && world.chance.of(0.5)) await ask(world, process, row, { kind: 'retry' });
  }
}

/** The person looks for it in the web application: nothing there could be this upload. */
function isNotThere(world: World, { reason, wish, account }: Submission): boolean {
  if (reason?.kind !== 'unsettled') return false;
  const owned = new Set(world.rows().flatMap(({ documentId }) => documentId ?? []));
  const owner = Object.values(world.users).find(({ username }) => username === account)?.id;
  return !world.service.documents
    .all()
    .some((one) => one.sha256 === wish.file.sha256 && one.owner === owner && !owned.has(one.documentId));
}

/** The candidate that the person recognises by status, signees and content. */
function ownAmong(world: World, { wish, reason }: Submission, adopted: ReadonlySet<string>): string | null {
  if (reason?.kind !== 'several') return null;
  const owned = new Set(world.rows().flatMap(({ documentId }) => documentId ?? []));
  const { file, mode, jurisdiction } = wish;
  const possible = reason.candidates.filter(({ documentId }) => {
    const document = world.service.documents.find(documentId);
    if (document === undefined || document.sha256 !== file.sha256) return false;
    if (owned.has(documentId) || adopted.has(documentId)) return false;
    if (world.foreign.has(documentId)) return false;
    const begun = document.documentStatus !== 'draft';
    // If one file was sent twice, the signees differ.
    const named = wish.scanPredefined ? namedIn(world, file.sha256) : [];
    const known = new Set([...named, ...wish.signees.map(({ email }) => email)]);
    const people = document.signees.every(({ email }) => known.has(email));
    return people && (begun || (document.signatureMode === mode && document.jurisdiction === jurisdiction));
  });
  // Prefer a started document to an empty draft.
  const begun = possible.find(({ status, signees }) => status !== 'draft' && signees.length > 0);
  return (begun ?? possible[0])?.documentId ?? null;
}
