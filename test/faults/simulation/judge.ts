import type { PracticeDocument } from '../../../main/practice-service/document.ts';
import { isSameAddress } from '../../../main/submission/decide/compare.ts';
import { isOutOfTheWay, isPromised, isReplaced } from '../../../main/submission/decide/replacement.ts';
import { isSameName } from '../../../main/submission/document-name.ts';
import type { Submission } from '../../../main/submission/submission.ts';
import type { CheckSeen } from '../../../main/tracking/reading.ts';
import { asksRight, hasOddFields } from './signature-fields.ts';
import type { World } from './world.ts';

/** Far more than a run of a few submissions needs. More requests mean an endless loop. */
const MOST_REQUESTS = 2_500;
/** The shortest page that the app takes for one of many. */
const SHORTEST_PAGE = 10;

const HOUR = 60 * 60_000;

/** Each namesake of ours needs as much as any submission, and others are looked at a few times. */
function mostRequests({ namesakes, service }: World): number {
  const { documents = 0, submissions = 0 } = namesakes ?? {};
  const most = MOST_REQUESTS + 50 * submissions + 4 * documents;
  // Where a token lasts seconds, every few calls need another one.
  return service.options.tokenSeconds < 60 ? 1.25 * most : most;
}

const requestsOf = ({ network, savingRequests }: World): number => network.requests() - savingRequests;

/** Too many requests: the run ends, and the judge reports it. */
export const isEndless = (world: World): boolean => requestsOf(world) > mostRequests(world);

/** Checks every published row: it must not contradict the service or ask what a look could answer. */
export function watchRows(world: World): void {
  const { service, problem } = world;
  world.onRow = ({ id, stage, reason, documentId, recovered, cancelled, wish, redoOf }) => {
    const replaced = reason?.kind === 'overtaken' ? world.rows().find((row) => row.id === redoOf) : undefined;
    if (replaced !== undefined && isReplaced(replaced))
      problem(`${id} waits for a person although ${replaced.id} was withdrawn for it`);
    if (stage.kind !== 'needs-you') return;
    const document = documentId === null ? undefined : service.documents.find(documentId);
    if (reason?.kind === 'failed' && stage.step === 'start' && document?.documentStatus === 'in-progress')
      problem(`${id} is told to have failed and was started`);
    if (reason?.kind !== 'several' || recovered || cancelled || reason.candidates.length !== 1) return;
    const [only] = reason.candidates;
    const shown = only?.documentId ?? '';
    // The storage sent another file for this draft. The app cannot tell it from a file that the service converted.
    const isFalsified = world.network.isFalsified(shown);
    const draft = service.documents.find(shown);
    // Whom the signature fields name beside the person's list, another computer may have added as well.
    const isNamed = draft?.signees.every(({ email }) => wish.signees.some((one) => one.email === email)) === true;
    // Somebody who goes on with a draft may change its kind of signature as well, so it has to be shown.
    const isAsSent =
      draft?.signatureMode === wish.mode && draft.jurisdiction === wish.jurisdiction && world.network.showsJurisdiction;
    const isUntouched = draft?.signees.length === 0 || (isNamed && isAsSent);
    const proves = !isFalsified && isUntouched && draft?.sha256 === wish.file.sha256;
    // If two submissions look at one draft, each look ends the other's address.
    const alone = world.rows().filter((row) => isSameName(row.wish.file.name, wish.file.name)).length === 1;
    if (proves && alone) problem(`${id} is asked about although the content proves it`);
  };
}

/** Checks each whole reading: no document that was there all the time may be missing in it. */
export function judgeReading(world: World, { account, askedAt, documents, whole, unreadable }: CheckSeen): void {
  const { service, strange, users, clockJumped, problem } = world;
  if (!whole || unreadable > 0 || clockJumped || !['right', 'tied'].includes(strange.list)) return;
  const seen = new Set(documents.map(({ documentId }) => documentId));
  const owner = Object.values(users).find(({ username }) => username === account)?.id;
  const missing = service.documents
    .all()
    .filter((one) => one.owner === owner && one.creationTime < askedAt && !seen.has(one.documentId));
  if (missing.length > 0) problem(`${missing.length} documents are missing in a whole reading`);
}

