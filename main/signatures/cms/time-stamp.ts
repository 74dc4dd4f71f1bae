import { type Certificate, purposes } from '../asn1/certificate.ts';
import { DerDamage, octets, oidOf, readWhole, sequence, timeOf } from '../asn1/der.ts';
import { digest, hashOf } from './hashes.ts';
import { checkSigner, readSignedData, type SignedData, type SignerCheck } from './signed-data.ts';

const timeStampInfo = '1.2.840.113549.1.9.16.1.4';
const timeStampToken = '1.2.840.113549.1.9.16.2.14';

export interface TimeStamp {
  readonly check: SignerCheck;
  readonly container: SignedData;
  /** Does it name the hash of these bytes? */
  readonly fits: boolean;
  readonly time: number;
}

/** Reads a time stamp of RFC 3161 over these bytes. Throws DerDamage. */
export function readTimeStamp(bytes: Buffer, data: readonly Uint8Array[], extra: readonly Certificate[]): TimeStamp {
  const container = readSignedData(bytes);
  if (container.contentType !== timeStampInfo || container.content === null)
    throw new DerDamage('There is no time stamp.');
  const [, , imprint, , time] = sequence(readWhole(container.content));
  const [algorithm, value] = sequence(imprint);
  const hash = hashOf(oidOf(sequence(algorithm)[0]));
  if (time === undefined) throw new DerDamage('The time stamp has no time.');
  return {
    container,
    check: checkSigner(container, [container.content], extra),
    fits: hash !== null && octets(value).equals(digest(hash, data)),
    time: timeOf(time),
  };
}

/** May this certificate confirm a time? */
const isForTimeStamps = ({ purposes: of }: Certificate): boolean => of.includes(purposes.timeStamping);

export const isConfirmed = ({ check, fits }: TimeStamp): boolean =>
  fits && check.verified === 'good' && isForTimeStamps(check.certificate);

/** The time stamps over the value of a signature. Those that cannot be read are null. */
export function signatureTimeStamps(
  { signer }: SignedData,
  extra: readonly Certificate[],
): readonly (TimeStamp | null)[] {
  return (signer.otherAttributes?.values.get(timeStampToken) ?? []).slice(0, 4).map(({ raw }) => {
    try {
      return readTimeStamp(raw, [signer.signature], extra);
    } catch (error) {
      if (error instanceof DerDamage) return null;
      throw error;
    }
  });
}
