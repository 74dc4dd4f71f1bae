import { accepted } from '../../../main/outbox/accepted.ts';
import type { Command } from '../../../main/outbox/fact.ts';
import type { Submission } from '../../../main/outbox/submission.ts';
import { CONNECTION, type Process } from './process.ts';
import type { World } from './world.ts';

const NAMES = ['Contract.pdf', 'Offer 2026.pdf', 'Vérifié.pdf', 'a "quoted" name.pdf', 'Lease.pdf'] as const;

/** What people do: they send, and change their minds. */
export function plan(
  world: World,
  count: number,
  process: () => Process | null,
  acknowledgedFirst: boolean,
  fickle: boolean,
) {
  const { chance, time } = world;
  for (let number = 0; number < count; number += 1) {
    const submission = wished(world, number, fickle);
    const bring = () => {
      if (world.acknowledged.has(submission.id) || world.disk.rows.has(submission.id)) return;
      // Who is not told that a file was taken brings it again.
      time.after(10_000, bring);
      const current = process();
      if (current !== null) bringIn(world, current, submission, acknowledgedFirst);
    };
    time.after(chance.below(60_000), bring);
    for (let times = fickle ? chance.below(3) : 0; times > 0; times -= 1) {
      time.after(chance.below(chance.of(0.6) ? 180_000 : 2_400_000), () => meddle(world, process(), submission.id));
    }
  }
}

function wished({ chance, contents, time, seed }: World, number: number, fickle: boolean): Submission {
  const ordered = chance.of(0.5);
  const people = chance.between(1, 3);
  // Now and then the same file is brought twice: both are wanted.
  const twin = fickle && number > 0 && chance.of(0.2) ? number - 1 : number;
  const file = contents.files[twin] ?? { sha256: '', size: 0 };
  // In every other story two contents share a name.
  const name = NAMES[(seed + Math.floor(twin / (1 + (seed % 2)))) % NAMES.length] ?? NAMES[0];
  return accepted(
    {
      id: `s${number}`,
      connectionId: CONNECTION,
      origin: chance.pick(['interactive', 'folder']),
      goal: fickle ? chance.pick(['send', 'send', 'send', 'send', 'send', 'send', 'draft', 'hold']) : 'send',
      undoMs: chance.pick([0, 10_000, 120_000]),
      wish: {
        file: { ...file, name, type: 'application/pdf' },
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
      },
    },
    time.now(),
  );
}

/** The intake, in short: copied to the spool, made durable, and only then told to the person. */
function bringIn(world: World, process: Process, submission: Submission, acknowledgedFirst: boolean): void {
  const now = Math.round(world.time.now() + world.clockError);
  const moved = {
    ...submission,
    acceptedAt: now,
    changedAt: now,
    startAfter: now + (submission.startAfter - submission.acceptedAt),
    stage: submission.stage.kind === 'ready' ? { ...submission.stage, nextTryAt: now } : submission.stage,
  };
  if (acknowledgedFirst) world.acknowledged.add(submission.id);
  process.step('before spool');
  world.spool.add(submission.wish.file.sha256);
  process.step('after spool');
  const event = { at: now, submissionId: submission.id, fact: { kind: 'accepted' } } as const;
  if (!process.store.commit([{ submission: moved, event }]).ok) return;
  world.acknowledged.add(submission.id);
  process.outbox.added([moved]);
}

function meddle(world: World, process: Process | null, id: string): void {
  const row = world.disk.rows.get(id);
  if (process === null || row === undefined) return;
  const now = Math.round(world.time.now() + world.clockError);
  const command: Command = world.chance.pick<Command>([
    { kind: 'cancel' },
    { kind: 'send-now' },
    { kind: 'send', startAfter: now + 10_000 },
    { kind: 'withdraw' },
    { kind: 'redo', id: `${id}-again` },
    { kind: 'update', alias: 'Anna M.', comment: 'Second thoughts' },
    { kind: 'delete' },
    { kind: 'retry' },
  ]);
  if (command.kind === 'redo' && world.disk.rows.has(command.id)) return;
  world.touched.set(id, world.time.now());
  process.outbox.command(id, command);
}

/** A person sees to what needs one: tries again, and tells drafts apart by what is in them. */
export function seeTo(world: World, process: Process): void {
  for (const row of world.disk.rows.values()) {
    if (row.stage.kind !== 'needs-you') continue;
    world.touched.set(row.id, world.time.now());
    if (row.reason?.kind === 'several') {
      const { file, mode, jurisdiction } = row.wish;
      const { sha256 } = file;
      const own = row.reason.candidates.find((id) => {
        const draft = world.service.documents.find(id);
        return draft?.sha256 === sha256 && draft.signatureMode === mode && draft.jurisdiction === jurisdiction;
      });
      const adopted = own !== undefined && process.outbox.command(row.id, { kind: 'adopt', documentId: own }).ok;
      if (adopted) continue;
      world.uploadAgain.set(sha256, (world.uploadAgain.get(sha256) ?? 0) + 1);
      process.outbox.command(row.id, { kind: 'upload-again' });
    } else if (world.chance.of(0.5)) process.outbox.command(row.id, { kind: 'retry' });
  }
}
