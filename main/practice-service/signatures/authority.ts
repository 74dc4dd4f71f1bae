import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { JsonFolder } from '../disk.ts';
import { accounts } from '../register.ts';
import type { SignatureMode } from '../rules.ts';
import {
  forSeals,
  forTimeStamps,
  inDevice,
  makeSigner,
  qualified,
  type Signer,
  underLawOf,
  type WantedSigner,
} from './signer.ts';
import { practiceKey, secretFor } from './signing-key.ts';

/** Stands in every name, so that nobody takes such a signature for a real one. The app knows it by this mark, too. */
export const practiceMark = 'ÜBUNG / PRACTICE';

/** Longer than any document of practice. */
const from = new Date('2000-01-01');
const until = new Date('2049-12-31');
const mostNames = 1_000;
const longestName = 40;

type Wanted = Omit<WantedSigner, 'key' | 'from' | 'until'>;

/** The signers: the person, with a certificate of a kind that suits the mode, or the service with its seal. */
export interface Authority {
  signerFor(email: string, mode: SignatureMode, law: 'zertes' | 'eidas'): Signer;
  timeStamps(): Signer;
}

/** The seed of a data folder. Keys and certificates follow from it, so that signatures stay the same after a restart. */
export function seedIn(folder: JsonFolder): Buffer {
  const [kept] = folder.load(z.object({ seed: z.string().regex(/^[0-9a-f]{64}$/) }));
  if (kept !== undefined) return Buffer.from(kept.seed, 'hex');
  const seed = randomBytes(32);
  folder.save('seed', { seed: seed.toString('hex') });
  return seed;
}

/** The name of an account, or what the address says: the service knows no more of a person. */
export function nameOf(email: string): string {
  const account = accounts.find((one) => one.email === email);
  if (account !== undefined) return `${account.firstname} ${account.lastname}`;
  const [local = ''] = email.split('@');
  const words = local.split(/[._-]+/).filter((word) => word !== '');
  const named = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return Array.from(named === '' ? email : named)
    .slice(0, longestName)
    .join('');
}

/** Issues certificates for practice, each when it is first needed. */
export function createAuthority(seed: Buffer): Authority {
  const issued = new Map<string, Signer>();

  function issue(key: string, wanted: () => Wanted): Signer {
    const known = issued.get(key);
    if (known !== undefined) return known;
    if (issued.size >= mostNames) issued.clear();
    const made = makeSigner({ ...wanted(), key: practiceKey(secretFor(seed, key)), from, until });
    issued.set(key, made);
    return made;
  }

  const root = () => issue('root', () => ({ name: own('Root'), isAuthority: true }));
  const issuer = () => issue('issuer', () => ({ name: own('Issuer'), isAuthority: true, issuer: root() }));
  const own = (what: string) => ({ CN: `${practiceMark} ${what}`, O: practiceMark });

  return {
    signerFor(email, mode, law) {
      if (mode === 'timestamp')
        return issue('seal', () => ({
          name: { ...own('Seal'), organisationId: 'NTRCH-PRACTICE' },
          issuer: issuer(),
          statements: [forSeals],
        }));
      const isQualified = mode === 'qualified';
      const statements = [qualified, inDevice, ...(law === 'zertes' ? [underLawOf('CH')] : [])];
      return issue(`person ${isQualified ? law : ''} ${email}`, () => ({
        name: { CN: `${nameOf(email)} (${practiceMark})` },
        issuer: issuer(),
        ...(isQualified ? { statements } : {}),
      }));
    },
    timeStamps: () => issue('time stamps', () => ({ name: own('Time'), issuer: issuer(), purpose: forTimeStamps })),
  };
}
