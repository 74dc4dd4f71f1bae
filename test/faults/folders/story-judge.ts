import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderFile } from '../../../preload/contract/folder.ts';
import { hashOf } from './moment-judge.ts';
import { pathOf, type Story } from './story.ts';
import type { FirstComputer } from './story-computers.ts';

interface Shown {
  readonly path: string;
  readonly verdict: FolderFile['verdict'];
}

/** A person has to say whether a file was sent: the journal that knew it is gone. Or nobody says who signs. */
const isAsked: ReadonlySet<string> = new Set(['maybe-sent', 'other-account']);

/** The places of all contents in the folders. Two files may have one content. */
function presentFiles(story: Story): ReadonlyMap<string, readonly string[]> {
  const own = story.roots
    .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    // Probes come and go there.
    .filter((full) => !full.includes('/.countersign/'))
    .map((full) => ({ path: pathOf(story, full), sha256: hashOf(readFileSync(full)) }));
  return new Map(
    [...Map.groupBy(own, ({ sha256 }) => sha256)].map(([sha256, all]) => [sha256, all.map(({ path }) => path)]),
  );
}

function* wronglyTaken(story: Story): Generator<string> {
  const { whole, fleeting, roots, recorded, recordedIn, hasMoved, sentAnyway } = story;
  for (const [sha256, count] of recorded) {
    const name = whole.get(sha256) ?? fleeting.get(sha256) ?? 'half a file';
    // Two folders that no other computer watches know of each other by the journal alone.
    const perFolder = Math.max(0, ...roots.map((root) => recordedIn.get(`${sha256} ${root}`) ?? 0));
    const most = 1 + (sentAnyway.get(sha256) ?? 0);
    // It may only be prepared: what is sent is judged when it is taken.
    const mayReturn = story.withdrawn.has(sha256) && story.mayReturn.has(sha256);
    if (!mayReturn && (hasMoved ? perFolder : count) > most) yield `${name} was taken ${count} times`;
    if (!whole.has(sha256)) yield `${name} was taken before it was whole`;
  }
}

const isInAttention = (path: string): boolean => /^(?:@2\/)?Needs attention\//.test(path);

function* lost(
  story: Story,
  hasPeople: boolean,
  present: ReadonlyMap<string, readonly string[]>,
  shown: readonly Shown[],
): Generator<string> {
  /** A person has to decide about them, and is told so. */
  const toDecide = new Set(shown.flatMap(({ path, verdict }) => (verdict === 'set-aside' ? [path] : [])));
  const asked = new Set(
    shown.flatMap(({ path, verdict }) =>
      (story.hasMoved && isAsked.has(verdict)) || (!hasPeople && verdict === 'no-signee') ? [path] : [],
    ),
  );
  const maybeSent = new Set(shown.flatMap(({ path, verdict }) => (isAsked.has(verdict) ? [path] : [])));
  for (const [path, sha256] of story.left) {
    if (sha256 === '') continue;
    const places = present.get(sha256);
    if (places === undefined) {
      yield `${path} was destroyed`;
      continue;
    }
    // An old sidecar sets its document aside.
    if (story.sidecars.has(path)) continue;
    const known = [story.recorded, story.otherWay, story.everCopies, story.elsewhere, story.asideByPerson];
    const isKnown = known.some((one) => one.has(sha256));
    // A program may write a document there, too.
    const isAside = !isInAttention(path) && places.every(isInAttention);
    if (isAside && !story.asideByPerson.has(sha256)) yield `${path} was set aside although it is whole`;
    else if (story.released.has(sha256) && places.some((place) => maybeSent.has(place))) continue;
    else if (!isKnown && !asked.has(path) && !places.some((place) => toDecide.has(place)))
      yield `${path} was never taken: it is lost (at ${places.join()}) ${shown.map((one) => `${one.path}: ${one.verdict}`).join()}`;
  }
}

/** What is wrong at the end of a story. */
export function judgeEnd(story: Story, { app, truth }: FirstComputer): readonly string[] {
  const present = presentFiles(story);
  const shown = [...truth.folders].flatMap(([id, { root }]) =>
    app.folders.files(id, 'all').files.map(({ key, verdict }) => ({ path: pathOf(story, join(root, key)), verdict })),
  );
  const problems = [...wronglyTaken(story), ...lost(story, truth.people !== '', present, shown)];
  for (const [sha256, places] of present)
    for (const path of story.whole.has(sha256) && !story.sent.has(sha256) ? places : [])
      if (/^(?:@2\/)?Sent\//.test(path)) problems.push(`${path} is in Sent and was not sent: it is lost`);
  for (const { path, verdict } of shown) if (verdict === 'writing') problems.push(`${path} has no verdict`);
  return problems;
}
