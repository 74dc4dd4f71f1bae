import type { SignatureFault } from '../../preload/contract/signature-report.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import { isList, isText, type PdfDictionary } from '../pdf/pdf-value.ts';
import type { Certificate } from './asn1/certificate.ts';
import { DerDamage, octets, readDer } from './asn1/der.ts';
import type { Coverage } from './byte-range.ts';
import { readCertificates } from './cms/chain.ts';
import { digest, hashOf } from './cms/hashes.ts';
import { checkSigner, readSignedData, type SignedData, type SignerCheck } from './cms/signed-data.ts';
import { readTimeStamp, type TimeStamp } from './cms/time-stamp.ts';
import { type Verified, verify } from './cms/verify.ts';

type Covered = Extract<Coverage, { readonly ok: true }>;

/** The proof of a signature's container about the bytes that it covers. */
export interface ContainerCheck {
  readonly verified: Verified;
  readonly fault: SignatureFault | null;
  readonly certificate: Certificate | null;
  readonly container: SignedData | null;
  /** The container is itself a time stamp. */
  readonly timeStamp: TimeStamp | null;
}

const sha1 = '1.3.14.3.2.26';
const data = '1.2.840.113549.1.7.1';
const nothing = { certificate: null, container: null, timeStamp: null };
const broken = (fault: SignatureFault): ContainerCheck => ({ verified: 'bad', fault, ...nothing });

function fromSigner(check: SignerCheck, container: SignedData, timeStamp: TimeStamp | null = null): ContainerCheck {
  const fault = check.verified === 'good' ? null : check.reason;
  return { verified: check.verified, fault, certificate: check.certificate, container, timeStamp };
}

/** Checks the contents of a signature by the kind that it names. */
export function checkContainer(
  file: PdfFile,
  dictionary: PdfDictionary,
  covered: Covered,
  extra: readonly Certificate[],
): ContainerCheck {
  const kind = file.resolve(dictionary.get('/SubFilter'));
  try {
    if (kind === '/ETSI.CAdES.detached' || kind === '/adbe.pkcs7.detached') return checkDetached(covered, extra);
    if (kind === '/ETSI.RFC3161') return checkTimeStamp(covered, extra);
    if (kind === '/adbe.pkcs7.sha1') return checkOverHash(covered, extra);
    if (kind === '/adbe.x509.rsa_sha1') return checkBare(file, dictionary, covered);
    return { verified: 'cannot-check', fault: 'kind', ...nothing };
  } catch (error) {
    if (error instanceof DerDamage) return broken('container');
    throw error;
  }
}

/** The content is the document, so a container that brings one of its own signs something else. */
function checkDetached({ contents, pieces }: Covered, extra: readonly Certificate[]): ContainerCheck {
  const container = readSignedData(contents);
  if (container.content !== null || container.contentType !== data) return { ...broken('container'), container };
  return fromSigner(checkSigner(container, pieces, extra), container);
}

function checkTimeStamp({ contents, pieces }: Covered, extra: readonly Certificate[]): ContainerCheck {
  const stamp = readTimeStamp(contents, pieces, extra);
  if (!stamp.fits) return { ...broken('digest'), container: stamp.container };
  return fromSigner(stamp.check, stamp.container, stamp);
}

function checkOverHash({ contents, pieces }: Covered, extra: readonly Certificate[]): ContainerCheck {
  const container = readSignedData(contents);
  const hash = hashOf(sha1);
  const { content } = container;
  if (hash === null || content === null || container.contentType !== data) return { ...broken('container'), container };
  if (!digest(hash, pieces).equals(content)) return { ...broken('digest'), container };
  return fromSigner(checkSigner(container, [content], extra), container);
}

/** The oldest form: a bare RSA signature, and the certificates beside it. */
function checkBare(file: PdfFile, dictionary: PdfDictionary, { contents, pieces }: Covered): ContainerCheck {
  const given = file.resolve(dictionary.get('/Cert'));
  const raw = (isList(given) ? given.map((one) => file.resolve(one)) : [given]).flatMap((one) =>
    isText(one) ? [one.bytes] : [],
  );
  // Encrypted files encrypt the certificates as well.
  if (file.isEncrypted) return { verified: 'cannot-check', fault: 'no-certificate', ...nothing };
  const [certificate] = readCertificates(raw);
  if (certificate === undefined) return broken('no-certificate');
  const signature = octets(readDer(contents));
  const verified = verify({ key: certificate.key, algorithm: rsaSha1, digestOid: null, data: pieces, signature });
  return { verified, fault: verified === 'good' ? null : 'signature', certificate, container: null, timeStamp: null };
}

/** The algorithm `sha1WithRSAEncryption`, which this form does not name. */
const rsaSha1 = readDer(Buffer.from('300d06092a864886f70d0101050500', 'hex'));
