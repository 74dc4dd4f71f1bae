/** Texts of any length that a careless reader would take minutes for, each with a name for the figures. */
export type Grows = (length: number) => string;

/** Whole units alone: an end in the middle of one would be another text, which may be read in another way. */
const repeated =
  (unit: string): Grows =>
  (length) =>
    unit.repeat(Math.max(0, Math.floor(length / unit.length)));

/** A beginning, a long middle, and an end that makes everything before it doubtful. */
const between =
  (start: string, unit: string, end: string): Grows =>
  (length) =>
    start + repeated(unit)(Math.max(0, length - start.length - end.length)) + end;

/** Half of the text from one, half from the other. */
const halves =
  (first: Grows, second: Grows): Grows =>
  (length) =>
    first(length >> 1) + second(length - (length >> 1));

/** Signs that open something, end a cell, or are nothing: for every reader. */
const signs: Readonly<Record<string, Grows>> = {
  'only <': repeated('<'),
  'only >': repeated('>'),
  'only &': repeated('&'),
  'only quotes': repeated('"'),
  'only semicolons': repeated(';'),
  'only commas': repeated(','),
  'only tabs': repeated('\t'),
  'only at signs': repeated('@'),
  'only blanks': repeated(' '),
  'only ends of lines': repeated('\n'),
  'mixed ends of lines': repeated('a\r\nb\nc\r\r\n'),
  'one line': repeated('x'),
  'one line of words': repeated('word '),
  backslashes: repeated('\\'),
  'unseen signs': repeated('\u200b \u00ad'),
  'quotes before blanks': halves(between('"', 'a"', ''), between('', ' ', ',x')),
};

const markup: Readonly<Record<string, Grows>> = {
  'tags nobody closes': repeated('<b '),
  'fields nobody closes': repeated('<input value="'),
  'fields with other quotes': repeated(`<input value="'<input value='"`),
  'a field before a long rest': between('</td></td><input value="', '<input x', ''),
  'cells and blanks': repeated('</td>   <td'),
  'a page': repeated('<tr><td>Username</td><td>&auml;&amp;anna</td></tr>\n'),
  'names of characters': between('</td></td>', '&amp', ''),
  'labels and tabs': repeated('a:\t'),
  'labels between colons': repeated('Username: a b:'),
  'labels below each other': repeated('Password\n'),
  'lines of two labels': repeated('Username: a password: b\n'),
  'labels and blanks': repeated('Username anna\nPassword s3cret-99\n'),
  bars: repeated('| a '),
  'rows of bars': repeated('| a | b |\n'),
  brackets: repeated('['),
  objects: repeated('{"a":'),
};

const tables: Readonly<Record<string, Grows>> = {
  'quotes nobody closes': repeated('"a;'),
  'quotes nobody closes, by line': repeated('"a\n'),
  'empty cells in quotes': repeated('"";'),
  'tabs and quotes': repeated('\t"'),
  'a quote before a long rest': between('"', 'a""', ''),
  'cells in mid-quote': repeated('"a"b;'),
  'a table': repeated('Anna Muster;anna@muster.ch;"Please\r\nread ""all"""\r\n'),
  'a table of many columns': repeated('a;'),
};

const people: Readonly<Record<string, Grows>> = {
  addresses: repeated('a@b.ch\n'),
  'addresses on a line': repeated('a@b.ch, '),
  'addresses without separators': repeated('a@b.ch '),
  'brackets nobody closes': repeated('a <b@c '),
  'links nobody closes': repeated('[mailto:'),
  'one link': between('mailto:', 'a,', ''),
  'a link among words': between('x@y mailto:', 'a,', ''),
  'names in quotes': repeated('"Muster, Anna" <a@b.ch>; '),
};

const cards: Readonly<Record<string, Grows>> = {
  'cards nobody ends': repeated('BEGIN:VCARD\nFN:A\n'),
  'cards of nothing': repeated('BEGIN:VCARD\n'),
  'ends without a card': between('BEGIN:VCARD\n', 'END:VCARD\n', ''),
  'cards set in': between('', ' BEGIN:VCARD\nEND:VCARD\n', '\nBEGIN:VCARD\nFN:A\nEND:VCARD'),
  'a folded line': between('BEGIN:VCARD\nFN:A\n', ' x\n', 'EMAIL:a@b.ch\nEND:VCARD'),
  'quoted-printable': between('BEGIN:VCARD\nFN;QUOTED-PRINTABLE:A=\n', 'x=\n', ''),
  'quoted-printable, one line': between('BEGIN:VCARD\nFN;QUOTED-PRINTABLE:A', '=3D', ''),
  'parameters of a property': between('BEGIN:VCARD\nEMAIL', ';a', ''),
  'types of a property': between('BEGIN:VCARD\nEMAIL;TYPE=', 'PREF,', '\u2028x:a@b.ch\nEND:VCARD'),
  'quotes of a property': between('BEGIN:VCARD\nEMAIL', ';"', ''),
  'parts of a name': between('BEGIN:VCARD\nN:', '\\;', ''),
  'cards of people': repeated('BEGIN:VCARD\nVERSION:3.0\nN:Muster;Anna;;;\nFN:Anna\nEMAIL:a@b.ch\nEND:VCARD\n'),
};

const json: Readonly<Record<string, Grows>> = {
  'JSON of lists': between('{"a":[', '[],', '0]}'),
  'JSON, deep': (length) => `{"a":${'['.repeat((length >> 1) - 4)}${']'.repeat((length >> 1) - 4)}}`,
  'JSON of one text': between('{"name":"', 'ä', '"}'),
  'JSON of escapes': between('{"name":"', '\\u00e4', '"}'),
  'JSON of fields': (length) => {
    const fields = Array.from(
      { length: Math.floor((length - 8) / 13) },
      (_none, at) => `"f${String(at).padStart(7, '0')}":1`,
    );
    return `{${fields.join(',')}}`;
  },
};

const pages: Readonly<Record<string, Grows>> = {
  'scripts nobody closes': repeated('<script'),
  'scripts and styles': repeated('<style></script>'),
  'one script': between('<script>', '</scrip', ''),
  'a page of scripts': repeated('<script>a</script>b'),
};

/** Each as long as a reader looks at, and none of them an address. */
const names: Readonly<Record<string, Grows>> = {
  'names and blanks': repeated(`"a${' '.repeat(996)}x\n`),
  'names and brackets': repeated(`a${' '.repeat(900)}<b@c.ch\n`),
  'names in quotes': repeated('"Muster, Anna" <a@b.ch>\n'),
};

export const texts = {
  credentials: { ...signs, ...markup, ...json },
  json: { ...signs, ...json },
  table: { ...signs, ...tables, ...people },
  people: { ...signs, ...tables, ...people, ...cards },
  page: { ...signs, ...markup, ...json, ...pages },
  names,
} as const;
