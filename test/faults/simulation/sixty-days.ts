import { judgeCopies } from './copies-judge.ts';
import { breaches } from './judge.ts';
import { createLives, type Lives } from './process-lives.ts';
import type { Quirks } from './quirks.ts';
import { CONNECTION, type Contents, createWorld, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = 60;
const POLLING_MS = 15 * MINUTE;

export interface LongRun {
  readonly problems: readonly string[];
  readonly signed: number;
  readonly saved: number;
  readonly polls: number;
  readonly restarts: number;
}

/** Sixty days of an account: documents are made and signed elsewhere, and the app is killed and started again. */
export async function liveSixtyDays(
  { documents, restarts, seed }: { readonly documents: number; readonly restarts: number; readonly seed: number },
  contents: Contents,
  quirks: Quirks = {},
): Promise<LongRun> {
  const weather = { trouble: 0.02, replays: false, late: false, overlooks: false, storage: 0.05 };
  const world = await createWorld(seed, weather, contents);
  try {
    Object.assign(world.service.options, { overviewCap: null, overviewSize: 'total', pollingPages: 'free' });
    const lives = createLives(world, quirks);
    planDocuments(world, documents);
    await runAndRest(world, lives, restarts);
    // What was signed last is saved by the next checks.
    weather.trouble = 0;
    weather.storage = 0;
    lives.start();
    const enough = world.checks + 3;
    await world.time.run(world.time.now() + DAY, () => world.checks >= enough);
    await world.time.run(world.time.now() + 10 * MINUTE, () => false);
    const saved = world.journal?.savedCopies.count(CONNECTION) ?? 0;
    const polls = world.service.records.requests.filter(({ operation }) => operation === 'overview');
    const problems = [...world.problems, ...breaches(world), ...judgeCopies(world)];
    if (saved !== world.signed.size) problems.push(`${saved} copies of ${world.signed.size} signed documents`);
    problems.push(...tooClose(polls));
    lives.end();
    return { problems, signed: world.signed.size, saved, polls: polls.length, restarts };
  } finally {
    await world.service.close();
    world.end();
  }
}

/** Documents of all days, most of them signed by everyone some days later. */
function planDocuments(world: World, documents: number): void {
  const { home, time, service, users } = world;
  const content = Buffer.from('%PDF-1.7\nelsewhere\n%%EOF\n');
  for (let number = 0; number < documents; number += 1) {
    const make = async () => {
      const name = `Contract ${number % 400}.pdf`;
      const signees = home.of(0.3) ? ['a@example.test', 'b@example.test'] : ['a@example.test'];
      const added = { name, status: 'in-progress', signees, content } as const;
      const { documentId } = await service.documents.add(users.A.id, added);
      if (home.of(0.1)) return;
      const at = home.below(5 * DAY);
      for (const [place, email] of signees.entries()) {
        const sign = async () => {
          await service.people.sign(documentId, email);
          await world.noteSigned(documentId);
        };
        time.after(at + place * HOUR, () => void time.working(sign));
      }
    };
    time.after(home.below((DAYS - 6) * DAY), () => void time.working(make));
  }
}

/** As people use a computer: hours with the app, hours without it, and ends without a warning. */
async function runAndRest({ home, time }: World, lives: Lives, restarts: number): Promise<void> {
  const begin = time.now();
  const span = (DAYS * DAY) / restarts;
  for (let start = 1; start <= restarts; start += 1) {
    lives.start();
    const until = begin + start * span;
    const left = until - time.now();
    const open = home.between(Math.floor(left * 0.1), Math.floor(left * 0.9));
    if (home.of(0.3)) time.after(home.below(open), () => lives.crash(home.below(20)));
    await time.run(time.now() + open, () => false);
    lives.end();
    await time.run(until, () => false);
  }
}

interface Poll {
  readonly at: number;
  readonly query: string;
  /** Null: the token was refused, and nothing was read. */
  readonly userId: string | null;
}

/** Checks that begin less than a window after the one before. Further pages of one check are not counted. */
function tooClose(polls: readonly Poll[]): readonly string[] {
  const begun = polls.filter(({ query, userId }) => userId !== null && /\boffset=0\b/.test(query));
  return begun.flatMap(({ at }, number) => {
    const before = begun[number - 1];
    const ms = before === undefined ? POLLING_MS : at - before.at;
    return ms < POLLING_MS ? [`a check came ${Math.round(ms / 1_000)} s after the one before`] : [];
  });
}