/** Finds everything that is wrong after all work is done. Uses the service's records, not the app's. */
export async function judge(world: World): Promise<readonly string[]> {
  const found = [...world.problems];
  const rows = world.rows();
  const documents = world.service.documents.all();
  const byId = new Map(documents.map((one) => [one.documentId, one]));
  const accounted = new Set(rows.map(({ id }) => id));

  for (const [documentId, count] of world.network.started)
    if (count > 1) found.push(`${documentId} was started ${count} times`);
  const startedOf = Map.groupBy(
    [...world.network.started.keys()].flatMap((id) => byId.get(id) ?? []),
    ({ sha256 }) => sha256,
  );
  for (const [sha256, started] of startedOf) {
    const intended = [...world.intents.values()].filter((intent) => intent.sha256 === sha256).length;
    // A replacement on hold, created by a process that crashed before it answered.
    const copies = rows.filter(
      ({ redoOf, id, wish }) => redoOf !== null && wish.file.sha256 === sha256 && !world.intents.has(id),
    );
    const wanted = { length: intended + copies.length };
    if (started.length > wanted.length) found.push(`started ${started.length} times for ${wanted.length} submissions`);
  }
  for (const id of world.acknowledged)
    if (!accounted.has(id) && !mayBeForgotten(world, id)) found.push(`${id} was accepted and is lost`);
  for (const row of rows)
    found.push(...judgeRow(row, row.documentId === null ? undefined : byId.get(row.documentId), world));
  for (const id of world.network.started.keys())
    if (!rows.some((row) => row.documentId === id) && !world.mayForget(byId.get(id)?.startTime ?? 0))
      found.push(`${id} was started and nobody knows it`);
  for (const id of world.foreign) {
    const document = byId.get(id);
    if (world.carriedOut.has(id)) continue;
    if (document === undefined) found.push(`the foreign draft ${id} was deleted`);
    else if (document.documentStatus !== 'draft') found.push(`the foreign draft ${id} was started`);
    else if (rows.some((row) => row.documentId === id)) found.push(`the foreign draft ${id} was adopted`);
  }
  for (const { sha256, owner, documentName } of documents) {
    const account = Object.values(world.users).find(({ id }) => id === owner)?.username ?? '';
    const isOurs = world.contents.files.some((file) => file.sha256 === sha256);
    if (isOurs && !world.chosen.has(`${sha256} ${account}`))
      found.push(`notAsked: ${documentName} was uploaded to another account`);
  }
  found.push(...strangersCalls(world));
  found.push(...uploadsTooMany(world, rows), ...unseenOrphans(world, rows, documents));
  found.push(...judgeService(world));
  const owners = rows.flatMap(({ documentId }) => documentId ?? []);
  if (new Set(owners).size !== owners.length) found.push('two submissions have the same document');
  return found;
}

/** Breaches of the service's rules, and requests without end. */
export function judgeService(world: World): readonly string[] {
  return [...breaches(world), ...(isEndless(world) ? [`${requestsOf(world)} requests`] : [])];
}

/** A submission that was given up has no copy, so a lost journal loses it for ever. It cannot be sent any more. */
function mayBeForgotten(world: World, id: string): boolean {
  const intent = world.intents.get(id);
  const said = [intent, ...[...world.pending].filter(({ sha256 }) => sha256 === intent?.sha256)];
  return world.journalsLost > 0 && said.some((one) => one?.sent === false);
}

