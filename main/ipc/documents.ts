import type { DocumentDetails } from '../../preload/contract/document.ts';
import type { Handlers, Output } from '../../preload/contract/index.ts';
import type { PersonOrders } from '../../preload/contract/person-order.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { cardOf } from '../commands/signature-words.ts';
import type { CopyCheckup } from '../documents/copy-checkups.ts';
import type { Documents } from '../documents/documents.ts';
import type { OrderWorker } from '../documents/order-worker.ts';
import type { PersonOrderWorker } from '../documents/person-order-worker.ts';
import { detailsOf } from '../files/error-code.ts';
import { shownDraft } from '../hand-over/complete-draft.ts';
import type { Journal } from '../journal/journal.ts';
import type { List } from '../list/list.ts';
import type { Desktop } from '../platform/desktop.ts';
import { problemOfDetails } from '../problems/problem-of.ts';
import { done, refuse, refuseWith } from '../problems/refuse.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import type { Checks } from '../tracking/checks.ts';
import type { Texts } from '../words/texts.ts';
import { withShown } from './known-connection.ts';

interface DocumentsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly journal: {
    readonly people: Pick<Journal['people'], 'named'>;
    readonly submissions: Pick<Journal['submissions'], 'ownerOf'>;
  };
  readonly state: PublishedState;
  readonly checks: Checks;
  readonly documents: Pick<Documents, 'checkups' | 'copyOf' | 'details' | 'reader' | 'saveNow' | 'verification'>;
  readonly orders: Pick<OrderWorker, 'order' | 'answer'>;
  readonly personOrders: Pick<PersonOrderWorker, 'drop' | 'of' | 'order' | 'possible'>;
  readonly list: Pick<List, 'rows' | 'row' | 'positionOf'>;
  readonly desktop: Pick<Desktop, 'dragFile' | 'openFile' | 'showInFolder'>;
  readonly texts: Texts;
  /** Returns null if nobody is signed in. */
  readonly clientOf: (connectionId: string) => object | null;
}

function toDetails(
  document: ServiceDocument,
  owner: Submission | null,
  { can, orders }: PersonOrders,
): DocumentDetails {
  const initiator = [document.initiatorDisplayName, document.initiatorDisplayEmail].filter(Boolean).join(' · ');
  return {
    id: document.documentId,
    documentStatus: document.documentStatus,
    signStatus: document.signStatus,
    signatureMode: document.signatureMode,
    jurisdiction: document.jurisdiction,
    authority: document.requiredAuthorityService,
    created: document.creationTime,
    started: document.startTime,
    completed: document.completionTime,
    comment: document.comment,
    initiator: initiator === '' ? null : initiator,
    company: document.initiatorCompanyDisplayName,
    companyVerified: document.initiatorCompanyIsVerified,
    verification: document.initiatorCompanyVerificationType,
    attachmentsAllowed: document.attachmentsAllowed,
    signees: document.signees.map(
      ({ id: _id, email = null, name = null, order = null, status = null, ...decision }) => ({
        email,
        name,
        order,
        status,
        ...decision,
      }),
    ),
    draft: shownDraft(document, owner),
    observers: document.observers,
    can,
    ordered: orders.length > 0,
    raw: sayAnswer(document.raw, 2).slice(0, longestRaw),
  };
}

/** Says of an address only where it leads. */
const whereTo = (address: string): string => `${URL.parse(address)?.origin ?? ''}/…`;

/**
 * Writes an answer without its addresses: one opens the file, another one the signing page of a person, both without a
 * sign-in, and people copy this text to support.
 */
function sayAnswer(answer: unknown, indent?: number): string {
  const isAddress = (key: string, value: string) => /url$/i.test(key) || /^\s*https?:/i.test(value);
  const shorten = (key: string, value: unknown) =>
    typeof value === 'string' && isAddress(key, value) ? whereTo(value) : value;
  return JSON.stringify(answer, shorten, indent);
}

/** A large copy takes longer to check. The next drag finds it checked. */
const LONGEST_DRAG_WAIT_MS = 400;

/** Characters of an answer shown for support. 500 signees fit. */
const longestRaw = 500_000;

