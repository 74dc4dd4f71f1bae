import { type Change, harmlessChanges, type SignatureOfReport } from '../../preload/contract/signature-report.ts';
import { readText } from '../pdf/form.ts';
import { readPdfDate } from '../pdf/pdf-date.ts';
import type { PdfCache, PdfFile } from '../pdf/pdf-file.ts';
import { oneLine } from '../words/one-line.ts';
import { type Certificate, type CertificateName, keyHashOf, statementsOf } from './asn1/certificate.ts';
import { DerDamage } from './asn1/der.ts';
import { certificationOf, coverageOf } from './byte-range.ts';
import { type ContainerCheck, checkContainer } from './check-container.ts';
import { nameOfMethod } from './cms/algorithms.ts';
import { chainOf, isOwnIssuer } from './cms/chain.ts';
import { judgeRevocation, revocationOf } from './cms/revocation.ts';
import { statedTime } from './cms/signed-data.ts';
import { isConfirmed, signatureTimeStamps, type TimeStamp } from './cms/time-stamp.ts';
import { changesAfter } from './difference/compare-documents.ts';
import type { ProofData } from './proof-data.ts';
import type { FoundSignature } from './signature-fields.ts';

export interface Checked {
  readonly report: SignatureOfReport;
  readonly certificate: Certificate | null;
  /** A time stamp over the document, which confirms the signatures before it. */
  readonly confirms: { readonly at: number; readonly authority: string | null } | null;
}

interface Context {
  readonly file: PdfFile;
  readonly cache: PdfCache;
  readonly proof: ProofData;
}

const isHarmless = ({ kind }: Change): boolean => harmlessChanges.some((one) => one === kind);

const iso = (time: number): string => new Date(time).toISOString();

/** Everything that is not there, for a signature of which nothing could be read. */
const unknown = {
  fault: null,
  method: null,
  signer: null,
  issuer: null,
  isOwnIssuer: false,
  isPractice: false,
  qualified: null,
  claimedTime: null,
  confirmedTime: null,
  hasBadTimeStamp: false,
  wasValidThen: null,
  revocation: { kind: 'no-data' },
  certification: null,
  coveredBytes: 0,
  changes: [],
  hasMoreBytes: false,
} as const;

/** Checks one signature: what it covers, what its container proves, and what came after it. */
export function checkSignature({ file, cache, proof }: Context, signature: FoundSignature): Checked {
  const { dictionary, field } = signature;
  const kind = file.resolve(dictionary.get('/SubFilter'));
  const format = typeof kind === 'string' ? oneLine(kind.slice(1), 60) : '';
  const isTimeStamp = format === 'ETSI.RFC3161';
  const covered = coverageOf(file, signature, cache);
  const head = { field, format, kind: isTimeStamp ? 'time-stamp' : 'person' } as const;
  if (!covered.ok)
    return {
      report: { ...unknown, ...head, changes: [], state: 'broken', fault: covered.fault },
      certificate: null,
      confirms: null,
    };
  const checked = checkContainer(file, dictionary, covered, proof.certificates);
  const certification = certificationOf(file, dictionary);
  const found = { ...unknown, ...head, ...tell(checked, proof), coveredBytes: covered.end, certification };
  if (checked.verified !== 'good') {
    const state = checked.verified === 'bad' ? 'broken' : 'cannot-check';
    return {
      report: { ...found, changes: [], state, fault: checked.fault },
      certificate: checked.certificate,
      confirms: null,
    };
  }
  const changes = changesAfter(covered.revision, file, covered.end);
  const state = changes.every(isHarmless) ? 'intact' : 'changed-after';
  const stamp = checked.timeStamp;
  const claimed = found.claimedTime ?? readPdfDate(readText(file.resolve(dictionary.get('/M'))));
  const claimedTime = isTimeStamp || file.isEncrypted ? found.claimedTime : claimed;
  return {
    report: { ...found, claimedTime, changes: [...changes], state },
    certificate: checked.certificate,
    confirms: stamp !== null && isConfirmed(stamp) ? { at: stamp.time, authority: authorityOf(stamp) } : null,
  };
}

/**
 * Practice services have this in the names of their issuers. Each has a root of its own, so a name is what they share.
 * Whoever else uses it lowers the worth of a signature, and never raises it.
 */
const practiceMark = 'ÜBUNG / PRACTICE';
const isForPractice = ({ issuerName }: Certificate): boolean => issuerName.organisation === practiceMark;

const authorityOf = ({ check }: TimeStamp): string | null => check.certificate?.subjectName.name ?? null;

const personOf = (name: CertificateName, certificate: Certificate) => ({
  ...name,
  fingerprint: certificate.fingerprint,
});

/** Leaves out what cannot be read: it proves nothing, and the signature stands without it. */
function unlessDamaged<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerDamage) return otherwise;
    throw error;
  }
}

/** Returns the container's statements on signer, issuer, times and revocation. */
function tell({ certificate, container, timeStamp }: ContainerCheck, proof: ProofData) {
  if (certificate === null) return {};
  const candidates = [...(container?.certificates ?? []), ...proof.certificates];
  const chain = chainOf(certificate, candidates);
  const [, issuer] = chain;
  const statements = unlessDamaged(() => statementsOf(certificate), null);
  const isSeal = statements?.isSeal === true || certificate.isOrganisation;
  const inside = container === null ? null : unlessDamaged(() => revocationOf(container), null);
  const revocation = judgeRevocation(certificate, issuer ?? null, {
    ocsps: [...(inside?.ocsps ?? []), ...proof.ocsps],
    crls: [...(inside?.crls ?? []), ...proof.crls],
  });
  const stamps = container === null ? [] : signatureTimeStamps(container, proof.certificates);
  const stamp = stamps
    .filter((one): one is TimeStamp => one !== null && isConfirmed(one))
    .toSorted((a, b) => a.time - b.time)[0];
  const claimed = container === null ? null : unlessDamaged(() => statedTime(container), null);
  const { signer } = container ?? { signer: null };
  return {
    kind: timeStamp !== null ? 'time-stamp' : isSeal ? 'seal' : 'person',
    method: signer === null ? 'RSA SHA-1' : unlessDamaged(() => nameOfMethod(signer.algorithm, signer.digestOid), null),
    signer: personOf(certificate.subjectName, certificate),
    issuer: { ...certificate.issuerName, fingerprint: issuer?.fingerprint ?? null },
    isOwnIssuer: isOwnIssuer(certificate),
    chainKeys: chain.map(keyHashOf),
    isPractice: chain.some(isForPractice),
    qualified:
      statements?.isQualified === true
        ? { countries: [...statements.countries], hasDevice: statements.hasDevice }
        : null,
    claimedTime: claimed === null ? null : iso(claimed),
    confirmedTime: timeConfirmedBy(timeStamp ?? stamp),
    hasBadTimeStamp: stamps.some((one) => one === null || !isConfirmed(one)),
    revocation: revocation.kind === 'no-data' ? revocation : { kind: revocation.kind, at: iso(revocation.at) },
    hasMoreBytes: container?.hasMoreBytes ?? false,
  } as const;
}

const timeConfirmedBy = (stamp: TimeStamp | null | undefined) =>
  stamp && isConfirmed(stamp) ? { at: iso(stamp.time), authority: authorityOf(stamp) } : null;
