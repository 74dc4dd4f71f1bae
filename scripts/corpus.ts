// `npm run corpus -- --signatures DIR [--json]`: says what is in each PDF of a folder, as the app reads it. For files of
// others, which are not part of this project.
import { open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { readAt } from '../main/intake/take-file.ts';
import { createDocumentReader } from '../main/reader-thread/document-reader.ts';
import { threadOfSources } from '../main/reader-thread/foreign-reader.ts';
import { unreadableReport } from '../main/signatures/unreadable-report.ts';
import { type SignatureReport, signatureStates } from '../preload/contract/signature-report.ts';

const { values } = parseArgs({
  options: { signatures: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const folder = values.signatures;
if (folder === undefined) {
  process.stderr.write('npm run corpus -- --signatures DIR [--json]\n');
  process.exit(2);
}

const reader = createDocumentReader({
  thread: threadOfSources,
  marks: { left: [], begin: () => undefined, end: () => undefined, close: () => undefined },
  ended: [],
  onEnded: () => undefined,
});

async function check(path: string): Promise<SignatureReport> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = (from: number, length: number) => readAt(file, from, Math.max(0, Math.min(length, size - from)));
    return (await reader.signatures({ size, read }, null)) ?? unreadableReport;
  } finally {
    await file.close();
  }
}

const briefly = ({ signatures, ...rest }: SignatureReport) => ({
  ...rest,
  signatures: signatures.map(({ kind, state, fault, format, method, signer, coveredBytes, changes, ...more }) => ({
    kind,
    state,
    fault,
    format,
    method,
    signer: signer?.name ?? null,
    coveredBytes,
    confirmedTime: more.confirmedTime?.at ?? null,
    revocation: more.revocation.kind,
    changes: changes.map((change) => (change.page === null ? change.kind : `${change.kind} on page ${change.page}`)),
  })),
});

const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const paths = entries
  .filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted();
const files: object[] = [];
const counts: Record<string, number> = Object.fromEntries(signatureStates.map((state) => [state, 0]));
try {
  for (const path of paths) {
    const began = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- two at once would measure each other
    const report = await check(path);
    const ms = Math.round(performance.now() - began);
    counts[report.state] = (counts[report.state] ?? 0) + 1;
    const name = relative(folder, path);
    files.push({ file: name, ms, ...briefly(report) });
    if (!values.json) process.stdout.write(`${report.state.padEnd(14)}${name}\n`);
  }
} finally {
  reader.close();
}
process.stdout.write(values.json ? `${JSON.stringify({ counts, files })}\n` : `${JSON.stringify(counts)}\n`);
