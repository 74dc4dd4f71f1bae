import { createHash, createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';

const file = z.object({
  /** The name of the file beside the feed. It has no folder, so that a feed cannot lead to another server. */
  name: z.string().regex(/^[\w.-]{1,200}$/),
  sha512: z.string().regex(/^[\w+/]{86}==$/),
  size: z.number().int().positive().max(1_000_000_000),
});

const channels = ['latest', 'beta'] as const;
export type Channel = (typeof channels)[number];

const release = z.object({
  channel: z.enum(channels),
  system: z.string(),
  cpu: z.string(),
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
  notes: z.string().max(20_000),
  /** The end of the feed's validity. Otherwise a server could offer an old version, with its faults, for ever. */
  validUntil: z.iso.datetime(),
  /** The percentage of computers that may take it now. */
  rollout: z.number().min(0).max(100),
  file,
});
export type Release = z.infer<typeof release>;

/** A signature covers exact bytes, so the release is a text inside the feed. */
const feed = z.object({ release: z.string().max(60_000), signature: z.string().max(1_000) });

export type FeedReading =
  | { readonly kind: 'ok'; readonly release: Release }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'unsigned' };

function isSignedBy(key: string, text: string, signature: string): boolean {
  try {
    return verify('sha256', Buffer.from(text), createPublicKey(key), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Believes nothing of a feed before one of our keys has signed it. */
export function readFeed(text: string, keys: readonly string[]): FeedReading {
  const outer = feed.safeParse(parseJson(text));
  if (!outer.success) return { kind: 'damaged' };
  const { release: inner, signature } = outer.data;
  if (!keys.some((key) => isSignedBy(key, inner, signature))) return { kind: 'unsigned' };
  const read = release.safeParse(parseJson(inner));
  return read.success ? { kind: 'ok', release: read.data } : { kind: 'damaged' };
}

export const feedName = ({ channel, system, cpu }: Pick<Release, 'channel' | 'system' | 'cpu'>): string =>
  `countersign-${channel === 'latest' ? '' : `${channel}-`}${system}-${cpu}.json`;

const numbersOf = (version: string) => version.split('.').map(Number);

/**
 * Tells whether a version is newer. An old feed may still be valid, so an older or equal version is never installed.
 */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}

export const isExpired = ({ validUntil }: Pick<Release, 'validUntil'>, now: number): boolean =>
  Date.parse(validUntil) < now;

/** Spreads the computers evenly, and each release anew, so that the same people are not always the first. */
export function isInRollout({ version, rollout }: Pick<Release, 'version' | 'rollout'>, computer: string): boolean {
  const place = createHash('sha256').update(`${version} ${computer}`).digest().readUInt32BE(0);
  return (place / 2 ** 32) * 100 < rollout;
}
