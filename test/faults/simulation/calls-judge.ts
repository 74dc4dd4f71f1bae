import type { PracticeDocument } from '../../../main/practice-service/document.ts';
import type { HttpRequest } from '../../../main/signing/http-port.ts';
import { judgeDemand } from './file-demands.ts';
import { asksRight } from './signature-fields.ts';
import { CONNECTION, type Intent, type World } from './world.ts';

/** A request that changes something at the service. */
export interface Call {
  readonly step: 'upload' | 'add-signee' | 'start' | 'update' | 'withdraw' | 'delete';
  /** Null for an upload. */
  readonly documentId: string | null;
  readonly body: string;
}

const steps: readonly { readonly step: Call['step']; readonly method: string; readonly path: RegExp }[] = [
  { step: 'upload', method: 'POST', path: /\/documents\/file$/ },
  { step: 'add-signee', method: 'POST', path: /\/documents\/([^/]+)\/signees$/ },
  { step: 'start', method: 'PUT', path: /\/documents\/([^/]+)\/start$/ },
  { step: 'withdraw', method: 'PUT', path: /\/documents\/([^/]+)\/withdraw$/ },
  { step: 'update', method: 'PUT', path: /\/documents\/([^/]+)$/ },
  { step: 'delete', method: 'DELETE', path: /\/documents\/([^/]+)$/ },
];

export function callOf({ method, url }: Pick<HttpRequest, 'method' | 'url'>, body: Buffer): Call | null {
  for (const { step, method: verb, path } of steps) {
    const found = method === verb ? path.exec(url) : null;
    if (found !== null) return { step, documentId: found[1] ?? null, body: body.toString('latin1') };
  }
  return null;
}

/** Checks every call in the moment when it leaves the process. */
export function watchCalls(world: World): void {
  world.onCall = (call) => {
    if (!isStored(world, call)) world.problem(`${call.step} of ${call.documentId} left before the journal had it`);
    const document = world.service.documents.find(call.documentId ?? '');
    // The service will refuse.
    if (document === undefined) return;
    if (call.step === 'start') judgeStart(world, document);
    if (call.step === 'add-signee') judgePeople(world, document, call);
  };
}

/** The journal has every call before it leaves: otherwise a crash would forget it. */
function isStored(world: World, { step, documentId, body }: Call): boolean {
  const order = world.journal?.documentOrders.find(CONNECTION, documentId ?? '');
  if (order?.kind === step && order.stage.kind === 'calling') return true;
  const content = world.contents.files[Number(/doc-(\d+)/.exec(body)?.[1] ?? -1)]?.sha256;
  return world.rows().some(({ stage, wish, documentId: own }) => {
    if (stage.kind !== 'calling' || stage.step !== step) return false;
    // A damaged spool copy breaks off before its content can be seen.
    return documentId === null ? content === undefined || wish.file.sha256 === content : own === documentId;
  });
}

/** Did a person send this, with these signees, from this account, and is the time for Undo over? */
function judgeStart(world: World, document: PracticeDocument): void {
  const { users, problem, weather, time } = world;
  // The document was started before: the service will refuse.
  if (document.documentStatus !== 'draft') return;
  const said = [...world.intents.values(), ...world.pending];
  const wanted = said.filter(({ sha256 }) => sha256 === document.sha256);
  const people = document.signees.map(({ email }) => email);
  const asked = weather.replays || weather.late ? [...new Set(people)] : people;
  const fits = ({ wish }: Intent) =>
    asksRight(world, document.sha256, wish, asked) && wish.mode === document.signatureMode;
  // The spool lets a correction go with the cancelled document, and an older journal has the people before it: the row
  // shows them. Really nothing could be sent, because the copy is gone, which the simulation reads all the same.
  const isForgotten = world.mayForget(world.cancelledAt.get(document.sha256) ?? Number.POSITIVE_INFINITY);
  const owner = Object.values(users).find(({ id }) => id === document.owner)?.username;
  const name = document.documentName;
  if (!wanted.some(({ sent }) => sent)) problem(`notAsked: ${name} was started, and nobody sent it`);
  else if (!wanted.some(fits) && !isForgotten)
    problem(`notAsked: ${name} was started for ${asked.join()}, not the last choice`);
  else if (!wanted.some(({ account, earlier }) => [account, ...earlier].some((one) => one === null || one === owner)))
    problem(`notAsked: ${name} was started from another account`);
  else if (!wanted.some(({ notBefore }) => time.now() >= notBefore - 1_000))
    problem(`notAsked: ${name} was started before the time for Undo was over`);
  judgeDemand(world, document);
  const replaced = replacedBy(world, document.documentId);
  if (replaced?.documentStatus === 'in-progress')
    problem(`notAsked: ${name} was started while people can sign ${replaced.documentId}, which it replaces`);
}

/** The document that a corrected copy replaces. */
function replacedBy(world: World, documentId: string): PracticeDocument | undefined {
  const copy = world.rows().find((row) => row.documentId === documentId);
  const replaced = world.rows().find(({ id }) => id === world.replaced.get(copy?.id ?? ''));
  // A person who sends the original once more wants both.
  if (world.intents.get(replaced?.id ?? '')?.sent === true) return undefined;
  return world.service.documents.find(replaced?.documentId ?? '');
}

/** People are added to drafts only, and nobody is added who is there. */
function judgePeople(world: World, document: PracticeDocument, { body }: Call): void {
  const { weather, problem, strange } = world;
  const { documentId, documentStatus, signees } = document;
  if (weather.late || weather.replays) return;
  const chosen = world.rows().find((row) => row.documentId === documentId);
  if (documentStatus !== 'draft' && chosen !== undefined)
    problem(`people were added to ${documentId}, which is ${documentStatus}`);
  const wanted = chosen?.wish.signees.map(({ email }) => email) ?? [];
  const there = signees.filter(({ email }) => body.includes(`"${email}"`)).length;
  const chosenOften = wanted.filter((email) => body.includes(`"${email}"`)).length;
  if (chosen === undefined || chosen.recovered) return;
  // Where looks show no people, only a look without somebody whom the app has added itself is known to be wrong.
  const isOwn = chosen.signeesAdded > 0 && !chosen.wish.scanPredefined && !world.mayForgetOf(chosen.id);
  const isKnown = !strange.hidesPeople || isOwn;
  if (there > 0 && there >= chosenOften && isKnown) problem(`people were added to ${documentId} once more`);
}
