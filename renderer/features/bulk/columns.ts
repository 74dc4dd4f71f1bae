import { normalizeText } from './normalize-text.ts';
import { readOrder } from './signing-order.ts';

export type Row = readonly string[];

/** The roles of a column. Several columns may hold signees; every other role exists once. */
export const roles = ['file', 'signee', 'order', 'note', 'profile', 'none'] as const;
export type Role = (typeof roles)[number];

/** Usual headings in the four languages, without accents and numbers. */
const headings: Readonly<Record<Role, readonly string[]>> = {
  file: [
    'file, files, file name, filename, document, documents, document name, path, file path, attachment, pdf',
    'datei, dateien, dateiname, dokument, dokumente, dokumentname, pfad, dateipfad, anhang',
    'fichier, fichiers, nom du fichier, nom de fichier, nom du document, chemin, piece jointe',
    'nome file, nome del file, nome documento, nome del documento, documento, documenti, percorso, allegato',
  ],
  signee: [
    'person, people, signee, signees, signer, signers, signatory, signatories, recipient, recipients, participant, who signs',
    'email, e mail, mail, email address, e mail address, mail address, address, to, signer email, signee email',
    'person, personen, unterzeichner, unterzeichnerin, unterzeichnende, unterzeichnender, unterzeichnete, unterschreibende, wer unterschreibt',
    'wer unterzeichnet, empfanger, empfangerin, teilnehmer, adresse, e mail adresse, mailadresse, emailadresse, an',
    'signataire, signataires, destinataire, destinataires, courriel, adresse e mail, adresse mail, adresse electronique, qui signe',
    'firmatario, firmatari, firmataria, destinatario, destinatari, indirizzo, indirizzo e mail, indirizzo email, posta elettronica, chi firma',
  ],
  order: [
    'order, signing order, sequence, step, steps',
    'reihenfolge, abfolge, schritt, schritte',
    'ordre, ordre de signature, etape, etapes',
    'ordine, ordine di firma, sequenza, passo, passi',
  ],
  note: [
    'note, notes, comment, comments, message, remark, remarks',
    'notiz, notizen, bemerkung, bemerkungen, kommentar, nachricht, mitteilung, hinweis',
    'remarque, remarques, commentaire, commentaires',
    'nota, commento, commenti, osservazione, osservazioni, messaggio',
  ],
  profile: ['profile, template', 'profil, vorlage', 'modele', 'profilo, modello'],
  // The reason column of a list saved by this app. It is not sent.
  none: ['reason', 'grund', 'motif', 'motivo'],
};

const roleOfWord = new Map(
  roles.flatMap((role) => headings[role].flatMap((words) => words.split(', ').map((word) => [word, role] as const))),
);

const longestHeading = 100;

export function roleOfHeading(cell: string): Role | null {
  if (cell.length > longestHeading) return null;
  const words = normalizeText(cell)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .replace(/ (?:n[oº]?|nr)$/, '');
  return roleOfWord.get(words) ?? null;
}

const holdsAddress = (cell: string) => cell.includes('@');
const isFileName = (cell: string) => /\.(?:pdf|docx|xlsx)$/i.test(cell.trim());

/** Tells whether the first line is a heading: it names at least one column and has no file or address. */
export const hasHeading = ([first = []]: readonly Row[]): boolean =>
  first.some((cell) => roleOfHeading(cell) !== null) && !first.some((cell) => holdsAddress(cell) || isFileName(cell));

/** Tells whether most filled cells of the column match. */
function mostly(rows: readonly Row[], column: number, is: (cell: string) => boolean): boolean {
  const filled = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return filled.length > 0 && filled.filter(is).length * 2 > filled.length;
}

const isOrder = (cell: string) => readOrder(cell).kind !== 'unknown';

/** Guesses the role of each column by its heading, else by its cells. */
export function guessRoles(rows: readonly Row[], headed: boolean): readonly Role[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const body = headed ? rows.slice(1) : rows;
  const named = Array.from({ length: width }, (_none, column) =>
    headed ? roleOfHeading(rows[0]?.[column] ?? '') : null,
  );
  const guesses: readonly (readonly [Role, (cell: string) => boolean])[] = [
    ['file', isFileName],
    ['signee', holdsAddress],
    ['order', isOrder],
  ];
  const has = (role: Role) => named.includes(role);
  const open = guesses.filter(([role]) => !has(role));
  const found = named.map((role, column): Role => {
    if (role !== null) return role;
    return open.find(([, is]) => mostly(body, column, is))?.[0] ?? 'none';
  });
  return found.map((role, column) => (role !== 'signee' && found.indexOf(role) < column ? 'none' : role));
}

/** Returns the columns that have this role. */
export const columnsOf = (chosen: readonly Role[], role: Role): readonly number[] =>
  chosen.flatMap((one, column) => (one === role ? [column] : []));

/** Gives a role to these columns and to no others. Only people may have several columns: else the last one has it. */
export function withColumns(before: readonly Role[], role: Role, columns: readonly number[]): readonly Role[] {
  const wanted = role === 'signee' ? columns : columns.slice(-1);
  return before.map((one, column) => (wanted.includes(column) ? role : one === role ? 'none' : one));
}
