import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openJournal } from '../../../main/journal/journal.ts';
import type { PracticeDocument } from '../../../main/practice-service/document.ts';
import type { Submission } from '../../../main/submission/submission.ts';
import { CONNECTION, type Scene } from './scene.ts';
import { unseenDrafts } from './unseen-drafts.ts';

export interface Judged {
  readonly problems: readonly string[];
  readonly rows: readonly Submission[];
}

const group = z.object({ submissions: z.array(z.object({ id: z.string() })) });

/**
 * Finds everything that is wrong after all work is done and the app has ended. It uses the service's records, the
 * journal's file and the spool's folder, never the app's own answers. `told`: names of the files that were accepted.
 * `lost`: the journal was lost, and its history has to say so for good.
 */
export async function judge(scene: Scene, told: ReadonlySet<string>, lost = false): Promise<Judged> {
  const { service, clock, journalFile, files } = scene;
  const { journal, failure } = openJournal(journalFile, clock.now());
  const problems: string[] = failure === null ? [] : [`the journal is ${failure.fault}: ${failure.details}`];
  const { rows } = journal.pages.page({ connectionId: CONNECTION, limit: 100_000 });
  const verified = await journal.verify();
  const isToldLost = !verified.ok && 'broken' in verified && verified.broken.what === 'witness';
  if (lost ? !isToldLost : !verified.ok) problems.push(`the history says ${JSON.stringify(verified)}`);
  journal.close();

  const documents = new Map(service.documents.all().map((one) => [one.documentId, one]));
  for (const { name, sha256 } of files) {
    const own = rows.filter((row) => row.wish.file.sha256 === sha256);
    if (told.has(name) && own.length === 0) problems.push(`${name} was accepted and is lost`);
    const started = [...documents.values()].filter((one) => one.sha256 === sha256 && one.startTime !== null);
    const wanted = own.filter(({ startedAt }) => startedAt !== null).length;
    if (started.length > wanted) problems.push(`${name} started ${started.length} times for ${wanted} submissions`);
    for (const { documentId } of started) {
      const count = service.records.startsOf(documentId);
      if (count > 1) problems.push(`${name} was started ${count} times`);
    }
  }
  for (const row of rows) problems.push(...judgeRow(row, documents.get(row.documentId ?? '')));
  for (const { rule, detail } of service.records.breaches) problems.push(`breach ${rule}: ${detail}`);
  problems.push(...uploadsTooMany(scene, rows));
  problems.push(
    ...unseenDrafts(scene, rows.map(rowSeen)).map((name) => `the draft ${name} is offered to nobody`),
    ...judgeSpool(scene, rows),
  );
  return { problems, rows };
}

/** Uploads beyond one per submission that the proxy did not cause. */
function uploadsTooMany({ service, proxy, files }: Scene, rows: readonly Submission[]): readonly string[] {
  const uploads = files.reduce((sum, { sha256 }) => sum + service.records.uploadsOf(sha256), 0);
  const replayed = proxy.hits.filter(({ kind, path }) => kind === 'replay' && path.endsWith('/documents/file')).length;
  const most = rows.length + replayed;
  return uploads > most ? [`${uploads} uploads of ${rows.length} submissions, of which ${replayed} were replayed`] : [];
}

const rowSeen = ({ documentId, orphans, wish, stage }: Submission) => ({
  documentId,
  orphans,
  name: wish.file.name,
  phase: stage.kind,
});

function judgeRow(row: Submission, document: PracticeDocument | undefined): readonly string[] {
  const { stage, reason, wish } = row;
  const is = `${wish.file.name} is ${JSON.stringify(stage)} ${JSON.stringify(reason)}`;
  const isStarted = document !== undefined && document.startTime !== null;
  if (stage.kind === 'needs-you') {
    if (reason === null) return [`${is} without a reason`];
    return isStarted ? [`${is} but started`] : [];
  }
  if (stage.kind !== 'done') return [`${is}, which is no rest`];
  if (stage.as === 'cancelled' || stage.as === 'deleted') return document === undefined ? [] : [`${is} but is there`];
  if (document === undefined) return [`${is} but there is no such document`];
  const found: string[] = [];
  if (isStarted !== (stage.as !== 'draft')) found.push(`${is} but started: ${isStarted}`);
  if (document.sha256 !== wish.file.sha256) found.push(`${is} with the content of another`);
  if (document.signatureMode !== wish.mode) found.push(`${is} in mode ${document.signatureMode}`);
  const people = document.signees.map(({ email }) => email).join();
  if (people !== wish.signees.map(({ email }) => email).join()) found.push(`${is} for ${people}`);
  return found;
}

/** Each submission that may still need its file has a whole copy, and there are no other copies. */
function judgeSpool({ spoolFolder }: Scene, rows: readonly Submission[]): readonly string[] {
  if (!existsSync(spoolFolder)) return rows.length === 0 ? [] : ['there is no spool'];
  const needed = rows.filter(({ stage }) => stage.kind !== 'done' || !['cancelled', 'deleted'].includes(stage.as));
  const contents = new Set(needed.map(({ wish }) => wish.file.sha256));
  const ids = new Set(needed.map(({ id }) => id));
  const found: string[] = [];
  const names = readdirSync(spoolFolder);
  for (const name of names.filter((one) => one.endsWith('.bin'))) {
    const sha256 = name.slice(0, -'.bin'.length);
    if (!contents.delete(sha256)) found.push(`nobody needs the copy ${name}`);
    else if (
      createHash('sha256')
        .update(readFileSync(join(spoolFolder, name)))
        .digest('hex') !== sha256
    )
      found.push(`the copy ${name} is damaged`);
  }
  for (const sha256 of contents) found.push(`the copy ${sha256} is lost`);
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const { submissions } = group.parse(JSON.parse(readFileSync(join(spoolFolder, name), 'utf8')));
    for (const { id } of submissions) if (!ids.has(id)) found.push(`the spool still holds the submission ${id}`);
  }
  for (const name of readdirSync(join(spoolFolder, 'incoming'))) found.push(`${name} was left behind in the spool`);
  return found;
}
