/** Where in a text something stands that looks like a secret: its first character, and the one after its last. */
export type Place = readonly [from: number, to: number];

/** What a secret was replaced by. */
export const MARK = '[secret]';

const scheme = String.raw`(?:Bearer|Basic|Digest|Negotiate|NTLM)\s{1,5}`;
/** What is replaced already is left alone: reading a text twice must not take away the rest of its line. */
const fresh = String.raw`(?!${scheme}\[secret\]|\[secret\])`;
const doubleQuoted = String.raw`"(?:${scheme})?(?<double>(?:[^"\\\r\n]|\\.)+)`;
const singleQuoted = String.raw`'(?:${scheme})?(?<single>(?:[^'\\\r\n]|\\.)+)`;
const quoted = `${doubleQuoted}|${singleQuoted}`;
const headers = '(?:(?:proxy-)?authorization|(?:set-)?cookie2?)';
const fields = '(?:access_token|refresh_token|id_token|password|client_secret|client_assertion)';
/** The value may stand in the next cell of a table. */
const means = String.raw`[ \t]{0,5}[:=]\s{0,9}`;

/** Each finds its end at once or goes on to the end of the word or line, which it then takes: time stays linear. */
const forms: readonly RegExp[] = [
  // Not the parameters of a challenge, such as Bearer realm="…": support needs them.
  /\b(?:Bearer|Basic|Negotiate|NTLM)\s+(?!\w{1,40}=")(?<value>[\w.~+/=-]{6,})/dgi,
  // The beginning of each JSON Web Token: {" in base64.
  /\b(?<value>eyJ[\w.-]{5,})/dg,
  new RegExp(`${fields}["']?${means}${fresh}(?:${quoted}|(?<value>[^\\s"'&,;}<]+))`, 'gdi'),
  // A header in a list of fields ends where the field ends, one on a line of its own with the line.
  new RegExp(`\\b${headers}["']${means}${fresh}(?:${quoted}|(?<value>[^\\s"',;}<]+))`, 'gdi'),
  new RegExp(`\\b${headers}${means}${fresh}(?:${quoted}|(?:${scheme})?(?<value>[^\\s"'<][^\\r\\n<]*))`, 'gdi'),
];

export function secretPlaces(text: string): readonly Place[] {
  return forms.flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ indices }) => {
      const { value, double, single } = indices?.groups ?? {};
      const place = value ?? double ?? single;
      return place === undefined ? [] : [place];
    }),
  );
}
