import { sameName } from '../../../main/outbox/decide/compare.ts';
import type { Submission } from '../../../main/outbox/submission.ts';
import type { PracticeDocument } from '../../practice-service/document.ts';
import type { World } from './world.ts';

/** Far more than any honest run needs: a loop that asks without end is found by it. */
export const MOST_REQUESTS = 1_000;

/** What is wrong in the world once everything has come to rest. The service's own records are believed, not the app's. */
export async function judge(world: World): Promise<readonly string[]> {
  const found = [...world.problems];
  const rows = [...world.disk.rows.values()];
  const documents = world.service.documents.all();
  const byId = new Map(documents.map((one) => [one.documentId, one]));

  for (const [documentId, count] of world.network.started)
    if (count > 1) found.push(`${documentId} was started ${count} times`);
  const startedOf = Map.groupBy(
    [...world.network.started.keys()].flatMap((id) => byId.get(id) ?? []),
    ({ sha256 }) => sha256,
  );
  for (const [sha256, started] of startedOf) {
    const wanted = rows.filter((row) => row.wish.file.sha256 === sha256);
    if (started.length > wanted.length) found.push(`started ${started.length} times for ${wanted.length} submissions`);
  }
  for (const id of world.acknowledged) if (!world.disk.rows.has(id)) found.push(`${id} was accepted and is lost`);
  for (const row of rows)
    found.push(...judgeRow(row, row.documentId === null ? undefined : byId.get(row.documentId), world));
  for (const id of world.network.started.keys())
    if (!rows.some((row) => row.documentId === id)) found.push(`${id} was started and nobody knows it`);
  for (const id of world.foreign) {
    const document = byId.get(id);
    if (document === undefined) found.push(`the foreign draft ${id} was deleted`);
    else if (document.documentStatus !== 'draft') found.push(`the foreign draft ${id} was started`);
    else if (rows.some((row) => row.documentId === id)) found.push(`the foreign draft ${id} was adopted`);
  }
  // A start that was given up may arrive after its repetition; a token seems to have ended when the clock is set.
  const excused = (rule: string) =>
    (rule === 'started-twice' && world.weather.late) || (rule === 'token-early' && world.clockJumped);
  for (const { rule, detail } of world.service.records.breaches)
    if (!excused(rule)) found.push(`breach ${rule}: ${detail}`);
  found.push(...uploadsTooMany(world, rows), ...unseenOrphans(world, rows, documents));
  if (world.network.requests() > MOST_REQUESTS) found.push(`${world.network.requests()} requests`);
  const owners = rows.flatMap(({ documentId }) => documentId ?? []);
  if (new Set(owners).size !== owners.length) found.push('two submissions have the same document');
  return found;
}

function judgeRow(row: Submission, document: PracticeDocument | undefined, world: World): readonly string[] {
  const { stage, wish, id } = row;
  const is = `${id} is ${JSON.stringify(stage)} ${JSON.stringify(row.reason)}`;
  if (stage.kind === 'held') return world.network.started.has(row.documentId ?? '') ? [`${is} but started`] : [];
  if (stage.kind === 'needs-you') {
    if (row.reason === null) return [`${is} without a reason`];
    // Nobody else meddled with the document, so it must be as it was asked for.
    const { replays, late, overlooks } = world.weather;
    return row.reason.kind === 'differs' && !replays && !late && !overlooks ? [is] : [];
  }
  if (stage.kind !== 'done') return [`${is}, which is no rest`];
  const started = world.network.started.has(row.documentId ?? '');
  if (stage.as === 'cancelled') return started ? [`${is} but was started`] : [];
  if (stage.as === 'deleted') return document === undefined ? [] : [`${is} but is still there`];
  if (document === undefined) return [`${is} but there is no such document`];
  const found: string[] = [];
  if (document.sha256 !== wish.file.sha256) found.push(`${is} with the content of another`);
  if (document.signatureMode !== wish.mode) found.push(`${is} in mode ${document.signatureMode}`);
  const twice = world.weather.replays || world.weather.late;
  const people = document.signees.map(({ email }) => email);
  // A call given up long ago may add somebody once more between the comparison and the start: nobody can prevent that.
  const signees = (twice ? [...new Set(people)] : people).join();
  // A draft was compared long ago; who was added to it since is not even told apart.
  const settled = stage.as !== 'draft' || !twice;
  if (settled && signees !== wish.signees.map(({ email }) => email).join()) found.push(`${is} for ${people.join()}`);
  const status = { started: 'in-progress', draft: 'draft', withdrawn: 'withdrawn' }[stage.as];
  if (document.documentStatus !== status) found.push(`${is} but the document is ${document.documentStatus}`);
  if (started !== (stage.as !== 'draft')) found.push(`${is} but started: ${started}`);
  return found;
}

/** Where nothing arrives twice or late, no doubt justifies a second upload. */
function uploadsTooMany(world: World, rows: readonly Submission[]): readonly string[] {
  const { weather, clockJumped, contents, service, uploadAgain } = world;
  if (weather.late || weather.replays || clockJumped) return [];
  return contents.files.flatMap(({ sha256 }) => {
    const wanted = rows.filter((row) => row.wish.file.sha256 === sha256).length + (uploadAgain.get(sha256) ?? 0);
    const count = service.records.uploadsOf(sha256);
    return count > wanted ? [`uploaded ${count} times for ${wanted} submissions`] : [];
  });
}

/** A draft of ours that nobody owns is offered for deletion, unless its upload is still asked about or was given up. */
function unseenOrphans(
  world: World,
  rows: readonly Submission[],
  documents: readonly PracticeDocument[],
): readonly string[] {
  if (world.clockJumped) return [];
  const known = new Set(rows.flatMap((row) => [row.documentId, ...row.orphans]));
  return documents.flatMap((document) => {
    if (document.documentStatus !== 'draft' || world.foreign.has(document.documentId)) return [];
    if (known.has(document.documentId)) return [];
    const named = rows.filter((row) => sameName(row.wish.file.name, document.documentName));
    const open = named.some((row) => row.documentId === null && row.firstSent !== null);
    return open ? [] : [`the draft ${document.documentName} is offered to nobody`];
  });
}
