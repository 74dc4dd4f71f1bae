import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isLeftPractice } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { Choices } from '../../preload/contract/sending.ts';
import type { State } from '../../preload/contract/state.ts';
import { withoutPlaces } from '../../preload/contract/without-places.ts';
import { readMarkForms } from '../../shared/text-marks.ts';
import { lookOf } from '../files/file-look.ts';
import { findOwnerFile } from '../folders/beside-files.ts';
import { choicesOf as choicesOfFile } from '../folders/file-choices.ts';
import { isModeOpen } from '../folders/file-plan.ts';
import { openInside } from '../folders/inside-folder.ts';
import { readContent, readMarks } from '../folders/read-document.ts';
import { acceptFiles, undoMsOf } from '../hand-over/accept-files.ts';
import { findEarlier, howFar } from '../hand-over/known-content.ts';
import {
  type AskSignees,
  createAskSignees,
  refusalOf,
  type ScannedFile,
  type SigneeScan,
} from '../hand-over/signee-scan.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import { refusalOfSource } from '../intake/refusal.ts';
import { refusalOfLook } from '../intake/take-file.ts';
import { hasMailName } from '../intake/unpack-mail.ts';
import type { Journal } from '../journal/journal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SignatureReader } from '../signatures/signature-reader.ts';
import type { Submission } from '../submission/submission.ts';
import { markRefusal } from '../text-marks/mark-refusal.ts';
import type { TextMarkReader } from '../text-marks/text-mark-reader.ts';
import type { Clock } from '../time/clock.ts';
import { unhurried } from '../time/slices.ts';
import type { Texts } from '../words/texts.ts';
import { checkFile } from './check-file.ts';
import type { SendAnswer, SendRequest, SentFile } from './send-command.ts';
import { signedBefore } from './signed-before.ts';

export interface SendFilesDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly state: { get(): Pick<State, 'connections' | 'locale'> };
  readonly journal: Pick<Journal, 'submissions' | 'documents' | 'documentFacts' | 'settings'>;
  readonly outbox: Pick<Outbox, 'take'>;
  readonly profilesOf: (connectionId: string) => readonly Profile[];
  readonly findSignees: (connectionId: string, file: ScannedFile) => Promise<SigneeScan>;
  readonly documentReader: DocumentReader & SignatureReader & TextMarkReader;
  readonly texts: Texts;
  readonly newId: () => string;
  /** False: the journal could not be opened, so nothing of what it holds was read. */
  readonly durable: boolean;
}

type Goal = SendRequest['goal'];

/** A file with everything that its submission needs. */
interface Ready {
  readonly path: string;
  readonly sha256: string;
  readonly choices: Choices;
  readonly goal: Goal;
  /** Its signature fields were read, and ask for nothing more. */
  readonly fieldsRead: boolean;
  /** The people who signed the file already, for the line about them. Empty: nobody, or no signature can be read. */
  readonly before: readonly string[];
  /** Looks whether an editor has the file open. */
  readonly findOpen: () => Promise<Problem | null>;
}

interface Sender {
  readonly connectionId: string;
  readonly account: string | null;
  readonly profile: Profile;
}

const problem = (key: Problem['key'], params: Problem['params'] = {}): Problem => ({ key, params });
const folded = (name: string) => name.normalize('NFC').toLowerCase();
const isEqual = (one: Choices, other: Choices) => JSON.stringify(one) === JSON.stringify(other);
const isProblem = (found: object): found is Problem => 'key' in found;

/** Finds the one profile with this name. If two connections have one, a script could send through the wrong service. */
function senderOf(deps: SendFilesDeps, name: string): Sender | Problem {
  const { connections } = deps.state.get();
  // Nobody sees the profiles of the practice that was left: they make no name ambiguous.
  const found = connections
    .filter((one) => !isLeftPractice(one))
    .flatMap((connection) =>
      deps
        .profilesOf(connection.id)
        .filter((profile) => folded(profile.name) === folded(name))
        .map((profile) => ({ connection, profile })),
    );
  const [first, second] = found;
  if (!first) return problem('profile-not-found', { name });
  if (second) return problem('profile-ambiguous', { name });
  const { connection, profile } = first;
  if (connection.signedIn !== 'yes') return problem('signed-out');
  if (profile.choices.alias.trim() === '') return problem('no-sender');
  const modes = deps.journal.settings.get('modes')[connection.id] ?? null;
  if (!isModeOpen(modes, profile.choices)) return problem('mode-not-open');
  return { connectionId: connection.id, account: connection.username, profile };
}