export function documentsHandlers(deps: DocumentsDeps) {
  const { clock, journal, state, checks, documents, orders, personOrders, list, desktop, texts, clientOf } = deps;
  const shown = withShown(state);

  async function sheetOf(
    found: { readonly checkup: CopyCheckup | null } | Problem,
  ): Promise<Output<'documents.signatures'>> {
    if ('key' in found) return refuseWith(found);
    if (found.checkup === null) return { ok: true, sheet: null };
    const { verdict, sha256, report, more, sentAs, unsigned } = found.checkup;
    const { standingNow } = await import('../signatures/issuers/shipped-issuers.ts');
    const speech = { t: texts(), locale: state.get().locale, standing: standingNow(clock.now()) };
    const cards = (report?.signatures ?? []).map((one) => cardOf(one, speech));
    return { ok: true, sheet: { verdict, sha256, cards, more, sent: report?.sent?.kind ?? null, sentAs, unsigned } };
  }

  return {
    'documents.check': () => {
      const { active } = state.get();
      return active === null ? { ok: true } : checks.now(active);
    },
    'documents.details': shown(async (active, { id }) => {
      // The list stays after a sign-out.
      if (state.accountOf(active) === null) return refuse('signed-out');
      const details = await documents.details(active, id);
      if (details === null) return refuse('unknown');
      if (details.ok) {
        const owner = journal.submissions.ownerOf(active, id);
        const told = toDetails(details.value, owner, personOrders.of(active, id));
        return { ok: true, details: { ...told, signees: journal.people.named(told.signees) } };
      }
      return refuseWith(problemOfDetails(details.failure, state.addressOf(active)));
    }),
    'documents.rows': ({ query, from, count, inPassing }) => list.rows(query, from, count, inPassing),
    'documents.row': ({ key }) => list.row(key),
    'documents.positionOf': ({ query, key }) => list.positionOf(query, key),
    'documents.revealed': () => {
      const entry = state.get().revealed?.entry ?? null;
      if (state.get().revealed !== null) state.publish({ revealed: null });
      return { entry };
    },
    'documents.save': shown(async (active, { id }) => {
      if (clientOf(active) === null || state.accountOf(active) === null) return refuse('signed-out');
      const problem = await documents.saveNow(active, id);
      return problem === null ? done : refuseWith(problem);
    }),
    'documents.order': shown(async (active, { id, order }) => {
      if (order === 'retry' || order === 'drop') return orders.answer(active, id, order) ? done : refuse('not-now');
      try {
        return (await orders.order(active, [id], order)) === 1 ? done : refuse('not-now');
      } catch (error) {
        return refuse('not-recorded', {}, detailsOf(error));
      }
    }),
    'documents.personOrders': ({ id }) => {
      const { active } = state.get();
      return active === null ? { can: [], orders: [] } : personOrders.of(active, id);
    },
    'documents.orderForPerson': shown((active, { id, what, email, change }) => {
      try {
        if (what === 'drop') return personOrders.drop(active, id, email) ? done : refuse('not-now');
        const problem = personOrders.order(active, id, { kind: what, email, change });
        return problem === null ? done : refuseWith(problem);
      } catch (error) {
        return refuse('not-recorded', {}, detailsOf(error));
      }
    }),
    'documents.verifyCopies': shown((active) => {
      documents.verification.start(active);
      return done;
    }),
    'documents.stopVerifying': () => {
      documents.verification.stop();
      return done;
    },
    'documents.signatures': shown(async (active, { id, again }) => {
      const { stored, checkAgain } = documents.checkups;
      return sheetOf(await (again ? checkAgain(active, id) : stored(active, id)));
    }),
    'documents.readCopy': shown(async (active, { id, ...wanted }) => {
      const part = await documents.reader.read(active, id, wanted);
      return 'key' in part ? refuseWith(part) : { ok: true, bytes: part.bytes, size: part.size, kind: 'pdf' };
    }),
    'documents.dragCopy': shown(async (active, { id }) => {
      const began = performance.now();
      const copy = await documents.reader.verified(active, id);
      if ('key' in copy) return refuseWith(copy);
      // By then the person has let go, and the file would drop wherever the pointer is.
      if (performance.now() - began > LONGEST_DRAG_WAIT_MS) return { ok: true, started: false };
      return { ok: true, started: desktop.dragFile(copy.path) };
    }),
    'documents.openCopy': shown(async (active, { id, how }) => {
      const copy = await documents.copyOf(active, id);
      if ('key' in copy) return refuseWith(copy);
      if (how === 'show') desktop.showInFolder(copy.path);
      else if (!(await desktop.openFile(copy.path))) return refuse('copy-not-opened', { path: copy.path });
      return done;
    }),
  } satisfies Partial<Handlers>;
}
