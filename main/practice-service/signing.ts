/** The changes of a document, as pure functions. */
import { randomBytes } from 'node:crypto';
import type { Mail, PracticeDocument, Signee } from './document.ts';
import type { DocumentStatus, SignStatus } from './rules.ts';

export const signPath = (signee: Signee): string => `/sign/${signee.key}`;

export function newSignee(email: string, comment: string, signOrder: number | null): Signee {
  const key = randomBytes(16).toString('hex');
  const unread = { decision: 'open', decidedAt: null, viewedAt: null, reason: '' } as const;
  return { email, comment, signOrder, ...unread, language: 'en', autographPosition: null, invitedAgain: [], key };
}

export function withStatus(document: PracticeDocument, documentStatus: DocumentStatus, at: number): PracticeDocument {
  const finished = documentStatus !== 'draft' && documentStatus !== 'in-progress';
  return { ...document, documentStatus, statusChangedAt: at, completionTime: finished ? at : null };
}

/** Is it this signee's turn? All signees with a lower order must have signed. Without an order it is always their turn. */
export function isTurnOf(document: PracticeDocument, signee: Signee): boolean {
  if (document.documentStatus !== 'in-progress' || signee.decision !== 'open') return false;
  const { signOrder } = signee;
  if (signOrder === null) return true;
  return !document.signees.some((s) => s.decision === 'open' && s.signOrder !== null && s.signOrder < signOrder);
}

export function signStatus(document: PracticeDocument): SignStatus | null {
  const { signees } = document;
  if (document.startTime === null) return null;
  if (signees.some((s) => s.decision === 'rejected')) return 'rejected';
  if (signees.every((s) => s.decision === 'signed')) return 'signed';
  if (signees.some((s) => s.decision === 'signed')) return 'in-progress';
  return new Set(signees.map((s) => s.signOrder)).size > 1 ? 'on-hold' : 'pending';
}

export function signeeStatus(document: PracticeDocument, signee: Signee): SignStatus | null {
  if (document.startTime === null) return null;
  if (signee.decision !== 'open') return signee.decision;
  return isTurnOf(document, signee) ? 'pending' : 'on-hold';
}

export function start(document: PracticeDocument, at: number): PracticeDocument {
  return invite({ ...withStatus(document, 'in-progress', at), startTime: at }, at);
}

export function withdraw(document: PracticeDocument, at: number): PracticeDocument {
  return tellInitiator(withStatus(document, 'withdrawn', at), 'withdrawn', 'was withdrawn', at);
}

/** A person opens the page of the invitation. Only the first time counts. */
export function view(document: PracticeDocument, key: string, at: number): PracticeDocument {
  const signees = document.signees.map((s) => (s.key === key ? { ...s, viewedAt: s.viewedAt ?? at } : s));
  return { ...document, signees };
}

/** Signs or rejects. The caller must check that it is this signee's turn. */
export function decide(
  document: PracticeDocument,
  key: string,
  decision: 'signed' | 'rejected',
  at: number,
  reason = '',
): PracticeDocument {
  const signees = document.signees.map((s) => (s.key === key ? { ...s, decision, decidedAt: at, reason } : s));
  const decided = { ...document, signees };
  const who = signees.find((s) => s.key === key)?.email ?? '';
  if (decision === 'rejected') {
    return tellInitiator(withStatus(decided, 'rejected', at), 'rejected', `was rejected by ${who}`, at);
  }
  if (signees.every((s) => s.decision === 'signed')) {
    return tellInitiator(withStatus(decided, 'signed', at), 'signed', 'was signed by everybody', at);
  }
  return invite(decided, at);
}

/** Sends invitations to signees whose turn has come and who have none yet. */
function invite(document: PracticeDocument, at: number): PracticeDocument {
  if (document.sendMail === 'none') return document;
  const invited = new Set(document.mails.map((mail) => mail.link));
  const mails = document.signees
    .filter((signee) => isTurnOf(document, signee) && !invited.has(signPath(signee)))
    .map((signee) => invitation(document, signee, at));
  return { ...document, mails: [...document.mails, ...mails] };
}

const invitation = (document: PracticeDocument, signee: Signee, at: number): Mail => ({
  at,
  kind: 'invitation',
  to: signee.email,
  subject: `${document.initiatorAliasName} asks you to sign ${document.documentName}`,
  text: [document.comment, signee.comment].filter((line) => line !== '').join('\n'),
  documentId: document.documentId,
  link: signPath(signee),
});

/** The initiator wants one person to get the invitation once more, whatever was chosen about e-mails. */
export function inviteAgain(document: PracticeDocument, signee: Signee, at: number): PracticeDocument {
  const signees = document.signees.map((one) =>
    one.key === signee.key ? { ...one, invitedAgain: [...one.invitedAgain, at] } : one,
  );
  return { ...document, signees, mails: [...document.mails, invitation(document, signee, at)] };
}

function tellInitiator(document: PracticeDocument, kind: Mail['kind'], what: string, at: number): PracticeDocument {
  if (document.sendMail !== 'all') return document;
  const { documentId, documentName, initiatorEmail: to } = document;
  const mail: Mail = { at, kind, to, subject: `${documentName} ${what}`, text: '', documentId, link: null };
  return { ...document, mails: [...document.mails, mail] };
}
