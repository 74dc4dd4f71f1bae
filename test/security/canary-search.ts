import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets by the name a test knows them by. */
export type Canaries = Readonly<Record<string, string>>;

/** The bytes a text may have become: as it is, two bytes a letter, in hex, escaped, and within a longer text in base64. */
function disguises(secret: string): readonly Buffer[] {
  const bytes = Buffer.from(secret);
  // What stands before it shifts the letters of base64: the middle is the same in each of three positions.
  const inBase64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(shift === 0 ? 0 : 4, text.length - 2);
  });
  const texts = [
    secret,
    bytes.toString('hex'),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...inBase64,
  ];
  return [Buffer.from(secret, 'utf16le'), ...[...new Set(texts)].map((text) => Buffer.from(text))];
}

/** The names of the canaries that are in the bytes. */
export function canariesIn(bytes: Buffer | string, canaries: Canaries): string[] {
  const where = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return Object.entries(canaries)
    .filter(([, secret]) => disguises(secret).some((disguise) => where.includes(disguise)))
    .map(([name]) => name);
}

/** `canary in path` for all files below a folder. What is gone before it was read held nothing that stayed. */
export function canariesInFiles(folder: string, canaries: Canaries): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const inName = canariesIn(name, canaries);
    const inside = existsSync(path) ? canariesIn(readFileSync(path), canaries) : [];
    return [...inName, ...inside].map((canary) => `${canary} in ${path}`);
  });
}

/** The same for what any process of this machine was started with: its arguments and its environment. */
export function canariesInProcesses(canaries: Canaries): string[] {
  const processes = existsSync('/proc/self/cmdline') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return processes.flatMap((pid) =>
    ['cmdline', 'environ'].flatMap((file) => {
      const text = readIfThere(join('/proc', pid, file));
      return canariesIn(text, canaries).map((canary) => `${canary} in the ${file} of ${pid}`);
    }),
  );
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
