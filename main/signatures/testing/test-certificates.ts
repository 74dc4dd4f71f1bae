import {
  forSeals,
  forTimeStamps,
  inDevice,
  makeSigner as issue,
  qualified,
  type Signer,
  underLawOf,
  type WantedSigner,
} from '../../practice-service/signatures/signer.ts';
import { bits, integer, sequence, utcTime } from '../../practice-service/signatures/write-der.ts';
import { ecKey } from './test-keys.ts';

/** Makes a signer with a new key, unless it brings one. */
export const makeSigner = (wanted: Omit<WantedSigner, 'key'> & Partial<Pick<WantedSigner, 'key'>>): Signer =>
  issue({ key: ecKey(), ...wanted });

export function makeCrl(issuer: Signer, at: Date, revoked: readonly Signer[] = []): Buffer {
  const entries = revoked.map(({ serial }) => sequence(integer(serial), utcTime(at)));
  const list = entries.length === 0 ? [] : [sequence(...entries)];
  const signed = sequence(integer(1), issuer.key.algorithm, issuer.subject, utcTime(at), ...list);
  return sequence(signed, issuer.key.algorithm, bits(issuer.key.sign(signed)));
}

/** The people and authorities of the tests. Their keys are new in each run. */
export function makeTestPeople() {
  const root = makeSigner({ name: { CN: 'ÜBUNG / PRACTICE Root', O: 'ÜBUNG / PRACTICE', C: 'CH' }, isAuthority: true });
  const issuing = makeSigner({
    name: { CN: 'ÜBUNG / PRACTICE Issuer', O: 'ÜBUNG / PRACTICE', C: 'CH' },
    isAuthority: true,
    issuer: root,
  });
  return {
    root,
    issuing,
    anna: makeSigner({
      name: { CN: 'Anna Muster (ÜBUNG / PRACTICE)', G: 'Anna', SN: 'Muster', C: 'CH' },
      issuer: issuing,
      statements: [qualified, inDevice, underLawOf('CH')],
    }),
    beat: makeSigner({ name: { CN: 'Beat Probe (ÜBUNG / PRACTICE)', C: 'CH' }, issuer: issuing }),
    seal: makeSigner({
      name: { CN: 'Muster AG (ÜBUNG / PRACTICE)', O: 'Muster AG', organisationId: 'NTRCH-CHE-000.000.000' },
      issuer: issuing,
      statements: [forSeals],
    }),
    pseudonym: makeSigner({ name: { CN: 'K. (ÜBUNG / PRACTICE)', pseudonym: 'K.' }, issuer: issuing }),
    timeStamps: makeSigner({
      name: { CN: 'ÜBUNG / PRACTICE Time', C: 'CH' },
      issuer: issuing,
      purpose: forTimeStamps,
    }),
    answers: makeSigner({ name: { CN: 'ÜBUNG / PRACTICE OCSP' }, issuer: issuing, purpose: '1.3.6.1.5.5.7.3.9' }),
    own: makeSigner({ name: { CN: 'Own Issuer' } }),
  };
}

export type TestPeople = ReturnType<typeof makeTestPeople>;
