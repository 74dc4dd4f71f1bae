import type { HttpRequest, Verdict } from '../../../main/signing/http-port.ts';
import { answered } from './file-storage.ts';
import { createChance } from './random.ts';

/** The share of the stories whose storage sends on to other ones. */
const WITH_REDIRECTS = 0.2;
/** The app follows so many. */
const MOST = 5;
/** How often a storage in bad weather sends on to a place where no file may come from. */
const ASTRAY = 0.4;

const statuses = [301, 302, 303, 307, 308] as const;
const hostsOfForbidden = [
  'http://files.example.test',
  'https://anna:secret@files.example.test',
  'https://192.168.0.9',
  'https://localhost',
  'https://[::1]',
  'https://nas.local',
] as const;

/** What is at an address: it sends on, or has the file. */
interface Place {
  readonly sendsTo: string | null;
  /** The first address of the file. */
  readonly file: string;
  /** Why nothing may be asked for here. */
  readonly whyNot: string | null;
}

/** Storages that send on to others: mostly to the file, in bad weather also to where no file may come from. */
export function createRedirects(seed: number, problem: (text: string) => void) {
  const luck = createChance(seed ^ 0x243f6a88);
  const isOn = luck.of(WITH_REDIRECTS);
  const places = new Map<string, Place>();
  let trails = 0;

  /** Lays a new trail to the file. Returns its first address, or null if the file is here. */
  function layTrail(file: string, isBad: boolean): string | null {
    trails += 1;
    const path = `storage/trail-${trails}`;
    const isAstray = isBad && luck.of(ASTRAY);
    const isTooLong = isAstray && luck.of(0.2);
    const count = isTooLong ? MOST + 1 : luck.below(isAstray ? MOST : MOST + 1);
    const hops = Array.from({ length: count }, (_, at) => `https://files-${luck.below(3)}.example.test/${path}/${at}`);
    const end = isAstray && !isTooLong ? `${luck.pick([...hostsOfForbidden])}/${path}/astray` : null;
    const all = end === null ? hops : [...hops, end];
    for (const [at, address] of all.entries()) {
      const whyNot = address === end ? 'no file may come from there' : at >= MOST ? 'it was sent on too often' : null;
      places.set(address, { sendsTo: all[at + 1] ?? null, file, whyNot });
    }
    return all[0] ?? null;
  }

  const sentTo = (address: string): Verdict => answered(luck.pick([...statuses]), '', { location: address });

  return {
    isOn,
    has: (url: string): boolean => places.has(url),
    /** What a request for a file leads to: an answer, or the first address of the file that is here. */
    follow({ url, headers }: Pick<HttpRequest, 'url' | 'headers'>, isBad: boolean): Verdict | string {
      if (!isOn) return url;
      const place = places.get(url);
      if (place === undefined) {
        const first = layTrail(url, isBad);
        return first === null ? url : sentTo(first);
      }
      if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
        problem(`the token went to ${url}`);
      if (place.whyNot !== null) {
        problem(`a file was asked for at ${url}: ${place.whyNot}`);
        return answered(200, '%PDF-1.7\nanother file\n%%EOF\n', { 'content-type': 'application/pdf' });
      }
      return place.sendsTo === null ? place.file : sentTo(place.sendsTo);
    },
  };
}

export type Redirects = ReturnType<typeof createRedirects>;
