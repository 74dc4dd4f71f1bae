import { open } from 'node:fs/promises';
import { errorCode } from '../files/error-code.ts';
import { readAt } from '../intake/take-file.ts';
import type { SignatureReader } from '../signatures/signature-reader.ts';
import { unreadableReport } from '../signatures/unreadable-report.ts';
import type { CheckOutcome } from './check-command.ts';

/** The whole file is kept in memory while it is read. */
const mostBytes = 512 * 1024 * 1024;

export async function checkFile(path: string, reader: SignatureReader): Promise<CheckOutcome> {
  const file = await open(path).catch(() => null);
  if (file === null) return 'no-file';
  try {
    const seen = await file.stat();
    if (!seen.isFile()) return 'no-file';
    if (seen.size > mostBytes) return 'too-large';
    const read = (from: number, length: number) => readAt(file, from, Math.max(0, Math.min(length, seen.size - from)));
    return (await reader.signatures({ size: seen.size, read }, null)) ?? unreadableReport;
  } catch (error) {
    // A drive may go away, or another program hold a part of the file.
    if (errorCode(error) === 'unknown') throw error;
    return 'no-file';
  } finally {
    await file.close();
  }
}
