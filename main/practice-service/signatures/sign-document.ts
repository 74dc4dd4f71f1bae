import type { PracticeDocument, Signee } from '../document.ts';
import type { SignatureMode } from '../rules.ts';
import { type Authority, nameOf, practiceMark } from './authority.ts';
import { containerOf, type TimeStamping, timeStamp } from './container.ts';
import { makeOcsp } from './ocsp.ts';
import { onePage } from './one-page.ts';
import { openPdf } from './pdf-document.ts';
import { rewritten } from './pdf-revision.ts';
import { UnsignablePdf } from './pdf-text.ts';
import { addProof, addSignature } from './sign-pdf.ts';
import { certificatesOf, type Signer } from './signer.ts';

/** The proof of a signature for later checks (PAdES, ETSI EN 319 142-1), each level with all of those before it. */
export const signatureLevels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;
export type SignatureLevel = (typeof signatureLevels)[number];

export interface SigningDeps {
  readonly authority: Authority;
  readonly options: {
    readonly copies: 'appended' | 'rewritten';
    readonly levels: Readonly<Record<SignatureMode, SignatureLevel>>;
  };
}

/** More than what a container has besides certificates. */
const roomBesides = 600;

const roomFor = (signer: Signer): number =>
  certificatesOf(signer).reduce((sum, { length }) => sum + length, roomBesides);

const standIn = [
  'This page stands for a file that the practice service cannot sign: it is encrypted or damaged, or no PDF.',
  'Diese Seite steht für eine Datei, die hier nicht signiert werden kann: verschlüsselt, beschädigt oder kein PDF.',
  'Cette page remplace un fichier qui ne peut pas être signé ici : chiffré, endommagé ou pas un PDF.',
  'Questa pagina sostituisce un file che qui non può essere firmato: cifrato, danneggiato o non un PDF.',
];

/** Signs the file for all who have signed. Null, or a PDF that takes no signature: a page with the name instead. */
export function signDocument(document: PracticeDocument, original: Buffer | null, deps: SigningDeps): Buffer {
  if (original !== null)
    try {
      return signed(document, deps.options.copies === 'rewritten' ? anew(original) : original, deps);
    } catch (error) {
      if (!(error instanceof UnsignablePdf)) throw error;
    }
  return signed(document, onePage(document.documentName, standIn), deps);
}

/** Earlier signatures would not fit a file that is built anew. */
function anew(original: Buffer): Buffer {
  return original.includes('/ByteRange') ? original : rewritten(openPdf(original));
}

function signed(document: PracticeDocument, original: Buffer, { authority, options }: SigningDeps): Buffer {
  const level = signatureLevels.indexOf(options.levels[document.signatureMode]);
  const people = document.signees
    .filter(({ decision }) => decision === 'signed')
    .toSorted((one, other) => (one.decidedAt ?? 0) - (other.decidedAt ?? 0));
  const signers = people.map(({ email }) => authority.signerFor(email, document.signatureMode, document.jurisdiction));
  let file = original;
  for (const [place, person] of people.entries()) {
    const signer = signers[place];
    if (signer !== undefined)
      file = signFor(person, { file, documentId: document.documentId, place, signer, authority, isStamped: level > 0 });
  }
  // The rest comes when nobody has to sign any more.
  if (document.documentStatus !== 'signed' || level < 2) return file;
  const at = new Date(document.completionTime ?? 0);
  const about = new Set([...signers, authority.timeStamps()]);
  const certificates = new Set([...about].flatMap(certificatesOf));
  const proved = addProof(
    file,
    [...certificates],
    [...about].map((one) => makeOcsp({ about: one, at })),
  );
  return level < 3 ? proved : stampDocument(proved, { by: authority.timeStamps(), at });
}

interface Signing {
  readonly file: Buffer;
  readonly documentId: string;
  readonly place: number;
  readonly signer: Signer;
  readonly authority: Authority;
  readonly isStamped: boolean;
}

function signFor(
  { email, decidedAt }: Signee,
  { file, documentId, place, signer, authority, isStamped }: Signing,
): Buffer {
  const at = new Date(decidedAt ?? 0);
  const stamping: TimeStamping | undefined = isStamped ? { by: authority.timeStamps(), at } : undefined;
  return addSignature(file, {
    format: 'ETSI.CAdES.detached',
    at,
    // With the document, because no two documents may have the same signed file.
    reason: `${practiceMark}: ${email}, ${documentId}`,
    mark: { place, lines: [practiceMark, nameOf(email), `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`] },
    room: roomFor(signer) + (stamping === undefined ? 0 : roomFor(stamping.by)),
    contain: (covered) => containerOf(covered, signer, stamping),
  });
}

/** A time stamp over the whole document (PAdES B-LTA). */
const stampDocument = (file: Buffer, stamping: TimeStamping): Buffer =>
  addSignature(file, {
    format: 'ETSI.RFC3161',
    at: stamping.at,
    reason: '',
    mark: null,
    room: roomFor(stamping.by),
    contain: (covered) => timeStamp(covered, stamping),
  });