export function breaches(world: World): readonly string[] {
  const { weather, clockJumped, service, network } = world;
  // The app learns that the service counts pages only by a refusal, if the answer arrives and the process survives.
  let pages = service.options.pollingPages === 'counted' ? 3 * world.lives : 0;
  return service.records.breaches.flatMap(({ rule, detail }) => {
    // A start that timed out may arrive after its repetition, and a proxy may repeat one.
    if (rule === 'started-twice' && (weather.late || weather.replays) && network.started.size > 0) return [];
    // Calls that began with the old credentials still fetch their token.
    // A call that timed out may arrive later. A journal that was replaced does not know whom a person invited today.
    const mayInvite = weather.late || weather.replays || clockJumped || world.journalsLost > 0;
    if (rule === 'resent-twice' && mayInvite) return [];
    if (rule === 'token-early' && (clockJumped || world.switched)) return [];
    // After a lost journal, the process cannot know the time of the last check.
    if (rule === 'polling' && world.journalsLost > 0) return [];
    if (rule === 'polling' && pages > 0) {
      pages -= 1;
      return [];
    }
    return [`breach ${rule}: ${detail}`];
  });
}

/** Some entries cannot be read, or the account has no document at all: an empty list proves nothing. */
export function mayStayUnsettled({ service, users, signedIn }: World): boolean {
  const isEmpty = !service.documents.all().some(({ owner }) => owner === users[signedIn].id);
  return isEmpty || service.options.overviewSpoils.length > 0;
}

/** No service has pages as short as some here. Where it also calls their length that of the list, nobody sees the rest. */
export const hasHiddenEnd = ({ service: { options } }: World) =>
  options.overviewSize === 'page' && options.overviewCap !== null && options.overviewCap < SHORTEST_PAGE;

/** How long one refused page tells the app to ask for one page per window. */
const BELIEVED_MS = 7 * 24 * HOUR;

/** Nobody can tell a busy service that refuses a further page from one that counts its pages. */
export const isCounted = ({ service: { options }, network, time }: World) =>
  options.pollingPages === 'counted' || time.now() - network.pageRefusedAt() < BELIEVED_MS;

/** Without a total, one page may not be all: the newest comes in turn with an older one and with those that run. */
export const comesInTurn = (world: World): boolean => {
  const { overviewSize, overviewSpoils } = world.service.options;
  return isCounted(world) && (overviewSize === 'page' || overviewSpoils.length > 0);
};

