import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Submission } from '../../../main/outbox/submission.ts';
import { emptyDisk } from '../../../main/outbox/testing/memory-store.ts';
import { type PracticeService, startPracticeService } from '../../practice-service/practice-service.ts';
import { createNetwork, type Weather } from './network.ts';
import { type Chance, createChance } from './random.ts';
import { createTime } from './time.ts';

const BEGIN = Date.UTC(2026, 4, 4, 9);

/** Contents to send, on the real disk once for all runs: the client opens and streams them. */
export interface Contents {
  readonly folder: string;
  readonly files: readonly { readonly sha256: string; readonly size: number }[];
}

export function writeContents(): Contents {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-simulation-'));
  const files = Array.from({ length: 8 }, (_, number) => {
    const bytes = Buffer.from(`%PDF-1.7\ndoc-${number}\n%%EOF\n`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(folder, sha256), bytes);
    return { sha256, size: bytes.length };
  });
  return { folder, files };
}

/** Everything that is not the process: the service, the way there, the disk, the hours. */
export async function createWorld(seed: number, weather: Weather, contents: Contents) {
  const chance: Chance = createChance(seed);
  const time = createTime(BEGIN);
  const service: PracticeService = await startPracticeService({
    port: null,
    now: time.now,
    polling: chance.pick(['429-seconds', '429-date', '403', '503']),
    signees: chance.pick(['objects', 'strings']),
    signeesOrdered: chance.pick(['flat', 'groups', 'empty']),
    errorStyle: chance.pick(['json', 'text', 'html', 'empty', 'headers']),
    duplicateSignee: chance.pick(['accept', 'ignore', 'refuse']),
    uploadStatus: chance.pick([200, 201]),
    addSigneeStatus: chance.pick([200, 201, 204]),
    extraFields: chance.of(0.3),
    // Reading back would otherwise see a status it cannot know.
    unknownEnums: chance.of(0.2),
  });
  const problems: string[] = [];
  const problem = (text: string) => void problems.push(text);
  const spool = new Set<string>();
  const disk = emptyDisk();
  /** When a person last asked something of a submission. */
  const touched = new Map<string, number>();
  const waits = (key: string, since: number) => {
    const number = (sha256: string) => contents.files.findIndex((file) => file.sha256 === sha256);
    const rows = [...disk.rows.values()].filter(({ documentId, wish }) =>
      key.includes(documentId === null || key.includes('doc-') ? `doc-${number(wish.file.sha256)}` : documentId),
    );
    const [row] = rows;
    return (
      rows.length === 1 && row !== undefined && (touched.get(row.id) ?? 0) < since && (row.uploadedAt ?? 0) <= since
    );
  };
  return {
    seed,
    chance,
    time,
    service,
    user: service.people.createServiceUser(),
    weather,
    contents,
    problems,
    problem,
    network: createNetwork({ time, chance, service, weather, problem, waits }),
    disk,
    touched,
    spool,
    spoolPath: (sha256: string) => join(contents.folder, spool.has(sha256) ? sha256 : `missing-${sha256}`),
    /** Told to the person: from here on it must not be lost. */
    acknowledged: new Set<string>(),
    /** Asked for by a person: a second upload of the content is right. */
    uploadAgain: new Map<string, number>(),
    foreign: new Set<string>(),
    clockError: 0,
    clockJumped: false,
    diskBrokenFrom: Number.POSITIVE_INFINITY,
    diskBrokenUntil: 0,
    nextCheck: 0,
    checks: 0,
    crashesHere: (_name: string): boolean => false,
    onChanged(_submission: Submission): void {},
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;
