import type { ScanResult as FoundInFile } from '../../preload/contract/sending.ts';
import type { ScanResult } from '../signing/answers/scan.ts';

/** Returns what the service read in a PDF, without the key of a seal: nobody says what it opens. */
export function foundInFile({ signatureFields, signatureMode, authorityService, ...found }: ScanResult): FoundInFile {
  const { jurisdiction, attachments, signWithin, reminder, observers } = found;
  return {
    fields: signatureFields.map(({ signFieldName, signatureType, sealKey, email, signOrder, autographPosition }) => ({
      name: signFieldName,
      email,
      order: signOrder,
      type: signatureType,
      isSealed: sealKey !== null,
      position: autographPosition,
    })),
    mode: signatureMode,
    jurisdiction,
    authority: authorityService,
    attachments: attachments === true,
    signWithin,
    reminder,
    observers: [...observers],
  };
}