function judgeRow(row: Submission, document: PracticeDocument | undefined, world: World): readonly string[] {
  const { stage, wish, id, reason } = row;
  const is = `${id} is ${JSON.stringify(stage)} ${JSON.stringify(row.reason)}`;
  if (stage.kind === 'held') {
    const isStarted = world.network.started.has(row.documentId ?? '');
    const isOwn = row.account === world.users[world.signedIn].username;
    const replaced = world.rows().find((one) => one.id === row.redoOf) ?? null;
    if (isOwn && isPromised(row) && isOutOfTheWay(replaced)) return [`${is} and was to go by itself`];
    return isStarted || (row.uploadedAt !== null && startedForIt(world, row)) ? [`${is} but started`] : [];
  }
  const isOfOther = row.account !== null && row.account !== world.users[world.signedIn].username;
  // Only a check of its own account can settle it.
  if (reason?.kind === 'unsettled') return isOfOther || mayStayUnsettled(world) ? [] : [is];
  if (stage.kind === 'needs-you') {
    if (row.reason === null) return [`${is} without a reason`];
    // Nobody else changed the document, so it must be as the person wanted.
    const { replays, late, overlooks } = world.weather;
    const odd = hasOddFields(world, wish.file.sha256 ?? '', wish);
    const mayDiffer = odd || replays || late || overlooks || world.strange.hidesPeople;
    if (row.reason.kind === 'differs' && !mayDiffer && !world.mayForgetOf(id)) return [is];
    const unsaid = row.reason.kind === 'untellable' || row.reason.kind === 'several';
    // A proxy that adds somebody twice after the comparison: the row says that the document is under way.
    const isSaid = row.reason.kind === 'differs' && row.reason.differences.some(({ found }) => found === 'in-progress');
    if (!unsaid && !isSaid && document !== undefined && world.network.started.has(document.documentId))
      return [`${is} but started`];
    return [];
  }
  // The submission waits for its own account.
  if (isOfOther && stage.kind !== 'done') return [];
  if (stage.kind !== 'done') return [`${is}, which is no rest`];
  const started = world.network.started.has(row.documentId ?? '');
  if (stage.as === 'cancelled') return startedForIt(world, row) ? [`${is} but was started`] : [];
  if (stage.as === 'given-up') return [];
  // Nobody can tell a service that says so by mistake from one that has deleted it.
  if (stage.as === 'deleted')
    return document === undefined || world.strange.hasSaidGone(row.documentId) ? [] : [`${is} but is still there`];
  if (document === undefined) {
    // A person withdrew and deleted the document after the older journal was written. Nobody can sign it any more.
    const deletedLater = world.mayForgetOf(id) && stage.as !== 'draft' && world.intents.get(id)?.sent === false;
    return deletedLater ? [] : [`${is} but there is no such document`];
  }
  const found: string[] = [];
  if (document.sha256 !== wish.file.sha256) found.push(`${is} with the content of another`);
  // An older journal does not know that the person chose anew, without this draft. Send compares them.
  const isUncompared = stage.as === 'draft' && row.goal === 'hold' && world.mayForgetOf(id);
  if (document.signatureMode !== wish.mode && !isUncompared) found.push(`${is} in mode ${document.signatureMode}`);
  if (document.jurisdiction !== wish.jurisdiction && !isUncompared) found.push(`${is} under ${document.jurisdiction}`);
  const twice = world.weather.replays || world.weather.late;
  const people = document.signees.map(({ email }) => email);
  // A call that timed out long ago may add a signee again between comparison and start. Nobody can prevent that.
  const isRight = asksRight(world, wish.file.sha256 ?? '', wish, twice ? [...new Set(people)] : people);
  // A draft was compared long ago and may have other signees since. A recovered draft on hold gets its missing signees after
  // Send.
  const settled = stage.as !== 'draft' || (!twice && row.goal === 'draft');
  if (settled && !isRight) found.push(`${is} for ${people.join()}`);
  // No list shows that the service has confirmed a start in vain.
  if (
    (isOfOther || hasHiddenEnd(world)) &&
    !started &&
    stage.as === 'started' &&
    world.network.wasInVain(document.documentId)
  )
    return found;
  const status = { started: 'in-progress', draft: 'draft', withdrawn: 'withdrawn' }[stage.as];
  // A withdrawal that an older journal does not know shows when the document is next listed.
  const listedLater = world.mayForgetOf(id) && stage.as === 'started' && document.documentStatus === 'withdrawn';
  if (document.documentStatus !== status && !listedLater)
    found.push(`${is} but the document is ${document.documentStatus}`);
  if (started !== (stage.as !== 'draft')) found.push(`${is} but started: ${started}`);
  return found;
}

/** Was a document with this content and these signees started that belongs to no other submission? */
function startedForIt(world: World, { id, wish }: Submission): boolean {
  const rows = world.rows();
  const people = world.intents.get(id)?.wish ?? { signees: [], scanPredefined: false };
  return [...world.network.started.keys()].some((documentId) => {
    const document = world.service.documents.find(documentId);
    if (document?.sha256 !== wish.file.sha256) return false;
    const asked = document.signees.map(({ email }) => email);
    if (!asksRight(world, document.sha256, people, asked)) return false;
    return !rows.some(
      (row) => row.id !== id && (row.documentId === documentId || row.wish.file.sha256 === wish.file.sha256),
    );
  });
}

