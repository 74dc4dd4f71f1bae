import { constants, createHash, verify, type X509Certificate } from 'node:crypto';

const older = 'http://www.w3.org/2001/04/xmldsig-more#';
const newer = 'http://www.w3.org/2007/05/xmldsig-more#';

interface Method {
  readonly hash: string;
  readonly kind: 'rsa' | 'pss' | 'ec';
}

/** The methods of trusted lists (ETSI TS 119 312), with the hash and the kind of key. */
const methods: ReadonlyMap<string, Method> = new Map(
  ['sha256', 'sha384', 'sha512'].flatMap((hash): [string, Method][] => [
    [`${older}rsa-${hash}`, { hash, kind: 'rsa' }],
    [`${newer}${hash}-rsa-MGF1`, { hash, kind: 'pss' }],
    [`${older}ecdsa-${hash}`, { hash, kind: 'ec' }],
  ]),
);

const hashes: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);

export const isMethod = (name: string): boolean => methods.has(name);
export const isHash = (name: string): boolean => hashes.has(name);

/** Did the key of this certificate sign the text by this method? */
export function isSignedBy(signer: X509Certificate, method: string, text: string, signature: string): boolean {
  const how = methods.get(method);
  const { publicKey: key } = signer;
  if (how === undefined) return false;
  const [data, value] = [Buffer.from(text), Buffer.from(signature, 'base64')];
  if (how.kind === 'ec')
    return key.asymmetricKeyType === 'ec' && verify(how.hash, data, { key, dsaEncoding: 'ieee-p1363' }, value);
  const isRsa = key.asymmetricKeyType === 'rsa' || (how.kind === 'pss' && key.asymmetricKeyType === 'rsa-pss');
  const padding = how.kind === 'rsa' ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_PSS_PADDING;
  return isRsa && verify(how.hash, data, { key, padding }, value);
}

/** The hashes in the form that xml-crypto wants: a class for each. SHA-1 and what it knows beside are left out. */
export const hashClasses = Object.fromEntries(
  [...hashes].map(([name, hash]) => [
    name,
    class {
      getAlgorithmName = () => name;
      getHash = (text: string) => createHash(hash).update(text).digest('base64');
    },
  ]),
);

/** The methods in the same form. `onVerify` decides. */
export const methodClasses = (onVerify: (method: string, text: string, signature: string) => boolean) =>
  Object.fromEntries(
    [...methods.keys()].map((name) => [
      name,
      class {
        getAlgorithmName = () => name;
        getSignature = (): string => {
          throw new Error('Nothing is signed here');
        };
        verifySignature = (text: string, _key: unknown, signature: string) => onVerify(name, text, signature);
      },
    ]),
  );
