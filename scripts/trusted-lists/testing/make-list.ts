import { createHash } from 'node:crypto';
import type { Signer } from '../../../main/practice-service/signatures/signer.ts';

const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const methods = {
  rsa256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  rsa512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  pss256: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ec256: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
  ec384: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384',
  rsa1: `${dsig}rsa-sha1`,
} as const;
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

export interface Service {
  readonly type?: string;
  readonly status?: string;
  readonly since?: string;
  readonly certificates: readonly Buffer[];
  /** The last word of each purpose, such as `eSignatures`. */
  readonly purposes?: readonly string[];
  readonly history?: string;
}

export interface WantedList {
  readonly country?: string;
  readonly version?: string;
  readonly issued?: string;
  /** Null: the list is closed. */
  readonly next?: string | null;
  readonly services?: readonly Service[];
  readonly id?: string;
}

const element = (name: string, ...content: readonly string[]): string =>
  `<tsl:${name}>${content.join('')}</tsl:${name}>`;

const serviceOf = ({ type, status, since, certificates, purposes = [], history = '' }: Service): string =>
  element(
    'TSPService',
    element(
      'ServiceInformation',
      element('ServiceTypeIdentifier', type ?? 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC'),
      element(
        'ServiceDigitalIdentity',
        ...certificates.map((one) => element('DigitalId', element('X509Certificate', one.toString('base64')))),
      ),
      element('ServiceStatus', status ?? 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'),
      element('StatusStartingTime', since ?? '2020-01-01T00:00:00Z'),
      ...(purposes.length === 0 ? [] : [element('ServiceInformationExtensions', ...purposes.map(purposeOf))]),
    ),
    history,
  );

const purposeOf = (name: string): string =>
  element(
    'Extension',
    element(
      'AdditionalServiceInformation',
      element('URI', `http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/For${name}`),
    ),
  );

/** A list in the form that exclusive canonicalization leads to, so its hash is the one that a signature names. */
export function makeList({ country, version, issued, next, services, id }: WantedList = {}): string {
  const head = element(
    'SchemeInformation',
    element('TSLVersionIdentifier', version ?? '6'),
    element('SchemeTerritory', country ?? 'CH'),
    element('ListIssueDateTime', issued ?? '2026-04-20T00:00:00Z'),
    element('NextUpdate', ...(next === null ? [] : [element('dateTime', next ?? '2026-10-20T00:00:00Z')])),
  );
  const provider = element('TrustServiceProvider', element('TSPServices', ...(services ?? []).map(serviceOf)));
  const attribute = id === undefined ? '' : ` Id="${id}"`;
  return `<tsl:TrustServiceStatusList xmlns:tsl="http://uri.etsi.org/02231/v2#"${attribute}>${head}${element('TrustServiceProviderList', provider)}</tsl:TrustServiceStatusList>`;
}

export interface SigningOfList {
  readonly signer: Signer;
  readonly method: string;
  readonly uri?: string;
  readonly transforms?: string[];
  readonly digestMethod?: string;
  readonly canonicalization?: string;
  /** Elements before what is signed. */
  readonly before?: string;
  /** More references, as they stand in the signature. */
  readonly more?: string;
  /** Elements after the signature's value. */
  readonly objects?: string;
}

const usualTransforms = [`${dsig}enveloped-signature`, exclusive];

/** A reference to all of the list. */
export const referenceTo = (text: string, uri = '', transforms = usualTransforms, method = sha256): string =>
  [
    `<ds:Reference URI="${uri}"><ds:Transforms>`,
    ...transforms.map((one) => `<ds:Transform Algorithm="${one}"></ds:Transform>`),
    `</ds:Transforms><ds:DigestMethod Algorithm="${method}"></ds:DigestMethod>`,
    `<ds:DigestValue>${createHash('sha256').update(text).digest('base64')}</ds:DigestValue></ds:Reference>`,
  ].join('');

/** A reference to a part of the signature, as XAdES has one to the properties that are signed as well. */
export const referenceInside = (id: string, text: string): string => referenceTo(text, `#${id}`, [exclusive]);

export const signedInfo = (content: string, method: string, canonicalization = exclusive): string =>
  [
    `<ds:SignedInfo xmlns:ds="${dsig}">`,
    `<ds:CanonicalizationMethod Algorithm="${canonicalization}"></ds:CanonicalizationMethod>`,
    `<ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod>${content}</ds:SignedInfo>`,
  ].join('');

/** Makes the signature over the text, without putting it anywhere. */
export function signatureOver(text: string, signing: SigningOfList): string {
  const { signer, method, uri, transforms, digestMethod, canonicalization, before, more, objects } = signing;
  const whole = referenceTo(text, uri, transforms, digestMethod);
  const info = signedInfo(`${whole}${more ?? ''}`, method, canonicalization);
  const value = signer.key.sign(Buffer.from(info)).toString('base64');
  const parts = [before, info, `<ds:SignatureValue>${value}</ds:SignatureValue>`, objects];
  return `<ds:Signature xmlns:ds="${dsig}">${parts.join('')}</ds:Signature>`;
}

/** Puts something before the end of a list. */
export const putInto = (list: string, part: string): string =>
  list.replace(/<\/tsl:TrustServiceStatusList>$/, `${part}$&`);

/** A list with its signature inside, as it is published. */
export const signList = (list: string, signing: SigningOfList): string => putInto(list, signatureOver(list, signing));