/** Calls for a document in the name of a service user who cannot see it. */
function strangersCalls({ service }: World): readonly string[] {
  const ownerOf = new Map(service.documents.all().map(({ documentId, owner }) => [documentId, owner]));
  return service.records.requests.flatMap(({ operation, path, userId }) => {
    const owner = ownerOf.get(/\/documents\/([^/]+)/.exec(path)?.[1] ?? '');
    const isStranger = owner !== undefined && userId !== null && owner !== userId;
    return isStranger ? [`${operation} of ${path} in the name of another account`] : [];
  });
}

/** Without repeated and late requests, a second upload is never right. */
function uploadsTooMany(world: World, rows: readonly Submission[]): readonly string[] {
  const { weather, clockJumped, contents, service, uploadAgain, intents } = world;
  if (weather.late || weather.replays || clockJumped) return [];
  return contents.files.flatMap(({ sha256 }) => {
    // A row that was cancelled before the journal was lost does not come back.
    if ([...world.intents].some(([id, one]) => one.sha256 === sha256 && world.mayForgetOf(id))) return [];
    if (rows.some((row) => row.wish.file.sha256 === sha256 && world.mayForgetOf(row.id))) return [];
    const known = rows.filter((row) => row.wish.file.sha256 === sha256).length;
    const forgotten = [...intents].filter(
      ([id, intent]) => intent.sha256 === sha256 && !rows.some((row) => row.id === id) && mayBeForgotten(world, id),
    );
    const wanted = known + forgotten.length + (uploadAgain.get(sha256) ?? 0);
    const count = service.records.uploadsOf(sha256);
    return count > wanted ? [`uploaded ${count} times for ${wanted} submissions`] : [];
  });
}

/** Our drafts without a submission that are not offered as orphans, although their upload is neither in doubt nor given up. */
function unseenOrphans(
  world: World,
  rows: readonly Submission[],
  documents: readonly PracticeDocument[],
): readonly string[] {
  if (world.clockJumped) return [];
  // Without a search, a check shows the newest page only.
  const { overviewCap } = world.service.options;
  if (overviewCap !== null && documents.length > overviewCap) return [];
  const known = new Set(rows.flatMap((row) => [row.documentId, ...row.orphans]));
  return documents.flatMap((document) => {
    if (world.mayForget(document.creationTime)) return [];
    if (document.documentStatus !== 'draft' || world.foreign.has(document.documentId)) return [];
    // A check shows the documents of the account that is signed in.
    if (document.owner !== world.users[world.signedIn].id) return [];
    if (known.has(document.documentId)) return [];
    // A proxy may deliver an upload again half an hour later: the next checks will show it.
    if (document.creationTime > world.checkedAt[1]) return [];
    if (comesInTurn(world) && document.creationTime > world.time.now() - 2 * HOUR) return [];
    const named = rows.filter((row) => isSameName(row.wish.file.name, document.documentName));
    // While one of its name is in doubt, the draft may be that one's, and the check after that may have been cut off.
    // Once it is known that nothing was sent, the submission does not tell any more that it was in doubt.
    const open = named.some(
      (row) => (row.firstSent !== null && row.documentId === null) || row.changedAt >= world.checkedAt[1],
    );
    // With people whom nobody named, it may be the draft of another computer: it is never offered to be deleted.
    const hasStrangers = named.some(({ wish }) =>
      document.signees.some(({ email }) => !wish.signees.some((one) => isSameAddress(one.email, email))),
    );
    // A draft that has people may have been changed by somebody where the service does not show what was chosen, or shows
    // another kind of signature: a file can ask for it, and a person can, too.
    const isOther = named.some(({ wish }) => wish.mode !== document.signatureMode);
    const mayBeChanged = document.signees.length > 0 && (isOther || !world.network.showsJurisdiction);
    const excused = open || hasStrangers || mayBeChanged;
    return excused ? [] : [`the draft ${document.documentName} is offered to nobody`];
  });
}
