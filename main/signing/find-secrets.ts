/** The position of a secret in a text: its first character, and the one after its last. */
export type Place = readonly [from: number, to: number];

/** The text in place of a removed secret. */
export const REDACTED = '[secret]';

const scheme = String.raw`(?:Bearer|Basic|Digest|Negotiate|NTLM)\s{1,5}`;
/** Skips a secret that is already replaced: redacting a text twice must not remove the rest of its line. */
const notYetReplaced = String.raw`(?!${scheme}\[secret\]|\[secret\])`;
const doubleQuoted = String.raw`"(?:${scheme})?(?<double>(?:[^"\\\r\n]|\\.)+)`;
const singleQuoted = String.raw`'(?:${scheme})?(?<single>(?:[^'\\\r\n]|\\.)+)`;
const quoted = `${doubleQuoted}|${singleQuoted}`;
const headers = '(?:(?:proxy-)?authorization|(?:set-)?cookie2?)';
/** `signUrl` opens the signing page of a person. */
const fields = '(?:access_token|refresh_token|id_token|password|client_secret|client_assertion|sign_?url)';
/**
 * The separator between a name and its value. It may have line breaks, as the value may be in the next cell of a table.
 */
const separator = String.raw`[ \t]{0,5}[:=]\s{0,9}`;

/** The forms of secrets. No pattern backtracks: each match ends at once or runs to the end of its word or line. */
const forms: readonly RegExp[] = [
  // Skips the parameters of a challenge, such as Bearer realm="…": support needs them.
  /\b(?:Bearer|Basic|Negotiate|NTLM)\s+(?!\w{1,40}=")(?<value>[\w.~+/=-]{6,})/dgi,
  // JSON Web Tokens begin with eyJ, which is {" in base64.
  /\b(?<value>eyJ[\w.-]{5,})/dg,
  new RegExp(`${fields}["']?${separator}${notYetReplaced}(?:${quoted}|(?<value>[^\\s"'&,;}<]+))`, 'gdi'),
  // A header name in quotes is a field in a list, so its value ends with the field. Otherwise it ends with the line.
  new RegExp(`\\b${headers}["']${separator}${notYetReplaced}(?:${quoted}|(?<value>[^\\s"',;}<]+))`, 'gdi'),
  new RegExp(
    `\\b${headers}${separator}${notYetReplaced}(?:${quoted}|(?:${scheme})?(?<value>[^\\s"'<][^\\r\\n<]*))`,
    'gdi',
  ),
];

export function findSecrets(text: string): readonly Place[] {
  return forms.flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ indices }) => {
      const { value, double, single } = indices?.groups ?? {};
      const place = value ?? double ?? single;
      return place === undefined ? [] : [place];
    }),
  );
}
