import type { X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { ListRefused } from './refusal.ts';
import { hashClasses, isHash, isMethod, isSignedBy, methodClasses } from './signature-methods.ts';
import { allIn, childrenOf, elementsIn, parseXml } from './xml.ts';

const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const enveloped = `${dsig}enveloped-signature`;

const methodOf = (element: Element | undefined): string => element?.getAttribute('Algorithm') ?? '';
const nameOf = ({ localName, namespaceURI }: Element): string => (namespaceURI === dsig ? localName : '?');
const names = (elements: readonly Element[]): string => elements.map(nameOf).join(' ');

/** Returns the one signature, which must be a child of the list. */
function signatureIn(root: Element, all: readonly Element[]): Element {
  const found = all.filter((one) => one.localName === 'Signature' && one.namespaceURI === dsig);
  const [signature, ...more] = found;
  if (signature === undefined) throw new ListRefused('unsigned');
  if (more.length > 0 || signature.parentNode !== root) throw new ListRefused('wrapped');
  return signature;
}

const partsOfReference = new Set(['Transforms', 'Transform', 'DigestMethod', 'DigestValue']);

/**
 * Returns what is signed, after it has the one form that lists have. xml-crypto looks for its parts by name alone and
 * anywhere below the signature, so a part in another place could stand for the right one.
 */
function referencesOf(signature: Element): readonly Element[] {
  const [info, ...after] = elementsIn(signature);
  if (info === undefined || !/^SignedInfo SignatureValue(?: (?!SignedInfo)\S+)*$/.test(names([info, ...after])))
    throw new ListRefused('wrapped');
  const [canonical, method, ...references] = elementsIn(info);
  if (!/^CanonicalizationMethod SignatureMethod(?: Reference)+$/.test(names(elementsIn(info))))
    throw new ListRefused('wrapped');
  if (methodOf(canonical) !== exclusive || !isMethod(methodOf(method))) throw new ListRefused('method');
  if ([canonical, method].some((one) => one !== undefined && elementsIn(one).length > 0))
    throw new ListRefused('method');
  const parts = references.flatMap((one) => allIn(one).slice(1));
  if (!parts.every((part) => partsOfReference.has(nameOf(part)))) throw new ListRefused('method');
  return references;
}

const transformsOf = (reference: Element): readonly string[] =>
  childrenOf(reference, 'Transforms', 'Transform').map(methodOf);

/** Finds the reference that covers all of the list without the signature. Others cover parts of the signature alone. */
function placeOfWhole(root: Element, signature: Element, references: readonly Element[]): number {
  const own = root.getAttribute('Id');
  const isWhole = (reference: Element): boolean => {
    const uri = reference.getAttribute('URI');
    return reference.hasAttribute('URI') && (uri === '' || (own !== null && own !== '' && uri === `#${own}`));
  };
  const inSignature = new Set(allIn(signature).map((one) => `#${one.getAttribute('Id') ?? ''}`));
  const wholes = references.filter(isWhole);
  if (wholes.length !== 1) throw new ListRefused('wrapped');
  for (const reference of references) {
    if (!isHash(methodOf(childrenOf(reference, 'DigestMethod')[0]))) throw new ListRefused('method');
    const transforms = transformsOf(reference).join(' ');
    const isKnown = isWhole(reference)
      ? transforms === `${enveloped} ${exclusive}`
      : inSignature.has(reference.getAttribute('URI') ?? '') && ['', exclusive, inclusive].includes(transforms);
    if (!isKnown) throw new ListRefused('wrapped');
  }
  return references.findIndex(isWhole);
}

export interface Verified {
  /** The list as it was signed. Nothing may be read from the file itself. */
  readonly root: Element;
  readonly signer: X509Certificate;
}

/**
 * Verifies the list's own signature. Only the given certificates count: what the signature says of its signer is not even
 * read. Throws ListRefused.
 */
export function verifyList(text: string, signers: readonly X509Certificate[]): Verified {
  const root = parseXml(text);
  const signature = signatureIn(root, allIn(root));
  const place = placeOfWhole(root, signature, referencesOf(signature));
  const found: { signer?: X509Certificate; isAsked?: true } = {};
  const signed = new SignedXml({ publicCert: 'the given ones' });
  signed.HashAlgorithms = hashClasses;
  signed.SignatureAlgorithms = methodClasses((method, info, value) => {
    found.isAsked = true;
    const signer = signers.find((one) => isSignedBy(one, method, info, value));
    if (signer !== undefined) found.signer = signer;
    return signer !== undefined;
  });
  const isGood = isGoodSignature(() => {
    signed.loadSignature(signature);
    return signed.checkSignature(text);
  }, found);
  const whole = signed.getSignedReferences()[place];
  if (!isGood || found.signer === undefined || whole === undefined) throw new ListRefused('changed');
  return { root: parseXml(whole), signer: found.signer };
}

/** xml-crypto returns false for another content, and throws for another signer and for whatever it does not understand. */
function isGoodSignature(check: () => boolean, found: { readonly isAsked?: true }): boolean {
  try {
    return check();
  } catch (error) {
    if (found.isAsked) throw new ListRefused('other-signer');
    throw new ListRefused('changed', error instanceof Error ? error.message : '');
  }
}
