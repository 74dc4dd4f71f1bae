/** The faults of an address. The person who typed it reads them. */
export const addressProblems = [
  'missing',
  'invisible',
  'space',
  'no-at',
  'several-at',
  'nothing-before',
  'nothing-after',
  'before-wrong',
  'after-wrong',
  'no-dot',
  'too-long',
] as const;
export type AddressProblem = (typeof addressProblems)[number];

/** Limits of RFC 5321, in octets. */
const longest = { local: 64, whole: 254, domain: 253 } as const;

const encoder = new TextEncoder();
const octets = (text: string) => encoder.encode(text).length;

/** Composes letters, since composed and decomposed ones look the same and we store one form. */
export const toAddress = (text: string) => text.trim().normalize('NFC');

const atom = /^[^\s@()<>[\]:;,\\"]+$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\u00B7\u30FB-]*[\p{L}\p{M}\p{N}])?$/u;
/** Half of a pair of characters (Cs) has no bytes: no mail program takes it. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/u;
const dots = /[\u3002\uFF0E\uFF61]/g;

/** Returns the domain in ASCII, so that münchen.de and xn--mnchen-3ya.de are equal; null for an invalid one. */
function asciiDomain(domain: string): string | null {
  const labels = domain.split('.');
  if (labels.some((part) => !label.test(part))) return null;
  // URL would read digits at the end as an IP address.
  if (/^\p{N}+$/u.test(labels.at(-1) ?? '')) return null;
  const url = URL.parse(`https://${domain}`);
  const ascii = url?.hostname ?? '';
  if (ascii === '' || ascii.length > longest.domain || ascii.split('.').some((part) => part.length > 63)) return null;
  return ascii;
}

interface Checked {
  readonly problem: AddressProblem | null;
  /** The same for all spellings of one mailbox; null for an invalid address. */
  readonly same: string | null;
}

const wrong = (problem: AddressProblem): Checked => ({ problem, same: null });

/** Checks the form only. Nobody can know whether the mailbox exists. */
export function checkAddress(text: string): Checked {
  const address = toAddress(text);
  if (address === '') return wrong('missing');
  if (unseen.test(address)) return wrong('invisible');
  if (/\s/u.test(address)) return wrong('space');
  const at = address.indexOf('@');
  if (at < 0) return wrong('no-at');
  if (address.includes('@', at + 1)) return wrong('several-at');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1).replace(dots, '.');
  if (local === '') return wrong('nothing-before');
  if (domain === '') return wrong('nothing-after');
  if (octets(local) > longest.local || octets(address) > longest.whole) return wrong('too-long');
  if (!atom.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return wrong('before-wrong');
  if (!domain.includes('.')) return wrong('no-dot');
  const ascii = asciiDomain(domain);
  if (ascii === null) return wrong('after-wrong');
  return { problem: null, same: `${local}@${ascii}` };
}
