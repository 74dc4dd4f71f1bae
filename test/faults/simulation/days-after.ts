import { COPIES, type CopiesMode } from './copies-disk.ts';
import { judgeCopies, judgeSentOn, judgeUnsaved } from './copies-judge.ts';
import type { Lives } from './process-lives.ts';
import { judgeWhoDecided } from './who-decided.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MOST_DECIDED = 30;

/**
 * What follows the sending: people sign or reject, the service deletes, and the app runs now and then while its folder,
 * its journal, the storage and the clock fail.
 */
export async function liveOn(world: World, lives: Lives, endless: () => boolean): Promise<readonly string[]> {
  const { home, time, weather, copies } = world;
  lives.end();
  keepFiles(world);
  await peopleDecide(world);
  await bringSigned(world);
  for (let sittings = home.between(2, 5); sittings > 0; sittings -= 1) {
    await time.run(time.now() + home.below(home.of(0.4) ? 5 * DAY : 8 * HOUR), endless);
    copies.setMode(home.pick<CopiesMode>(['fine', 'fine', 'fine', 'unreachable', 'full', 'gone']));
    weather.trouble = home.pick([0, 0, 0.1, 0.3]);
    weather.storage = home.pick([0, 0.3, 0.8]);
    await sit(world, lives, endless);
  }
  copies.setMode('fine');
  weather.trouble = 0;
  weather.storage = 0;
  world.crashesHere = () => false;
  if (world.signedIn === 'B') world.signedIn = 'A';
  lives.start();
  const shownBefore = new Map([...world.signed].map(([id, { shown }]) => [id, shown]));
  const enough = world.checks + 3;
  await time.run(time.now() + 30 * HOUR, () => endless() || world.checks >= enough);
  await time.run(time.now() + 12 * MINUTE, endless);
  return [...judgeCopies(world), ...judgeSentOn(world, shownBefore), ...judgeWhoDecided(world)];
}

/** One run of the app: some hours, with what may happen to it meanwhile. */
async function sit(world: World, lives: Lives, endless: () => boolean): Promise<void> {
  const { home, time, copies } = world;
  if (home.of(0.15)) lives.ground(home.pick(['lost', 'rolled-back', 'damaged']));
  lives.start();
  const span = home.between(20, 150) * MINUTE;
  const during = (probability: number, work: () => void) => {
    if (home.of(probability)) time.after(home.below(span), work);
  };
  during(0.3, () => lives.backUp());
  during(0.3, () => copies.setMode(home.pick<CopiesMode>(['fine', 'unreachable', 'full', 'gone'])));
  during(0.2, () => copies.setMode('fine'));
  for (let left = home.below(3); left > 0; left -= 1)
    during(1, () => {
      lives.crash(home.below(12));
      const crashes = world.crashesHere;
      world.crashesHere = (name) => {
        const now = crashes(name);
        if (now && home.of(0.5)) copies.cutPower();
        return now;
      };
    });
  during(0.1, () => world.setClock(home.pick([-DAY, -HOUR, HOUR, 20 * DAY])));
  if (home.of(0.15)) {
    const other = home.below(span);
    time.after(other, () => lives.current()?.signIn('B'));
    time.after(other + home.between(5, 40) * MINUTE, () => lives.current()?.signIn('A'));
  }
  await time.run(time.now() + span, endless);
  world.crashesHere = () => false;
  for (const one of judgeUnsaved(world)) world.problem(one);
  lives.end();
  if (home.of(0.3)) copies.cutPower();
}

/** Each signee signs in turn. Some reject, some never do either. */
async function peopleDecide(world: World): Promise<void> {
  const { home, time, service } = world;
  const running = service.documents.all().filter(({ documentStatus }) => documentStatus === 'in-progress');
  // The newest are those that the story sent.
  for (const { documentId, signees } of running.slice(-MOST_DECIDED)) {
    const rejects = home.of(0.1);
    const many = home.of(0.85) ? signees.length : home.below(signees.length);
    let at = home.below(2 * DAY);
    for (const { email } of signees.toSorted((a, b) => (a.signOrder ?? 0) - (b.signOrder ?? 0)).slice(0, many)) {
      at += home.below(3 * HOUR);
      time.after(at, () => void time.working(() => decide(world, documentId, email, rejects)));
    }
  }
}

async function decide(world: World, documentId: string, email: string, rejects: boolean): Promise<void> {
  const { people, documents } = world.service;
  // The document was withdrawn or rejected meanwhile.
  if (documents.find(documentId)?.documentStatus !== 'in-progress') return;
  await (rejects ? people.reject(documentId, email, 'The price is wrong') : people.sign(documentId, email));
  await world.noteSigned(documentId);
}

/** Documents that were signed elsewhere, some of the same name, some with names that lead elsewhere. */
async function bringSigned(world: World): Promise<void> {
  const { home, time, service, users } = world;
  for (let count = home.between(1, 4); count > 0; count -= 1) {
    const name = home.pick([
      'Lease.pdf',
      'Lease.pdf',
      'Offer.pdf',
      '../../Lease.pdf',
      'CON',
      'a/b\\c:d.pdf',
      '\u202Efdp.exe',
    ]);
    const owner = home.of(0.8) ? users.A : users.B;
    const add = async () => {
      const content = Buffer.from(`%PDF-1.7\nelsewhere\n%%EOF\n`);
      const { documentId } = await service.documents.add(owner.id, { name, status: 'signed', content });
      await world.noteSigned(documentId);
    };
    time.after(home.below(4 * DAY), () => void time.working(add));
  }
}

/** Files of a person, under names that copies would get. */
function keepFiles({ home, time, copies }: World): void {
  for (let day = 0; day < 6; day += 1) {
    const date = new Date(time.now() + day * DAY);
    const two = (number: number) => String(number).padStart(2, '0');
    const name = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} Lease signed`;
    if (!home.of(0.2)) continue;
    const content = home.of(0.5) ? 'my own notes' : '';
    // A copy that is there already stays.
    if (!copies.files().has(`${COPIES}/${name}.pdf`)) copies.put(`${name}.pdf`, content);
  }
}
