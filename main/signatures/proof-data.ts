import { listed } from '../pdf/form.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { dictionaryOf, type PdfFile } from '../pdf/pdf-file.ts';
import { isStream } from '../pdf/pdf-value.ts';
import { unpack } from '../pdf/unpack.ts';
import type { Certificate } from './asn1/certificate.ts';
import { readCertificates } from './cms/chain.ts';
import type { RevocationData } from './cms/revocation.ts';

const mostStreams = 1_000;

/** The data that was added to the file for later checks (PAdES, EN 319 142-1). */
export interface ProofData extends RevocationData {
  readonly certificates: readonly Certificate[];
}

/** Reads the document security store. What of it cannot be read proves nothing and is passed over. */
export function readProofData(file: PdfFile): ProofData {
  const listOf = (name: string): readonly Buffer[] => {
    try {
      const store = dictionaryOf(file, file.root.get('/DSS'));
      return listed(file, store?.get(name))
        .slice(0, mostStreams)
        .map((one) => file.resolve(one))
        .flatMap((one) => (isStream(one) ? [unpack(file.packed(one), one.dictionary, file.resolve)] : []));
    } catch (error) {
      if (error instanceof PdfDamage) return [];
      throw error;
    }
  };
  return { certificates: readCertificates(listOf('/Certs')), ocsps: listOf('/OCSPs'), crls: listOf('/CRLs') };
}
