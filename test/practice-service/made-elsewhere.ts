/** Documents that the account already has, as if made in the web application. */
import type { PracticeDocument } from '../../main/practice-service/document.ts';
import type { Practice } from '../../main/practice-service/practice.ts';
import type { ServiceUser } from '../../main/practice-service/register.ts';
import { DAY, type DocumentStatus, type SignatureMode } from '../../main/practice-service/rules.ts';
import { decide, start, withdraw } from '../../main/practice-service/signing.ts';
import { sampleDocument } from './sample-document.ts';
import { samplePdf } from './sample-pdf.ts';

export interface DocumentElsewhere {
  readonly name: string;
  readonly status: DocumentStatus;
  readonly signees?: readonly string[];
  /** The kind of signature. Default: `timestamp`. */
  readonly mode?: SignatureMode;
  /** Its file. Default: a page with the name. */
  readonly content?: Uint8Array;
  /** The days since it was created and got its status. */
  readonly daysAgo?: number;
  /** The days that the people took to sign. Default: none. */
  readonly tookDays?: number;
}

export async function makeElsewhere(
  practice: Practice,
  owner: ServiceUser,
  given: DocumentElsewhere,
): Promise<PracticeDocument> {
  const { files, documents } = practice;
  const { name, status, signees = ['beat@example.test'], mode, daysAgo = 0, tookDays = 0 } = given;
  const intake = await files.intake();
  await intake.write(Buffer.from(given.content ?? (await samplePdf({ title: name }))));
  const at = documents.ownMoment() - daysAgo * DAY;
  const began = at - tookDays * DAY;
  const draft = {
    ...sampleDocument({ documentName: name, signees, creationTime: began, statusChangedAt: began }),
    ...(await intake.keep()),
    ...(mode !== undefined && { signatureMode: mode }),
    owner: owner.id,
    companyId: owner.companyId,
    initiatorEmail: owner.creatorEmail,
  };
  const document = brought(draft, status, { began, at });
  documents.put(document);
  return document;
}

function brought(
  draft: PracticeDocument,
  status: DocumentStatus,
  { began, at }: { readonly began: number; readonly at: number },
): PracticeDocument {
  if (status === 'draft') return draft;
  const started = start(draft, began);
  if (status === 'in-progress') return started;
  if (status === 'withdrawn') return withdraw(started, at);
  if (status === 'rejected')
    return decide(started, started.signees[0]?.key ?? '', 'rejected', at, 'The price is wrong');
  return started.signees.reduce((document, { key }) => decide(document, key, 'signed', at), started);
}
