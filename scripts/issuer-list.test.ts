import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyHashOf, readCertificate } from '../main/signatures/asn1/certificate.ts';
import type { IssuerList } from '../main/signatures/issuers/issuer-list.ts';
import { makeSigner } from '../main/signatures/testing/test-certificates.ts';
import { rsaKey } from '../main/signatures/testing/test-keys.ts';
import { buildIssuers, outdated } from './issuer-list.ts';
import { makeList, methods, signList, type WantedList } from './trusted-lists/testing/make-list.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const keys: Readonly<Record<string, ReturnType<typeof rsaKey>>> = {
  CH: rsaKey('sha256', 2048),
  AT: rsaKey('sha256', 2048),
};
const signerOf = (C: string) => makeSigner({ name: { CN: 'ÜBUNG / PRACTICE List', C }, key: keys[C] ?? rsaKey() });
const issuing = makeSigner({ name: { CN: 'Issuer' }, isAuthority: true }).certificate;

let home: string;
let said: string[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-issuers-'));
  said = [];
});
afterEach(() => rmSync(home, { recursive: true }));

const at = (name: string): string => join(home, name);
const run = (...args: readonly string[]): number => buildIssuers(args, now, (text) => void said.push(text));

/** Lays a signed list into the folder, and the certificate of its signer. */
function lay(name: string, country: string, wanted: WantedList = {}): void {
  const signer = signerOf(country);
  const list = makeList({ country, services: [{ certificates: [issuing] }], ...wanted });
  writeFileSync(at(`${name}.xml`), signList(list, { signer, method: methods.rsa256 }));
  const text = signer.certificate.toString('base64');
  writeFileSync(at(`${country}.pem`), `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`);
}

const build = () => run('--lists', home, '--signers', at('CH.pem'), at('AT.pem'), '--out', at('out.json'));

describe('the command', () => {
  test('writes the lists of all countries, in the same order each time', () => {
    lay('1', 'CH');
    lay('2', 'AT', { next: '2026-09-01T00:00:00Z' });
    expect([build(), said.at(-1)]).toEqual([0, at('out.json')]);
    const list = { issuedOn: '2026-04-20', certificates: [keyHashOf(readCertificate(issuing))], timeStamps: [] };
    expect(JSON.parse(readFileSync(at('out.json'), 'utf8'))).toEqual({
      builtOn: '2026-05-01',
      lists: [
        { country: 'AT', nextUpdate: '2026-09-01T00:00:00.000Z', ...list },
        { country: 'CH', nextUpdate: '2026-10-20T00:00:00.000Z', ...list },
      ],
    });
    expect(said[0]).toMatch(/^1\.xml: CH, 1 for certificates, 0 for time stamps, next update 2026-10-20/);
  });

  test('writes nothing when one list is refused, and says which and why', () => {
    lay('1', 'CH');
    lay('2', 'AT', { next: '2026-05-01T00:00:00Z' });
    expect(build()).toBe(1);
    expect(said.slice(1)).toEqual(['2.xml: refused. Its next update is over.', 'Nothing was written.']);
    expect(existsSync(at('out.json'))).toBe(false);
  });

  test('refuses two lists of one country, because one of them may be an old one', () => {
    lay('1', 'CH');
    lay('2', 'CH', { issued: '2026-03-01T00:00:00Z' });
    lay('3', 'AT');
    expect(build()).toBe(1);
    expect(said.filter((line) => line.includes('Another list is of the same country'))).toHaveLength(2);
  });

  test('writes nothing without lists', () => {
    lay('1', 'CH');
    lay('2', 'AT');
    rmSync(at('1.xml'));
    rmSync(at('2.xml'));
    expect([build(), existsSync(at('out.json'))]).toEqual([1, false]);
  });

  test('says how it is called', () => {
    expect(run()).toBe(2);
    expect(run('--lists', home)).toBe(2);
    expect(said[0]).toContain('npm run issuers -- --lists DIR');
  });
});

describe('a release brings', () => {
  const list = (more: Partial<IssuerList['lists'][number]> = {}): IssuerList => ({
    builtOn: '2026-05-01',
    lists: [
      {
        country: 'CH',
        issuedOn: '2026-04-20',
        nextUpdate: '2027-01-01T00:00:00Z',
        certificates: [],
        timeStamps: [],
        ...more,
      },
    ],
  });

  test('an empty list, or one that is in use', () => {
    expect(outdated({ builtOn: null, lists: [] }, now)).toBeNull();
    expect(outdated(list(), Date.parse('2026-10-31'))).toBeNull();
  });

  test('no list that is six months old, or past its end', () => {
    expect(outdated(list(), Date.parse('2026-11-01'))).toContain('six months ago');
    const over = list({ nextUpdate: '2026-06-01T00:00:00Z' });
    expect(outdated(over, Date.parse('2026-06-01'))).toBe('In the list of issuers the next update is over of CH.');
  });
});
