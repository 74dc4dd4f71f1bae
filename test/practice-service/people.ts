import type { Mail, PracticeDocument } from '../../main/practice-service/document.ts';
import { mailsOf } from '../../main/practice-service/pages/mail.ts';
import type { Practice } from '../../main/practice-service/practice.ts';
import type { ClientForm, ServiceUser } from '../../main/practice-service/register.ts';
import { decide, isTurnOf, view } from '../../main/practice-service/signing.ts';

/** Lets a test act as signees and operators, without the pages. Throws if an action is not possible. */
export interface People {
  /** Does step 2 of the onboarding for the client of this form (default: client secret). */
  createServiceUser(form?: ClientForm): ServiceUser;
  /** Opens the page of the invitation. */
  view(documentId: string, email: string): void;
  sign(documentId: string, email: string): Promise<void>;
  reject(documentId: string, email: string, reason?: string): Promise<void>;
  /** Newest first. */
  mails(): readonly Mail[];
}

export function createPeople(practice: Practice): People {
  const { documents, register, clock } = practice;

  const found = (documentId: string): PracticeDocument => {
    const document = documents.find(documentId);
    if (document === undefined) throw new Error(`there is no document ${documentId}`);
    return document;
  };

  const decideAs = (documentId: string, email: string, decision: 'signed' | 'rejected', reason = ''): void => {
    const document = found(documentId);
    documents.put(decide(document, keyOf(document, email), decision, clock.now(), reason));
  };

  return {
    createServiceUser: (form = 'client-secret') => register.createUser(register.clientOf(form).clientId),
    view(documentId, email) {
      const document = found(documentId);
      documents.put(view(document, keyOf(document, email), clock.now()));
    },
    async sign(documentId, email) {
      decideAs(documentId, email, 'signed');
    },
    async reject(documentId, email, reason) {
      decideAs(documentId, email, 'rejected', reason);
    },
    mails: () => mailsOf(practice),
  };
}

function keyOf(document: PracticeDocument, email: string): string {
  const asked = document.signees.filter((signee) => signee.email === email);
  if (asked.length === 0) throw new Error(`${email} is no signee of ${document.documentName}`);
  const signee = asked.find((one) => isTurnOf(document, one));
  if (signee === undefined) throw new Error(`it is not the turn of ${email} (${document.documentStatus})`);
  return signee.key;
}
