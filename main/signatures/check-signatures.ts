import {
  type SignatureOfReport,
  type SignatureReport,
  type SignatureState,
  signatureStates,
} from '../../preload/contract/signature-report.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { createPdfCache, openPdf, type PdfFile } from '../pdf/pdf-file.ts';
import type { Certificate } from './asn1/certificate.ts';
import { type Checked, checkSignature } from './check-signature.ts';
import { compareSent } from './compare-sent.ts';
import { readProofData } from './proof-data.ts';
import { findSignatures, hasRemains, TooManySignatures } from './signature-fields.ts';
import { unreadableReport } from './unreadable-report.ts';

/**
 * Says what is technically in a PDF: its signatures, what each covers and proves, and what came after. With `sent`, also
 * if it is that document. It needs no network and says nothing of legal validity.
 */
export function checkSignatures(bytes: Buffer, sent: Buffer | null = null): SignatureReport {
  try {
    const cache = createPdfCache();
    const file = openPdf(bytes, cache);
    const found = findSignatures(file);
    const proof = readProofData(file);
    const checked = found.map((one) => checkSignature({ file, cache, proof }, one));
    const signatures = withTimes(checked);
    return {
      state: stateOf(file, signatures),
      isEncrypted: file.isEncrypted,
      signatures: [...signatures],
      sent: sent === null ? null : compareSent(sent, file, cache),
    };
  } catch (error) {
    if (error instanceof PdfDamage || error instanceof TooManySignatures) return unreadableReport;
    throw error;
  }
}

/** The worst of all. Only what was proved good is good. */
function stateOf(file: PdfFile, signatures: readonly SignatureOfReport[]): SignatureState {
  if (signatures.length === 0) {
    if (!hasRemains(file.bytes)) return 'none';
    // Whatever led to the signature may be encrypted.
    return file.isEncrypted ? 'unreadable' : 'remains-only';
  }
  return signatureStates.find((state) => signatures.some((one) => one.state === state)) ?? 'unreadable';
}

/** In the order of the file, and each confirmed by its own time stamp or one over the document that came after. */
function withTimes(checked: readonly Checked[]): readonly SignatureOfReport[] {
  const inOrder = checked.toSorted((a, b) => a.report.coveredBytes - b.report.coveredBytes);
  return inOrder.map(({ report, certificate }, at) => {
    const later = inOrder.slice(at + 1).find((one) => one.confirms !== null)?.confirms ?? null;
    const own = report.confirmedTime;
    const confirmedTime =
      own ?? (later === null ? null : { at: new Date(later.at).toISOString(), authority: later.authority });
    const time = confirmedTime?.at ?? report.claimedTime;
    // Who certifies a document may forbid all signatures after it. Time stamps are proof (ISO 32000-2, 12.8.2.2).
    const isAgainst =
      report.certification === 1 && inOrder.slice(at + 1).some((one) => one.report.kind !== 'time-stamp');
    const state = report.state === 'intact' && isAgainst ? 'changed-after' : report.state;
    return { ...report, state, confirmedTime, wasValidThen: wasValid(certificate, time) };
  });
}

function wasValid(certificate: Certificate | null, time: string | null): boolean | null {
  if (certificate === null || time === null) return null;
  const at = Date.parse(time);
  return certificate.notBefore <= at && at <= certificate.notAfter;
}
