import { X509Certificate } from 'node:crypto';
import { keyHashOf, readCertificate } from '../../main/signatures/asn1/certificate.ts';
import { DerDamage } from '../../main/signatures/asn1/der.ts';
import type { IssuerList } from '../../main/signatures/issuers/issuer-list.ts';
import { verifyList } from './list-signature.ts';
import { ListRefused, type Refusal } from './refusal.ts';
import { childrenOf, textIn, textOfXml } from './xml.ts';

const tsl = 'http://uri.etsi.org/02231/v2#';
const granted = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';
const services = {
  certificates: 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC',
  timeStamps: 'http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST',
} as const;
const purpose = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/For';
const otherNames: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };

type OneList = IssuerList['lists'][number];

const countryOf = (code: string): string => otherNames[code] ?? code;

/** What a list grants for websites alone is no grant for signatures. Without any purpose, all are meant. */
function isForSignatures(information: Element): boolean {
  const path = ['ServiceInformationExtensions', 'Extension', 'AdditionalServiceInformation', 'URI'];
  const all = childrenOf(information, ...path).map(({ textContent }) => (textContent ?? '').trim());
  const purposes = all.filter((uri) => uri.startsWith(purpose));
  return purposes.length === 0 || purposes.some((uri) => /For(?:eSignatures|eSeals)$/.test(uri));
}

interface Keys {
  readonly keys: readonly string[];
  readonly unreadable: number;
}

/** Returns the keys of the services of a kind that are granted now. */
function keysOf(root: Element, type: string, now: number): Keys {
  const path = ['TrustServiceProviderList', 'TrustServiceProvider', 'TSPServices', 'TSPService', 'ServiceInformation'];
  const wanted = childrenOf(root, ...path).filter(
    (one) =>
      textIn(one, 'ServiceTypeIdentifier') === type &&
      textIn(one, 'ServiceStatus') === granted &&
      Date.parse(textIn(one, 'StatusStartingTime')) <= now &&
      isForSignatures(one),
  );
  const certificates = wanted.flatMap((one) =>
    childrenOf(one, 'ServiceDigitalIdentity', 'DigitalId', 'X509Certificate').map(({ textContent }) => textContent),
  );
  const keys = certificates.map((text) => {
    try {
      return keyHashOf(readCertificate(Buffer.from(text ?? '', 'base64')));
    } catch (error) {
      if (error instanceof DerDamage) return null;
      throw error;
    }
  });
  const readable = keys.filter((one) => one !== null);
  return { keys: [...new Set(readable)].toSorted(), unreadable: keys.length - readable.length };
}

export type ReadList =
  | { readonly ok: true; readonly list: OneList; readonly signer: string; readonly unreadable: number }
  | { readonly ok: false; readonly refusal: Refusal; readonly message: string };

function read(bytes: Buffer, signers: readonly X509Certificate[], now: number): ReadList {
  const { root, signer } = verifyList(textOfXml(bytes), signers);
  const of = (...path: readonly string[]) => textIn(root, 'SchemeInformation', ...path);
  const isList = root.localName === 'TrustServiceStatusList' && root.namespaceURI === tsl;
  if (!isList || !['5', '6'].includes(of('TSLVersionIdentifier'))) throw new ListRefused('no-list');
  const country = countryOf(of('SchemeTerritory'));
  // Else who signs the list of one country could sign one in the name of all others (TS 119 612, 5.7.1).
  if (countryOf(readCertificate(signer.raw).subjectName.country ?? '') !== country)
    throw new ListRefused('other-country');
  const issued = Date.parse(of('ListIssueDateTime'));
  if (!(issued <= now)) throw new ListRefused('not-yet');
  const next = Date.parse(of('NextUpdate', 'dateTime'));
  if (Number.isNaN(next)) throw new ListRefused('closed');
  if (next <= now) throw new ListRefused('expired');
  const [certificates, timeStamps] = [keysOf(root, services.certificates, now), keysOf(root, services.timeStamps, now)];
  return {
    ok: true,
    list: {
      country,
      issuedOn: new Date(issued).toISOString().slice(0, 10),
      nextUpdate: new Date(next).toISOString(),
      certificates: [...certificates.keys],
      timeStamps: [...timeStamps.keys],
    },
    signer: signer.subject.replaceAll('\n', ', '),
    unreadable: certificates.unreadable + timeStamps.unreadable,
  };
}

/** Reads a trusted list (ETSI TS 119 612) that one of the signers signed. Everything else is refused with the reason. */
export function readTrustedList(bytes: Buffer, signers: readonly X509Certificate[], now: number): ReadList {
  try {
    return read(bytes, signers, now);
  } catch (error) {
    if (error instanceof ListRefused) return { ok: false, refusal: error.refusal, message: error.message };
    throw error;
  }
}

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads the certificates of a PEM file. */
export const signersOf = (text: string): readonly X509Certificate[] =>
  (text.match(pem) ?? []).map((one) => new X509Certificate(one));
