import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { CopyDisk } from './copy-disk.ts';
import { beginCopy, type CopyTools } from './copy-file.ts';
import { isReceiptOf, type ReceiptOf } from './receipt.ts';

/** A receipt of 500 people, each with a long reason, is smaller. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Returns the path of the receipt: `Lease.pdf.json` beside `Lease.pdf`. */
export const receiptPath = (copy: string): string => `${copy}.json`;

async function readText(disk: Pick<CopyDisk, 'read'>, path: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of disk.read(path)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** Finds the file at the place of a copy's receipt. `foreign`: another file, which is never replaced. */
export async function receiptState(
  disk: Pick<CopyDisk, 'read' | 'stat'>,
  copy: string,
  of: ReceiptOf,
): Promise<'none' | 'own' | 'foreign'> {
  const path = receiptPath(copy);
  const found = await disk.stat(path);
  if (found === null) return 'none';
  if (found.size > MOST_BYTES) return 'foreign';
  return isReceiptOf(await readText(disk, path), of) ? 'own' : 'foreign';
}

/** Writes the receipt of a copy beside it: whole or not at all, and never over another file. Throws when it cannot. */
export async function writeReceipt(tools: CopyTools, copy: string, of: ReceiptOf, text: string): Promise<void> {
  const { disk } = tools;
  const bytes = Buffer.from(text);
  const file = await beginCopy(tools, dirname(copy));
  try {
    await file.write(bytes);
    await file.flush();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const name = basename(receiptPath(copy));
    await file.place({ nameOf: () => name, sha256, size: bytes.length, isTaken: () => false, mostNames: 1 });
  } catch (error) {
    // An earlier run or another computer that saves the same copy may have written it.
    if ((await receiptState(disk, copy, of)) !== 'own') throw error;
  } finally {
    await file.drop();
  }
}
