/** The length below which we look for a secret in its own spelling alone. Shorter texts are in many words by chance. */
const SHORTEST_DERIVED = 6;
/** A part of a secret that is this long stands nowhere by chance. */
const SHORTEST_PART = 8;

const base64Forms = ['base64', 'base64url'] as const;

/** Returns the base64 forms of bytes within other bytes: without the characters that neighbours change. */
function inBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = [0, 2, 3][before] ?? 0;
    const to = Math.floor((padded.length * 8) / 6);
    return base64Forms.map((form) => padded.toString(form).slice(from, to));
  });
}

/** Writes the bytes of a secret in base64, in hexadecimal, and as a list of numbers. */
const asText = (bytes: Buffer): readonly string[] => [...inBase64(bytes), bytes.toString('hex'), [...bytes].join(',')];

const toFullWidth = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfe_e0));

/** Returns the first and the last half of a secret, as an answer shows it that was cut off. */
function cut(text: string): readonly string[] {
  const length = Math.max(SHORTEST_PART, Math.ceil(text.length / 2));
  return length < text.length ? [text.slice(0, length), text.slice(-length)] : [];
}

/** Lists the forms in which a service, a gateway or a log may repeat a secret. Ignore capitals when comparing. */
export function disguisesOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST_DERIVED) return [secret];
  const bytes = Buffer.from(secret);
  const spellings = [
    secret,
    ...['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => secret.normalize(form)),
    secret.replace(/\s/gu, ''),
    secret.replace(/[\s:,-]|0x/giu, ''),
    // Read in the wrong encoding.
    bytes.toString('latin1'),
    secret.replace(/\P{ASCII}/gu, '?'),
    secret.replace(/\P{ASCII}/gu, '\ufffd'),
    Array.from(secret).toReversed().join(''),
    toFullWidth(secret),
    ...asText(bytes),
    ...asText(Buffer.from(secret, 'utf16le')),
    ...asText(Buffer.from(secret, 'latin1')),
    ...cut(secret),
    // The parts of a signed token.
    ...secret.split('.').filter((part) => part.length >= 2 * SHORTEST_PART),
  ];
  return [...new Set(spellings)].filter((text) => text.length >= SHORTEST_DERIVED);
}