/** Asks a service that gave no answer once for all files of a command. */
type Asking = SendFilesDeps & Pick<AskSignees, 'ask'>;

async function choicesOf(
  deps: Asking,
  { connectionId, profile }: Sender,
  file: ScannedFile,
): Promise<Pick<Ready, 'choices' | 'fieldsRead'> | Problem> {
  const choices = withoutPlaces(profile.choices);
  const isRead = choices.scanPredefined && folded(file.name).endsWith('.pdf');
  if (!isRead) return choices.signees.length > 0 ? { choices, fieldsRead: false } : problem('no-signees');
  const scan = await deps.ask(file);
  if (scan.kind !== 'found') return scan.problem;
  const refusal = refusalOf(scan, choices, deps.journal.settings.get('modes')[connectionId] ?? null);
  if (refusal !== null) return refusal;
  if (choices.signees.length > 0) return { choices, fieldsRead: true };
  if (scan.signees.length === 0) return problem('no-signees');
  const filled = choicesOfFile({ profile, remembered: [], sidecar: null, found: scan.signees });
  return { choices: filled, fieldsRead: true };
}

async function prepare(deps: Asking, sender: Sender, path: string, goal: Goal): Promise<Ready | Problem> {
  const name = basename(path);
  const seen = await lstat(path, { bigint: true }).catch(() => null);
  if (seen === null) return problem('file-missing', { name });
  const refusal = refusalOfLook(seen, hasMailName(name));
  if (refusal) return problemOfRefusal(refusal, name);
  // A person may name a file through a link to its folder: what is read is the file that was named.
  const folder = await realpath(dirname(path)).catch(refusalOfSource);
  if (typeof folder !== 'string') return problemOfRefusal(folder, name);
  const content = await readContent(folder, { path: name, look: lookOf(seen) }, deps.documentReader);
  if (!content.ok) return problemOfRefusal(content.refusal, name);
  const judged = { size: Number(seen.size), sha256: content.sha256, open: () => openInside(folder, name) };
  const chosen = await choicesOf(deps, sender, { path, name, ...judged });
  if (isProblem(chosen)) return chosen;
  const differing = await differingMarks(deps, sender, { folder, name, look: lookOf(seen) }, chosen.choices);
  if (differing !== null) return differing;
  const findOpen = async () => {
    const owner = await findOwnerFile(folder, name, deps.clock.now());
    return owner === null ? null : problem('file-open', { name, owner });
  };
  const ready = { path, sha256: content.sha256, ...chosen, findOpen };
  // A person looks first at what cannot be read as what it is, is locked or signed already.
  return content.isSafe
    ? { ...ready, goal, before: [] }
    : { ...ready, goal: 'hold', before: await findSigners(deps, path) };
}

/** Returns the reason if the marks in the text are for others than the choices ask. Null also if nobody looks for marks. */
async function differingMarks(
  { state, documentReader, journal }: SendFilesDeps,
  { connectionId }: Sender,
  { folder, name, look }: { readonly folder: string; readonly name: string; readonly look: string },
  choices: Choices,
): Promise<Problem | null> {
  const forms = state.get().connections.find(({ id }) => id === connectionId)?.fields.textMarks ?? [];
  if (readMarkForms(forms).length === 0) return null;
  const read = await readMarks(folder, { path: name, look }, forms, documentReader);
  if ('refusal' in read) return problemOfRefusal(read.refusal, name);
  return markRefusal(read.found, choices, journal.settings.get('modes')[connectionId] ?? null);
}

async function findSigners({ documentReader, texts, state }: SendFilesDeps, path: string): Promise<readonly string[]> {
  const report = await checkFile(path, documentReader);
  if (typeof report === 'string' || report.signatures.length === 0) return [];
  return [...signedBefore(report, { t: texts(), locale: state.get().locale })];
}

/** Finds the submission that brought the same content to the same people, and still counts. */
const earlierOf = (
  { journal }: Pick<SendFilesDeps, 'journal'>,
  { connectionId }: Pick<Sender, 'connectionId'>,
  { sha256, choices }: Pick<Ready, 'sha256' | 'choices'>,
): Submission | null => findEarlier(journal, { connectionId, sha256, people: choices });

function refused({ texts }: SendFilesDeps, file: string, found: Problem): SentFile {
  const t = texts();
  const params = { name: basename(file), ...found.params };
  const message = `${t(`problem.${found.key}.what`, params)} ${t(`problem.${found.key}.do`, params)}`;
  return { file, state: 'refused', reason: found.key, message };
}

