import type { DocumentSignee } from '../../preload/contract/document.ts';
import type { Language } from '../../preload/contract/language.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { PeopleOfSelection, Reminder, WaitingDocument, WaitingView } from '../../preload/contract/waiting.ts';
import type { Given } from '../documents/person-order-worker.ts';
import { detailsOf } from '../files/error-code.ts';
import type { Journal } from '../journal/journal.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { PublishedState } from '../state/published-state.ts';
import { chosenPeople } from '../submission/chosen-people.ts';
import type { Clock } from '../time/clock.ts';
import { unhurried } from '../time/slices.ts';
import { localeOf } from '../words/language.ts';
import { type Mail, mailtoAddress } from '../words/mailto.ts';
import type { TextsIn } from '../words/texts.ts';
import { foreignTo } from './foreign-to.ts';
import { reminderMail } from './reminder-mail.ts';
import { sentDocument, wasTakenBack } from './sent-document.ts';
import { createWaitingIndex, type WaitingPerson } from './waiting.ts';
import { type AskedView, cutRows, viewOf } from './waiting-view.ts';

export interface WaitingListDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'connections' | 'people' | 'reminders' | 'submissions' | 'trackedDocuments'>;
  readonly state: PublishedState;
  readonly textsIn: TextsIn;
  readonly desktop: Pick<Desktop, 'openMail'>;
  readonly preferredLanguages: readonly string[];
  readonly invitations: {
    readonly isOn: (connectionId: string) => boolean;
    /** Returns why the service cannot send its invitation again now, or null if it can. */
    readonly whyNot: (connectionId: string, documentId: string, email: string) => Problem | null;
    /** Orders an invitation. Returns the problem, or null when it is ordered. */
    readonly resend: (connectionId: string, documentId: string, email: string) => Problem | null;
    readonly last: (connectionId: string, documentId: string, email: string) => Given | null;
  };
}

/** Tells whether the service shows more than addresses. If not, the order chosen here says more. */
const isTelling = (signees: readonly DocumentSignee[] | null): boolean =>
  signees?.some(({ status, order }) => status !== null || order !== null) === true;

/** The most mails that a person writes at a time. */
const MOST_PEOPLE = 200;

interface ReminderInput {
  readonly key: string;
  readonly language: Language | null;
  /** The documents that the mail names. Null: all that wait for this person. */
  readonly chosen: ReadonlySet<string> | null;
}

type Prepared =
  | {
      readonly ok: true;
      readonly documents: WaitingPerson['documents'];
      readonly mail: Mail;
      readonly language: Language;
    }
  | { readonly ok: false; readonly problem: Problem };

/** `count`: for how many documents the service was asked to invite again. */
type Ordered = { readonly ok: true; readonly count: number } | { readonly ok: false; readonly problem: Problem };

const refused = (key: Problem['key'], details?: string) => ({
  ok: false as const,
  problem: { key, params: {}, ...(details === undefined ? {} : { details }) },
});

/** The people who can sign now, as far as the documents were read. */
interface Found {
  readonly people: readonly WaitingPerson[];
  readonly running: number;
  /** Running documents of which nobody knows yet who has to sign them. */
  readonly unread: ReadonlySet<string>;
}

async function read(deps: WaitingListDeps, connectionId: string): Promise<Found> {
  const { journal } = deps;
  const isForeign = foreignTo(deps, connectionId);
  const index = createWaitingIndex();
  const checked = new Set<string>();
  const unread = new Set<string>();
  let running = 0;
  for await (const document of journal.trackedDocuments.all()) {
    if (document.connectionId !== connectionId || document.status === 'draft') continue;
    checked.add(document.id);
    const { id, status, signees, goneAt } = document;
    if (status !== 'in-progress' || goneAt !== null || isForeign(document.account)) continue;
    const owner = journal.submissions.ownerOf(connectionId, id);
    if (wasTakenBack(owner)) continue;
    const chosen = isTelling(signees) ? [] : chosenPeople(owner?.wish ?? null);
    running += 1;
    if (!index.add(document, chosen.length > 0 ? chosen : (signees ?? []))) unread.add(id);
  }
  // Documents that were sent from here after the last check.
  for await (const id of unhurried(journal.submissions.unfinished(connectionId))) {
    if (checked.has(id)) continue;
    const submission = journal.submissions.ownerOf(connectionId, id);
    if (submission?.stage.kind !== 'done' || submission.stage.as !== 'started' || isForeign(submission.account))
      continue;
    running += 1;
    if (!index.add(sentDocument(submission, id), chosenPeople(submission.wish))) unread.add(id);
  }
  return { people: index.finish(), running, unread };
}

/** Returns the last mail that was opened for a person, or the later order to invite them again. */
function lastReminder(
  { journal, invitations }: WaitingListDeps,
  connectionId: string,
  documentId: string,
  key: string,
): WaitingDocument['reminded'] {
  const mailed = journal.reminders.latest(connectionId, documentId, key);
  const invited = invitations.last(connectionId, documentId, key);
  if (invited !== null && invited.at >= (mailed ?? 0))
    return { by: invited.isSure ? 'service' : 'ordered', at: invited.at };
  return mailed === null ? null : { by: 'mail', at: mailed };
}

/** Tells whether to remind of a document. People who perhaps cannot sign yet are not asked. */
const isToRemind = ({ perhaps }: WaitingPerson['documents'][number]) => perhaps !== 'turn';

