import { randomUUID } from 'node:crypto';
import type { PracticeDocument } from '../../main/practice-service/document.ts';
import { accounts } from '../../main/practice-service/register.ts';
import { newSignee } from '../../main/practice-service/signing.ts';

/** A draft as a new upload creates it, without a stored file. */
export function sampleDocument(
  given: Partial<Omit<PracticeDocument, 'signees'>> & { readonly signees?: readonly string[] },
): PracticeDocument {
  const { signees = [], ...fields } = given;
  return {
    documentId: randomUUID(),
    owner: randomUUID(),
    companyId: accounts[0]?.company.id ?? '',
    initiatorEmail: accounts[0]?.email ?? '',
    documentName: 'Contract.pdf',
    documentMimeType: 'application/pdf',
    sha256: '',
    size: 0,
    creationTime: 0,
    startTime: null,
    completionTime: null,
    statusChangedAt: 0,
    documentStatus: 'draft',
    signatureMode: 'timestamp',
    jurisdiction: 'zertes',
    sendMail: 'others',
    comment: '',
    initiatorAliasName: 'Anna Muster',
    extraParameters: {},
    observers: [],
    ...fields,
    signees: signees.map((email) => newSignee(email, '', 0)),
    mails: [],
  };
}
