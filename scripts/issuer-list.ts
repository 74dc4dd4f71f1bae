// `npm run issuers -- --lists DIR --signers PEM… [--out FILE]`: builds the list of issuers of a release from the official
// trusted lists (docs/issuers.md). `npm run issuers -- --check`: tells whether the list in assets/ is still in use.
import type { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { endOfUse, type IssuerList, issuerList } from '../main/signatures/issuers/issuer-list.ts';
import { ListRefused } from './trusted-lists/refusal.ts';
import { type ReadList, readTrustedList, signersOf } from './trusted-lists/trusted-list.ts';

type Read = ReadList & { readonly name: string };

/** Reads all lists of a folder. Two of one country are refused, because one of them may be an old one. */
export function readLists(folder: string, signers: readonly X509Certificate[], now: number): readonly Read[] {
  const names = readdirSync(folder).filter((name) => /\.(?:xml|xtsl)$/i.test(name));
  const read = names
    .toSorted()
    .map((name) => ({ name, ...readTrustedList(readFileSync(join(folder, name)), signers, now) }));
  return read.map((one) => {
    const isTwice =
      one.ok && read.some((other) => other !== one && other.ok && other.list.country === one.list.country);
    if (!isTwice) return one;
    return { name: one.name, ok: false, refusal: 'twice', message: new ListRefused('twice').message };
  });
}

/** Returns the list of a release, or null: one refused list makes the whole one a riddle. */
export function listOf(read: readonly Read[], now: number): IssuerList | null {
  const lists = read.flatMap((one) => (one.ok ? [one.list] : []));
  if (lists.length === 0 || lists.length < read.length) return null;
  const inOrder = lists.toSorted((a, b) => (a.country < b.country ? -1 : 1));
  return issuerList.parse({ builtOn: new Date(now).toISOString().slice(0, 10), lists: inOrder });
}

/** Says why a release must not bring this list. Null: it is empty or in use. */
export function outdated({ builtOn, lists }: IssuerList, now: number): string | null {
  if (builtOn === null) return null;
  if (now >= endOfUse(builtOn)) return `The list of issuers is of ${builtOn}, which is six months ago.`;
  const over = lists.filter(({ nextUpdate }) => Date.parse(nextUpdate) <= now).map(({ country }) => country);
  return over.length === 0 ? null : `In the list of issuers the next update is over of ${over.join(', ')}.`;
}

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const shipped = join(project, 'assets/issuers.json');

/** Reads the list that a release brings. */
export const readShipped = (): IssuerList => issuerList.parse(JSON.parse(readFileSync(shipped, 'utf8')));

const lineOf = (one: Read): string =>
  one.ok
    ? `${one.name}: ${one.list.country}, ${one.list.certificates.length} for certificates, ${one.list.timeStamps.length} for time stamps, next update ${one.list.nextUpdate}, signed by ${one.signer}${one.unreadable > 0 ? `, ${one.unreadable} certificates cannot be read` : ''}`
    : `${one.name}: refused. ${one.message}`;

/** Runs the command and returns its exit code. */
export function buildIssuers(args: readonly string[], now: number, say: (text: string) => void): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      lists: { type: 'string' },
      signers: { type: 'string', multiple: true, default: [] },
      out: { type: 'string', default: shipped },
      check: { type: 'boolean', default: false },
    },
  });
  if (values.check) {
    const reason = outdated(readShipped(), now);
    say(reason ?? 'The list of issuers is empty or in use.');
    return reason === null ? 0 : 1;
  }
  // What follows the first file of signers are others.
  const files = [...values.signers, ...positionals];
  if (values.lists === undefined || files.length === 0) {
    say('npm run issuers -- --lists DIR --signers PEM… [--out FILE]');
    return 2;
  }
  const read = readLists(
    values.lists,
    files.flatMap((file) => signersOf(readFileSync(file, 'utf8'))),
    now,
  );
  for (const one of read) say(lineOf(one));
  const list = listOf(read, now);
  if (list === null) {
    say('Nothing was written.');
    return 1;
  }
  writeFileSync(values.out, `${JSON.stringify(list, null, 2)}\n`);
  say(values.out);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = buildIssuers(process.argv.slice(2), Date.now(), (text) => void process.stdout.write(`${text}\n`));
