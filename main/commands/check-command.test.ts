import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SignatureReport } from '../../preload/contract/signature-report.ts';
import { makeOcsp } from '../practice-service/signatures/ocsp.ts';
import { checkSignatures } from '../signatures/check-signatures.ts';
import type { SignatureReader } from '../signatures/signature-reader.ts';
import { attacks } from '../signatures/testing/attacks.ts';
import { addProof, signPdf } from '../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../signatures/testing/test-certificates.ts';
import { append, contents, makePdf, streamOf } from '../signatures/testing/test-pdf.ts';
import { createTexts } from '../words/texts.ts';
import { exitCodeOfCheck, jsonOfCheck, parseCheckCommand } from './check-command.ts';
import { checkFile } from './check-file.ts';
import { textOfCheck } from './signature-words.ts';

const people = makeTestPeople();
const standing = () => ({ kind: 'unknown-list' }) as const;
const english = { t: createTexts().in('en'), locale: 'en', standing };
const directReader: SignatureReader = {
  signatures: async (bytes) => checkSignatures(await bytes.read(0, bytes.size)),
};

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-check-'));
});
afterEach(() => rmSync(home, { recursive: true }));

test.each([
  [['check', 'a.pdf'], { ok: true, path: '/in/a.pdf', json: false }],
  [['--no-sandbox', 'check', '--json', '/b.pdf'], { ok: true, path: '/b.pdf', json: true }],
  [['check', '--', '--json'], { ok: true, path: '/in/--json', json: false }],
  [['check'], { ok: false }],
  [['check', ''], { ok: false }],
  [['check', 'a.pdf', 'b.pdf'], { ok: false }],
  [['check', 'a.pdf', '--yaml'], { ok: false }],
  [['check', 'a.pdf', '--json', '--json'], { ok: false }],
  [['--json', 'check', 'a.pdf'], { ok: false }],
  [['a.pdf', 'check'], null],
  [[], null],
] as const)('%j is %j', (args, command) => {
  expect(parseCheckCommand(args, '/in')).toEqual(command);
});

const reportOf = (state: SignatureReport['state']): SignatureReport => ({
  state,
  isEncrypted: false,
  signatures: [],
  sent: null,
});

test('the exit code says if somebody has to look', () => {
  const codes = (
    ['intact', 'changed-after', 'broken', 'cannot-check', 'none', 'remains-only', 'unreadable'] as const
  ).map((state) => exitCodeOfCheck(reportOf(state)));
  expect(codes).toEqual([0, 1, 1, 1, 3, 3, 4]);
  expect([exitCodeOfCheck('no-file'), exitCodeOfCheck('too-large')]).toEqual([4, 4]);
});

describe('a file', () => {
  test('is read from the disk', async () => {
    const path = join(home, 'a.pdf');
    writeFileSync(path, signPdf(makePdf(), { signer: people.anna }).bytes);
    expect(await checkFile(path, directReader)).toMatchObject({ state: 'intact' });
  });

  test('that is missing or is a folder is told apart from a damaged one', async () => {
    expect(await checkFile(join(home, 'b.pdf'), directReader)).toBe('no-file');
    expect(await checkFile(home, directReader)).toBe('no-file');
    const path = join(home, 'away.pdf');
    writeFileSync(path, 'x');
    const gone = async () => Promise.reject(Object.assign(new Error('The drive is away.'), { code: 'EIO' }));
    expect(await checkFile(path, { ...directReader, signatures: gone })).toBe('no-file');
    expect(jsonOfCheck('/b.pdf', 'no-file', standing)).toBe(
      '{"version":1,"file":"/b.pdf","ok":false,"problem":"no-file"}\n',
    );
  });
});

test('a program reads how each issuer stands in the official lists', () => {
  const report = checkSignatures(signPdf(makePdf(), { signer: people.anna }).bytes);
  expect(JSON.parse(jsonOfCheck('/a.pdf', report, standing))).toMatchObject({
    signatures: [{ state: 'intact', issuerStanding: { kind: 'unknown-list' } }],
  });
});

describe('a person reads', () => {
  const said = (bytes: Buffer) => textOfCheck('a.pdf', checkSignatures(bytes), english);

  test('who signed, by the certificate only, and when', () => {
    const signed = signPdf(makePdf(), {
      signer: people.anna,
      timeStamp: { by: people.timeStamps, at: new Date('2026-06-01T12:00:05Z') },
    });
    const at = new Date('2026-06-02');
    const text = said(addProof(signed, { certificates: [], ocsps: [makeOcsp({ about: people.anna, at })] }).bytes);
    expect(text).toContain('Nothing that was signed has changed.');
    expect(text).toContain(
      'According to the certificate: Anna Muster (ÜBUNG / PRACTICE). Issued by ÜBUNG / PRACTICE Issuer. We have not checked',
    );
    expect(text).toContain('For practice only: a practice service made signatures in this file.');
    expect(text).toContain('calls itself qualified (law: Switzerland)');
    expect(text).toMatch(
      /This signature existed at the latest June 1, 2026 at .*, according to the time stamp of ÜBUNG \/ PRACTICE Time\./,
    );
    expect(text).toContain('the certificate was not revoked');
    expect(text).toContain('After the signature only data for later checks was added.');
    expect(text).toContain('A technical check, not a statement about legal validity.');
  });

  test('what was changed afterwards, and on which page', () => {
    const changed = append(signPdf(makePdf(), { signer: people.beat }), { [contents]: streamOf('other') });
    expect(said(changed.bytes)).toContain(
      'this was added or changed: page content (page 1). It is not covered by that signature.',
    );
  });

  test('that somebody signed what was certified as final', () => {
    const certified = signPdf(makePdf(), { signer: people.beat, certify: 1 });
    expect(said(signPdf(certified, { signer: people.anna }).bytes)).toContain(
      'this was added or changed: a further signature',
    );
  });

  test.each([
    ['seal', 'A seal of the organisation Muster AG, not the signature of a person.'],
    ['pseudonym', 'Signed under the pseudonym “K.”. The real name is not in the file.'],
    ['own', 'This certificate was issued by its own holder. Anyone can write any name into it.'],
    ['anna', 'not confirmed by a time stamp.'],
    ['beat', 'The file does not say whether the certificate was revoked.'],
  ] as const)('of %s: %s', (signer, sentence) => {
    expect(said(signPdf(makePdf(), { signer: people[signer] }).bytes)).toContain(sentence);
  });

  test('a sentence for each attack in each language', () => {
    for (const locale of ['en', 'de', 'fr', 'it'])
      for (const { make } of attacks) {
        const text = textOfCheck('a.pdf', checkSignatures(make(people)), {
          t: createTexts().in(locale),
          locale,
          standing,
        });
        // A key without a text is shown as the key.
        expect(text).not.toMatch(/signatures\.|\{\{/);
      }
  });
});
