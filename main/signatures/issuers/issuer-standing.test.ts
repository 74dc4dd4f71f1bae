import { expect, test } from 'vitest';
import type { SignatureOfReport } from '../../../preload/contract/signature-report.ts';
import { keyHashOf, readCertificate } from '../asn1/certificate.ts';
import { checkSignatures } from '../check-signatures.ts';
import { signPdf } from '../testing/sign-pdf.ts';
import { makeTestPeople } from '../testing/test-certificates.ts';
import { makePdf } from '../testing/test-pdf.ts';
import { endOfUse, type IssuerList, issuerList } from './issuer-list.ts';
import { standingOf } from './issuer-standing.ts';
import { shippedIssuers } from './shipped-issuers.ts';

const people = makeTestPeople();
const keyOf = (who: keyof typeof people): string => keyHashOf(readCertificate(people[who].certificate));

function signatureBy(signer: keyof typeof people): SignatureOfReport {
  const [found] = checkSignatures(signPdf(makePdf(), { signer: people[signer] }).bytes).signatures;
  if (found === undefined) throw new Error('nobody signed');
  return found;
}

const byAnna = signatureBy('anna');
/** The report of a time stamp over the document. */
const byTime: SignatureOfReport = { ...signatureBy('timeStamps'), kind: 'time-stamp' };

const empty = { certificates: [], timeStamps: [] };
const swiss = { country: 'CH', issuedOn: '2026-04-20', nextUpdate: '2026-10-20T00:00:00Z', ...empty };
const austrian = { ...swiss, country: 'AT', issuedOn: '2026-03-01', nextUpdate: '2026-07-01T00:00:00Z' };
const listOf = (...lists: IssuerList['lists']): IssuerList => issuerList.parse({ builtOn: '2026-05-01', lists });
const may = Date.parse('2026-05-02');
const listed = { kind: 'listed', grant: 'certificates', country: 'CH', issuedOn: '2026-04-20' };
const notListed = { kind: 'not-listed', countries: ['CH'], builtOn: '2026-05-01' };
const tooOld = { kind: 'too-old', builtOn: '2026-05-01' };

test('a report has the keys of the signer and of the issuers above', () => {
  expect(byAnna.chainKeys).toEqual([keyOf('anna'), keyOf('issuing'), keyOf('root')]);
});

test('nobody is compared with an empty list', () => {
  expect(standingOf(issuerList.parse({ builtOn: null, lists: [] }), may, byAnna)).toEqual({ kind: 'unknown-list' });
});

test('an issuer is found by its key, and so is an authority above it', () => {
  const by = (certificates: string[]) => standingOf(listOf({ ...swiss, certificates }), may, byAnna);
  expect(by([keyOf('issuing')])).toEqual(listed);
  expect(by([keyOf('root')])).toEqual(listed);
  expect(by([])).toEqual(notListed);
});

test('the key of the signer itself makes nobody an issuer', () => {
  expect(standingOf(listOf({ ...swiss, certificates: [keyOf('anna')] }), may, byAnna)).toEqual(notListed);
});

test('who may issue time stamps may not issue certificates, and the other way round', () => {
  const key = [keyOf('issuing')];
  expect(standingOf(listOf({ ...swiss, timeStamps: key }), may, byAnna)).toEqual(notListed);
  expect(standingOf(listOf({ ...swiss, certificates: key }), may, byTime)).toEqual(notListed);
  expect(standingOf(listOf({ ...swiss, timeStamps: key }), may, byTime)).toEqual({ ...listed, grant: 'timeStamps' });
});

test('a service for time stamps is also listed by its own key', () => {
  const list = listOf({ ...swiss, timeStamps: [keyOf('timeStamps')] });
  expect(standingOf(list, may, byTime)).toEqual({ ...listed, grant: 'timeStamps' });
});

test('lists are not used six months after they were built', () => {
  const list = listOf({ ...swiss, nextUpdate: '2027-01-01T00:00:00Z', certificates: [keyOf('issuing')] });
  expect(standingOf(list, Date.parse('2026-10-31T23:59:59Z'), byAnna)).toEqual(listed);
  expect(standingOf(list, Date.parse('2026-11-01T00:00:00Z'), byAnna)).toEqual(tooOld);
  expect(endOfUse('2026-05-01')).toBe(Date.parse('2026-11-01'));
});

test('a list is not used after its own end, and the others are', () => {
  const certificates = [keyOf('issuing')];
  const end = Date.parse(austrian.nextUpdate);
  const inAustria = listOf({ ...austrian, certificates }, swiss);
  expect(standingOf(inAustria, end - 1, byAnna)).toMatchObject({ kind: 'listed', country: 'AT' });
  // It may be on the Austrian list of today, so *not listed* would be a guess.
  expect(standingOf(inAustria, end, byAnna)).toEqual(tooOld);
  expect(standingOf(listOf(austrian, { ...swiss, certificates }), end, byAnna)).toEqual(listed);
});

test.each([
  ['the issuer is not in the file', { chainKeys: [keyOf('anna')] }],
  ['an earlier version made the report', { chainKeys: undefined }],
  ['the signature does not fit', { state: 'broken' }],
  ['the signature cannot be checked', { state: 'cannot-check' }],
] as const)('nothing is compared where %s', (_why, part) => {
  const list = listOf({ ...swiss, certificates: [keyOf('anna'), keyOf('issuing')] });
  expect(standingOf(list, may, { ...byAnna, ...part })).toEqual({ kind: 'not-compared' });
});

test('nothing is said of a time stamp whose issuer is not in the file', () => {
  expect(standingOf(listOf(swiss), may, { ...byTime, chainKeys: [keyOf('timeStamps')] })).toEqual({
    kind: 'not-compared',
  });
});

test('who issued the own certificate is on no list', () => {
  expect(standingOf(listOf(swiss), may, signatureBy('own'))).toEqual(notListed);
});

test.each([
  ['a date without lists', { builtOn: '2026-05-01', lists: [] }],
  ['lists without a date', { builtOn: null, lists: [swiss] }],
  ['a key that is no hash', { builtOn: '2026-05-01', lists: [{ ...swiss, certificates: ['AA'] }] }],
  ['a country that is none', { builtOn: '2026-05-01', lists: [{ ...swiss, country: 'Schweiz' }] }],
])('%s is refused', (_what, list) => {
  expect(issuerList.safeParse(list).success).toBe(false);
});

test('the list of this version is empty, or each of its lists could be used on the day it was built', () => {
  const { builtOn, lists } = shippedIssuers;
  for (const { nextUpdate, issuedOn } of lists) {
    expect(Date.parse(nextUpdate)).toBeGreaterThan(Date.parse(builtOn ?? ''));
    expect(Date.parse(issuedOn)).toBeLessThanOrEqual(Date.parse(builtOn ?? ''));
  }
});