const taken = (
  { texts }: SendFilesDeps,
  file: string,
  id: string,
  what: 'sending' | 'prepared',
  before: readonly string[],
): SentFile => ({
  file,
  state: what,
  id,
  message: [texts()(`command.${what}`), ...before].join(' · '),
});

const wordsOfEarlier = {
  sent: 'command.already',
  waits: 'command.alreadyWaits',
  perhaps: 'command.alreadyPerhaps',
} as const;

/** The reason that nobody, or perhaps nobody, was asked to sign the document that is there already. */
const reasonsOfEarlier = {
  'under-way': 'sent',
  finished: 'sent',
  draft: 'waits',
  prepared: 'waits',
  perhaps: 'perhaps',
} as const;

function already({ texts }: SendFilesDeps, file: string, earlier: Submission): SentFile {
  const reason = reasonsOfEarlier[howFar(earlier)];
  const message = texts()(wordsOfEarlier[reason]);
  return { file, state: 'already', id: earlier.id, ...(reason !== 'sent' && { reason }), message };
}

async function take(
  deps: SendFilesDeps,
  { connectionId, account, profile }: Sender,
  wanted: readonly Ready[],
): Promise<readonly SentFile[]> {
  const { clock, journal } = deps;
  const isSameSender = () => {
    const now = senderOf(deps, profile.name);
    return !isProblem(now) && now.account === account && isEqual(now.profile.choices, profile.choices);
  };
  const undoMs = () => undoMsOf(journal);
  const open = new Map<number, Problem>();
  const accepted = await acceptFiles(
    { ...deps, now: clock.now, undoMs },
    { connectionId, account, origin: 'interactive' },
    wanted.map(({ findOpen, ...ready }, at) => ({
      ...ready,
      profileId: profile.id,
      async refresh() {
        const found = await findOpen();
        if (found !== null) open.set(at, found);
      },
      // A watched folder may take the same document meanwhile.
      isUnchanged: () => !open.has(at) && isSameSender() && earlierOf(deps, { connectionId }, ready) === null,
    })),
  );
  return wanted.map((ready, at): SentFile => {
    const { path, goal, before } = ready;
    const one = accepted[at];
    if (one?.kind === 'accepted')
      return taken(deps, path, one.submission.id, goal === 'send' ? 'sending' : 'prepared', before);
    if (one?.kind === 'refused') return refused(deps, path, problemOfRefusal(one.refusal, basename(path)));
    const known = earlierOf(deps, { connectionId }, ready);
    return known === null ? refused(deps, path, open.get(at) ?? problem('not-now')) : already(deps, path, known);
  });
}

/** Takes the files of a command: no person looks, so each must be whole, complete and not yet with the same people. */
export function createSendFiles(deps: SendFilesDeps) {
  async function send({ files, profile, goal }: SendRequest): Promise<SendAnswer> {
    const sender = deps.durable ? senderOf(deps, profile) : problem('queue-stopped');
    if (isProblem(sender)) return { version: 1, files: files.map((file) => refused(deps, file, sender)) };
    const { ask } = createAskSignees(deps.clock.monotonic, (file) => deps.findSignees(sender.connectionId, file));
    const answers = new Map<string, SentFile>();
    const wanted: Ready[] = [];
    const repeated: Ready[] = [];
    // A file that is named twice has two lines and is sent once.
    for await (const path of unhurried(new Set(files))) {
      const ready = await prepare({ ...deps, ask }, sender, path, goal);
      const known = isProblem(ready) ? null : earlierOf(deps, sender, ready);
      if (isProblem(ready)) answers.set(path, refused(deps, path, ready));
      else if (known !== null) answers.set(path, already(deps, path, known));
      else if (wanted.some(({ sha256 }) => sha256 === ready.sha256)) repeated.push(ready);
      else wanted.push(ready);
    }
    for (const one of await take(deps, sender, wanted)) answers.set(one.file, one);
    // The same content twice in one command. The first file may be refused for a reason of its own.
    for (const ready of repeated) {
      const earlier = earlierOf(deps, sender, ready);
      // oxlint-disable-next-line no-await-in-loop -- the next one may be the same again
      const [answer] = earlier === null ? await take(deps, sender, [ready]) : [already(deps, ready.path, earlier)];
      if (answer !== undefined) answers.set(ready.path, answer);
    }
    return { version: 1, files: files.map((file) => answers.get(file) ?? refused(deps, file, problem('unknown'))) };
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Runs one command after the other. Two that name the same file must not both find that it is new. */
    send(request: SendRequest): Promise<SendAnswer> {
      const turn = last.then(() => send(request));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
