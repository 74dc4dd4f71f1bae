/** What copying from a page, a mail or a ticket leaves of its markup. */

const tag = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi;
const closing =
  /<\/(?:td|th|tr|table|dt|dd|dl|li|ul|ol|p|div|span|label|strong|em|b|i|code|pre|h[1-6]|body|html)>|<br\s*\/?>/gi;
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  rsquo: '’',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Two closing tags do not come about by chance in a password. */
export function isHtml(text: string): boolean {
  return (text.match(closing)?.length ?? 0) >= 2;
}

/** Rows become lines and cells are parted by tabs, as when a rendered table is copied. */
export function htmlToText(html: string): string {
  const flat = html
    .replace(/<input\b[^<>]*\bvalue=(["'])(.*?)\1[^<>]*>/gi, '$2')
    .replace(/<\/t[dh]>\s*(?=<t[dh])|<\/(?:strong|b|em|i|span|code|label)>/gi, '\t')
    .replace(/<br\s*\/?>|<\/?(?:table|tr|dl|dt|dd|ul|ol|li|p|div|h[1-6]|pre)(?:\s[^<>]*)?>/gi, '\n')
    .replace(tag, '');
  return decodeEntities(flat);
}