/** Adds to the documents of a person what was done about them, and what the service can do. */
async function withReminders(
  deps: WaitingListDeps,
  connectionId: string,
  { key, email, documents }: WaitingPerson,
): Promise<WaitingDocument[]> {
  const { isOn, whyNot } = deps.invitations;
  const told: WaitingDocument[] = [];
  const canAsk = email !== null && isOn(connectionId);
  for await (const one of unhurried(documents)) {
    const canInvite = canAsk && isToRemind(one) && whyNot(connectionId, one.id, email) === null;
    told.push({ ...one, reminded: lastReminder(deps, connectionId, one.id, key), canInvite });
  }
  return told;
}

/** Orders the invitations of these documents again. Tells the first problem if none is possible. */
async function resendAll(
  { invitations }: WaitingListDeps,
  connectionId: string,
  { documents, mail }: Extract<Prepared, { readonly ok: true }>,
): Promise<Ordered> {
  const problems: (Problem | null)[] = [];
  for await (const { id } of unhurried(documents)) {
    try {
      problems.push(invitations.resend(connectionId, id, mail.to));
    } catch (error) {
      problems.push({ key: 'not-recorded', params: {}, details: detailsOf(error) });
    }
  }
  // The others may have been ordered before. What could not be stored is told.
  const isLost = (one: Problem | null) => one?.key === 'not-recorded';
  const [problem = null] = problems.includes(null) ? problems.filter(isLost) : problems;
  const { length: count } = problems.filter((one) => one === null);
  return problem === null ? { ok: true, count } : { ok: false, problem };
}

/** Finds the people of the shown connection who can sign now, and prepares reminders to them. */
export function createWaitingList(deps: WaitingListDeps) {
  const { clock, journal, state, textsIn, invitations } = deps;
  const nameOf = ({ email, name }: Pick<WaitingPerson, 'email' | 'name'>): string | null =>
    name ?? journal.people.nameOf(email);

  async function prepare({ key, language, chosen }: ReminderInput): Promise<Prepared> {
    const { active } = state.get();
    if (active === null) return refused('signed-out');
    const person = (await read(deps, active)).people.find((one) => one.key === key);
    if (person === undefined) return refused('nobody-waits');
    if (person.email === null) return refused('mail-no-address');
    const spoken = language ?? journal.reminders.languageOf(key) ?? state.get().language;
    const locale = localeOf(spoken, deps.preferredLanguages);
    const documents = person.documents.filter((one) => isToRemind(one) && (chosen === null || chosen.has(one.id)));
    if (documents.length === 0) return refused('nobody-waits');
    const mail = reminderMail({ to: person.email, name: nameOf(person), documents, t: textsIn(locale), locale });
    return mail === null ? refused('mail-no-address') : { ok: true, documents, mail, language: spoken };
  }

  return {
    async view(asked: AskedView): Promise<WaitingView> {
      const { active } = state.get();
      const found = active === null ? null : await read(deps, active);
      const named = (found?.people ?? []).map((person) => ({ ...person, name: nameOf(person) }));
      const { people, ...view } = viewOf(named, asked, clock.now());
      const { shown, leftOut } = cutRows(people, limits.waitingRows);
      const told: WaitingView['people'] = [];
      if (active !== null)
        for (const person of shown) {
          const canRemind = person.email !== null && person.documents.some(isToRemind);
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          told.push({ ...person, canRemind, documents: await withReminders(deps, active, person) });
        }
      return {
        ...view,
        leftOut,
        people: told,
        howFar: { read: (found?.running ?? 0) - (found?.unread.size ?? 0), all: found?.running ?? 0 },
      };
    },
    /** Returns the people who can sign these documents now. The longest waiting come first. */
    async among(ids: ReadonlySet<string>): Promise<PeopleOfSelection> {
      const { active } = state.get();
      if (active === null) return { people: [], total: 0, unread: 0 };
      const { people, unread } = await read(deps, active);
      const found = people
        .filter(({ documents }) => documents.some((one) => isToRemind(one) && ids.has(one.id)))
        .map((person) => ({ key: person.key, email: person.email, name: nameOf(person) }));
      const unknown = [...ids].filter((id) => unread.has(id)).length;
      return { people: found.slice(0, MOST_PEOPLE), total: found.length, unread: unknown };
    },
    /** Returns the mail as the mail program will show it. */
    async reminder(input: ReminderInput): Promise<{ ok: true; reminder: Reminder } | { ok: false; problem: Problem }> {
      const prepared = await prepare(input);
      const { active } = state.get();
      if (!prepared.ok) return prepared;
      const { documents, mail, language } = prepared;
      let resendable = 0;
      for await (const { id } of unhurried(active === null ? [] : documents))
        if (active !== null && invitations.whyNot(active, id, mail.to) === null) resendable += 1;
      return { ok: true, reminder: { ...mail, language, resendable } };
    },
    /** Lets the service send its own invitations again. Tells the first problem if it is possible for none. */
    async resend(input: ReminderInput): Promise<Ordered> {
      const prepared = await prepare(input);
      const { active } = state.get();
      if (!prepared.ok) return prepared;
      if (active === null) return refused('signed-out');
      return resendAll(deps, active, prepared);
    },
    /** Opens the mail program, and notes it in the history of each document. */
    async remind(input: ReminderInput): Promise<{ ok: true } | { ok: false; problem: Problem }> {
      const prepared = await prepare(input);
      const { active } = state.get();
      if (!prepared.ok) return prepared;
      const { documents, mail, language } = prepared;
      if (active === null) return refused('signed-out');
      if (!(await deps.desktop.openMail(mailtoAddress(mail)))) return refused('mail-not-opened');
      const documentIds = documents.map(({ id }) => id);
      try {
        journal.reminders.add({ connectionId: active, documentIds, person: input.key, language, at: clock.now() });
      } catch (error) {
        // The mail is open already: only its note is missing.
        return refused('reminder-not-noted', detailsOf(error));
      }
      return { ok: true };
    },
  };
}

export type WaitingList = ReturnType<typeof createWaitingList>;
