import { createHash } from 'node:crypto';
import type { Journal } from '../../../main/journal/journal.ts';
import { wasLately } from '../../../main/tracking/was-lately.ts';
import { idsOf } from './connections.ts';
import { COPIES } from './copies-disk.ts';
import { comesInTurn, hasHiddenEnd, isCounted } from './judge.ts';
import { CONNECTION, type World } from './world.ts';

/** The share of three whole lists that the checks could have read. The parts of a sum like 7 × 1/7 are rounded. */
const ENOUGH = 1 - 1e-9;

/** What the app asks for at last where every longer answer is too long. */
const SHORTEST_PAGE = 50;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** How many checks like one now the app needs until three of them could have shown a document. */
export function windowsFor(world: World): number {
  const { options, documents } = world.service;
  const count = documents.all().length;
  const cap = Math.min(options.overviewCap ?? 1_000, world.strange.isTooLong(count) ? SHORTEST_PAGE : 1_000);
  if (count <= cap) return comesInTurn(world) ? 12 : 3;
  // Nobody would call the whole list a page this short.
  if (cap < 10 && options.overviewSize === 'page') return Number.POSITIVE_INFINITY;
  // Each page begins with the end of the one before, and a full last page needs another one that shows the end.
  const overlap = Math.max(1, Math.floor(cap / 10));
  const pages = 2 + Math.ceil((count - cap) / (cap - overlap));
  // In bad weather a reading comes a few pages further each time.
  return 3 * (isCounted(world) ? 2 * pages + 2 : 1 + Math.ceil(pages / 2));
}

/** What is known of a document. Each connection of its account shows it. */
const factsOf = ({ documentFacts }: Journal, seed: number, id: string) =>
  idsOf(seed).flatMap((one) => documentFacts.find(one, id) ?? []);

/** Tells whether the service has refused details lately: a hundred copies take many checks then. */
const answersFewDetails = ({ time }: World, { deadlines }: Journal): boolean =>
  wasLately(deadlines.get(CONNECTION, 'reads-refused'), time.now());

/** Signed documents that could be saved in three checks, without a copy and without a word to the person. */
export function judgeUnsaved(world: World): readonly string[] {
  const { journal, signed, copies, told } = world;
  if (journal === null || answersFewDetails(world, journal)) return [];
  // The overview says too little about these.
  const spoilt = new Set(world.service.options.overviewSpoils.map(({ name }) => name));
  // A lost journal forgets copies of documents that the service has deleted since. The files are there.
  const onDisk = new Set([...copies.files().values()].map(({ bytes }) => hashOf(bytes)));
  const lostTold = told.some(({ key }) => key === 'copies-lost');
  return [...signed].flatMap(([id, { name, sha256, windows, shown }]) => {
    const isSaved = journal.savedCopies.of(CONNECTION, id).length > 0;
    if (isSaved || onDisk.has(sha256) || spoilt.has(name) || shown < ENOUGH) return [];
    // A word at one of the connections is enough.
    const word = factsOf(journal, world.seed, id).some(
      ({ saveProblem, goneAt }) => saveProblem !== null || (goneAt !== null && lostTold),
    );
    return word ? [] : [`unsaved: ${id} could be saved in ${windows} windows, and nobody was told why not`];
  });
}

/**
 * After the bad weather each redirect leads to the file: no word to the person replaces the copy, where three checks
 * have shown the document since. `before`: how far each was shown until then.
 */
export function judgeSentOn(world: World, before: ReadonlyMap<string, number>): readonly string[] {
  const { journal, redirects, service, signed, users, signedIn } = world;
  if (journal === null || !redirects.isOn) return [];
  if (answersFewDetails(world, journal)) return [];
  return [...signed].flatMap(([id, { account, shown }]) => {
    if (shown - (before.get(id) ?? 0) < ENOUGH) return [];
    if (account !== users[signedIn].username || service.documents.find(id) === undefined) return [];
    const facts = factsOf(journal, world.seed, id);
    // A copy that another connection of the account has saved is at home.
    const isMissing = facts.some(({ status, goneAt }) => status === 'signed' && goneAt === null);
    return isMissing && !facts.some(({ copied }) => copied)
      ? [`unsaved: ${id} has no copy although its storage sends on to it`]
      : [];
  });
}

/** Is every signed document on the disk, once and byte by byte, or has a person been told why not? */
export function judgeCopies(world: World): readonly string[] {
  const { journal, signed, copies } = world;
  if (journal === null) return ['there is no journal to judge the copies by'];
  const found: string[] = [];
  for (const [id, { sha256, account }] of signed) {
    const copy = journal.savedCopies.of(CONNECTION, id).at(-1);
    const file = copy === undefined ? undefined : copies.files().get(copy.path);
    if (copy !== undefined && file === undefined) found.push(`${id} is told as saved, and there is no file`);
    else if (file !== undefined && hashOf(file.bytes) !== sha256) found.push(`${id} has a copy of other bytes`);
    // A look that finds nothing is proof where the list cannot show the document either.
    const saidGone = world.strange.hasSaidGone(id) && hasHiddenEnd(world);
    const there = world.service.documents.find(id) !== undefined && !saidGone;
    if (
      there &&
      typeof journal.documentFacts.find(CONNECTION, id)?.goneAt === 'number' &&
      account === world.users[world.signedIn].username
    )
      found.push(`${id} is told as deleted, and the service still has it`);
  }
  return [...found, ...judgeUnsaved(world), ...judgeFiles(world)];
}

function judgeFiles({ copies, signed }: World): readonly string[] {
  const found: string[] = [];
  const documentOf = new Map([...signed].map(([id, { sha256 }]) => [sha256, id]));
  const counts = new Map<string, number>();
  for (const [path, { bytes, maker }] of copies.files()) {
    if (maker === 'person' || path.endsWith('.part')) continue;
    // The app ended, or the drive went, while an empty file held the name of a copy. Nobody can tell whose it is.
    if (bytes.length === 0) continue;
    const document = documentOf.get(hashOf(bytes));
    if (!path.startsWith(`${COPIES}/`)) found.push(`${path} is outside of the folder`);
    else if (document === undefined) found.push(`${path} is no copy byte by byte (${bytes.length} bytes)`);
    else counts.set(document, (counts.get(document) ?? 0) + 1);
  }
  for (const [document, count] of counts) if (count > 1) found.push(`${document} was saved ${count} times`);
  return found;
}
