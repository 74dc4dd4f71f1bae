import type { EvidenceSheet } from '../../../preload/contract/evidence.ts';

/** Writes the hashes for the QR code. Capitals make the code a third smaller. */
export function hashesText({ sent, copies }: Pick<EvidenceSheet, 'sent' | 'copies'>): string | null {
  const copy = copies.at(-1);
  const parts = [
    ...(sent === null ? [] : [`SENT SHA256 ${sent.sha256}`]),
    ...(copy === undefined ? [] : [`SIGNED SHA256 ${copy.sha256}`]),
  ];
  return parts.length === 0 ? null : parts.join(' ').toUpperCase();
}
