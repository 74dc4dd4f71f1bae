import { decodePunycode } from './punycode.ts';

/** The host of an address, for people: whom do they trust with a password? */
export interface Host {
  /** Readable, with its port if that is unusual. */
  readonly name: string;
  /** The host as the network writes it, if that is another text. */
  readonly encoded: string | null;
  /** The part that its owner has registered. */
  readonly domain: string;
  readonly isThisComputer: boolean;
  readonly warnings: readonly HostWarning[];
}

export type HostWarning = 'number' | 'port' | 'look-alike';

/**
 * The names below which everybody can get a name of their own. They are a small part of the list of public suffixes:
 * the whole list is larger than this app's own code and has changes each week. `*` is any name, such as a region.
 */
const ofEverybody = new Set(
  `co com org net edu gov ac go or ne gob gv blogspot
   azurewebsites.net azurefd.net cloudapp.net cloudfront.net amazonaws.com elasticbeanstalk.com herokuapp.com
   github.io gitlab.io pages.dev workers.dev vercel.app netlify.app web.app firebaseapp.com appspot.com run.app
   fly.dev windows.net *.core.windows.net *.*.core.windows.net azurecontainerapps.io *.azurecontainerapps.io
   azurestaticapps.net *.azurestaticapps.net azure-api.net azureedge.net trafficmanager.net *.cloudapp.azure.com
   s3.amazonaws.com *.*.amazonaws.com *.elasticbeanstalk.com amplifyapp.com *.awsapprunner.com *.on.aws
   *.run.app *.r.appspot.com cloudfunctions.net blogspot.com wordpress.com wixsite.com webflow.io myshopify.com
   bitbucket.io surge.sh glitch.me replit.app railway.app deno.dev supabase.co ondigitalocean.app
   *.digitaloceanspaces.com scw.cloud loca.lt hopto.org zapto.org no-ip.org myfritz.net synology.me
   onrender.com ngrok.io ngrok.app ngrok-free.app trycloudflare.com duckdns.org dyndns.org ddns.net nip.io sslip.io`.split(
    /\s+/,
  ),
);

const mostLabels = Math.max(...[...ofEverybody].map((name) => name.split('.').length));

function domainOf(host: string): string {
  const labels = host.split('.');
  const last = labels.slice(-2);
  const isCountrys = last[0] !== undefined && last[1]?.length === 2 && ofEverybody.has(last[0]);
  const most = Math.min(labels.length - 1, mostLabels);
  for (let count = most; count > 1; count -= 1) {
    const ends = [0, 1, 2].map((any) => [...Array<string>(any).fill('*'), ...labels.slice(any - count)].join('.'));
    if (ends.some((end) => ofEverybody.has(end))) return labels.slice(-count - 1).join('.');
  }
  return labels.slice(isCountrys ? -3 : -2).join('.');
}

/** Scripts that people write together. */
const together = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Mark}]*$/u,
  /^[\p{Script=Latin}\p{Script=Hangul}\p{Script=Han}\p{Script=Common}\p{Mark}]*$/u,
  /^[\p{Script=Latin}\p{Script=Bopomofo}\p{Script=Han}\p{Script=Common}\p{Mark}]*$/u,
];
const scripts = [
  /\p{Script=Latin}/gu,
  /\p{Script=Cyrillic}/gu,
  /\p{Script=Greek}/gu,
  /\p{Script=Armenian}/gu,
  /\p{Script=Hebrew}/gu,
  /\p{Script=Arabic}/gu,
];
/** Letters of other scripts that look like Latin ones. */
const confusable = /^[асԁеһіјӏорԛѕԝхукгвнтмьαβγικνορτυχωηաոսօցհզԱ0-9-]*$/u;
/** Latin letters that hardly any word of Europe has, and that look like usual ones. */
const oddLatin = /[^\p{ASCII}\u00c0-\u024f]|[ıĸŉſ]|(?![șț])[\u0180-\u024f]/u;
const notOfNames = /[^\p{Letter}\p{Mark}\p{Number}-]/u;

function isMixed(label: string): boolean {
  if (together.some((one) => one.test(label))) return false;
  const parts = scripts.map((script) => label.match(script)?.length ?? 0).filter((count) => count > 0);
  const others = parts.reduce((left, count) => left - count, label.match(/\p{Letter}/gu)?.length ?? 0);
  return parts.length + (others > 0 ? 1 : 0) > 1;
}

/** Tells whether a label is not the name that most people read. */
function isLookAlike(label: string): boolean {
  if (confusable.test(label) || isMixed(label)) return true;
  return /\p{Script=Latin}/u.test(label) && oddLatin.test(label.replaceAll(/[^\p{Script=Latin}\p{Mark}]/gu, ''));
}

/** Reads the host of an address. Null: it has none. */
export function hostOf(address: string): Host | null {
  const url = URL.parse(address);
  if (url === null || url.hostname === '') return null;
  const ascii = url.hostname.replace(/\.$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const isThisComputer = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(ascii);
  const isNumber = ascii.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(ascii);
  const labels = ascii.split('.').map((label) => {
    if (!label.startsWith('xn--')) return { text: label, looks: false };
    const text = decodePunycode(label);
    // Invisible characters and such that turn the line around are shown as the network writes them.
    if (text === null || notOfNames.test(text)) return { text: label, looks: true };
    return { text, looks: isLookAlike(text) };
  });
  const name = labels.map(({ text }) => text).join('.');
  const isEncoded = ascii.includes('xn--');
  const warnings: HostWarning[] = [];
  if (isNumber) warnings.push('number');
  if (labels.some(({ looks }) => looks)) warnings.push('look-alike');
  if (port !== '') warnings.push('port');
  return {
    name: name + port,
    encoded: isEncoded ? ascii : null,
    domain: isNumber ? ascii : domainOf(ascii),
    isThisComputer,
    warnings: isThisComputer ? [] : warnings,
  };
}

/** Writes a host in a sentence: readable, and as the network writes it if that is another text. */
export const writtenHost = ({ name, encoded }: Host): string => (encoded === null ? name : `${name} (${encoded})`);

/** Returns the hosts of a connection, in the order in which a person meets them, and what is strange about them. */
export function hostsOf({ admin, auth, base, identity }: Readonly<Record<(typeof roles)[number], string>>) {
  const addresses = { admin, auth, base, identity };
  const hosts = roles.flatMap((role) => {
    const host = hostOf(addresses[role]);
    return host === null ? [] : [{ role, host }];
  });
  const known = hosts.map(({ host }) => host);
  const domains = new Set(known.map(({ domain, isThisComputer }) => (isThisComputer ? '' : domain)));
  return {
    hosts,
    isSpread: domains.size > 1,
    isStrange: domains.size > 1 || known.some(({ warnings }) => warnings.length > 0),
  };
}

const roles = ['admin', 'auth', 'base', 'identity'] as const;
