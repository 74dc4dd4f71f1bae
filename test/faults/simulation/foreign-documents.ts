import { createChance } from './random.ts';
import { NAMES, type World } from './world.ts';

const MINUTE = 60_000;
const MINUTES_PER_DAY = 24 * 60;

/** Two drafts of other programs, with names of ours. */
export async function bringForeign(world: World, ms: number): Promise<void> {
  const { time, service, users, foreign } = world;
  const add = async (name: string) => {
    const document = await time.working(() =>
      service.documents.add(users.A.id, { name, status: 'draft', signees: [] }),
    );
    foreign.add(document.documentId);
  };
  await add('Contract.pdf');
  time.after(ms, () => void add('Lease.pdf'));
}

/** Other programs made many documents in one minute, at the end of a page: in a tied list these change places. */
export async function bringCrowd({ service, users, seed, time, strange }: World): Promise<void> {
  const { overviewCap } = service.options;
  if (strange.list !== 'tied' || overviewCap === null) return;
  const luck = createChance(seed ^ 0x550c7dc3);
  const crowd = luck.between(12, 24);
  const newer = luck.between(overviewCap - crowd, overviewCap);
  const older = luck.between(5, 40);
  for (let number = newer + crowd + older; number > 0; number -= 1) {
    const minutes = number > newer && number <= newer + crowd ? newer : number;
    // oxlint-disable-next-line no-await-in-loop -- the service lists them in this order
    await time.working(() =>
      service.documents.add(users.A.id, {
        name: `Made ${number}.pdf`,
        status: 'rejected',
        daysAgo: minutes / MINUTES_PER_DAY,
      }),
    );
  }
}

/** Adds other documents to the account, some with our names, some with too few fields in the overview. */
export async function fillAccount(world: World): Promise<void> {
  const { service, users, grounds, time } = world;
  const { overviewCap } = service.options;
  const pages = service.options.pollingPages === 'counted' ? 6 : 30;
  const count = grounds.of(0.1) && overviewCap === null ? 1_500 : grounds.below(pages * (overviewCap ?? 10));
  const content = Buffer.from('%PDF-1.7\nelsewhere\n%%EOF\n');
  for (let number = 0; number < count; number += 1) {
    const status = grounds.pick<'draft' | 'in-progress' | 'signed'>(['draft', 'in-progress', 'signed']);
    if (number > 80 && status === 'signed') continue;
    const name = grounds.of(0.1) ? grounds.pick(NAMES) : `Other ${number}.pdf`;
    const { documentId } = await time.working(() =>
      service.documents.add(users.A.id, { name, status, signees: ['x@example.test'], content, daysAgo: 1 }),
    );
    if (status === 'draft') world.foreign.add(documentId);
    await world.noteSigned(documentId);
  }
  // Other people create documents meanwhile, which move ours down the overview.
  for (let later = grounds.below(12); later > 0; later -= 1) {
    const name = `Later ${later}.pdf`;
    const add = async () => {
      const { documentId } = await service.documents.add(users.A.id, { name, status: 'signed', content });
      await world.noteSigned(documentId);
    };
    time.after(grounds.below(40 * MINUTE), () => void time.working(add));
  }
  if (count > 0 && grounds.of(0.3))
    service.options.overviewSpoils = [{ name: 'Other 0.pdf', lacks: grounds.pick(['documentId', 'documentStatus']) }];
}
