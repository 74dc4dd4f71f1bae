import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldOf, isButton } from './labels.ts';
import { readPastedCredentials } from './pasted-credentials.ts';
import { hostileTexts } from './testing/hostile-texts.ts';

/** Generated texts in many layouts, languages and kinds of noise. The reader finds the right values or none. */

const labels = {
  en: {
    username: ['Username', 'User name', 'service_account_username', 'Service account username', 'Your username'],
    password: [
      'Password',
      'service_account_password',
      'Service account password',
      'Your new password',
      'Password (shown once)',
    ],
  },
  de: {
    username: ['Benutzername', 'Benutzername des Dienstkontos', 'Anmeldename', 'Ihr Benutzername'],
    password: ['Passwort', 'Kennwort', 'Passwort des Dienstkontos', 'Ihr neues Passwort'],
  },
  fr: {
    username: ["Nom d'utilisateur", 'Nom d’utilisateur', "Nom d'utilisateur du compte de service"],
    password: ['Mot de passe', 'Mot de passe du compte de service', 'Votre nouveau mot de passe'],
  },
  it: {
    username: ['Nome utente', "Nome utente dell'account di servizio", 'Il tuo nome utente'],
    password: ["Parola d'ordine", "Password dell'account di servizio", 'La tua password'],
  },
} as const;

const noise = [
  '',
  '',
  ' ',
  '\u00a0',
  '---',
  '================',
  '* * *',
  'Service user created',
  'Keep these credentials safe.',
  'They are shown only once!',
  'Dear Anna, here is what you asked for:',
  'Dienstbenutzer angelegt',
  'Bewahren Sie diese Angaben sicher auf.',
  'Wichtig: wird nur einmal angezeigt',
  'Le compte de service a été créé.',
  'Important : ces données ne seront plus affichées',
  "L'account di servizio è stato creato.",
  'Attenzione: questi dati non saranno più mostrati',
  'Client id: muster-ag',
  'https://admin.example.ch/third-party-connection/?state=7',
  '2026-11-21 14:30',
  '> On Friday, Beat wrote:',
] as const;

const username = fc.oneof(
  fc.uuid().map((id) => `service-account-${id}`),
  fc.stringMatching(/^[a-z][a-z0-9._-]{2,30}$/),
  fc.emailAddress({ size: 'small' }).filter((address) => /^[\w.@+-]+$/.test(address)),
);

const character = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[A-Za-z0-9]$/) },
  { weight: 3, arbitrary: fc.constantFrom(...Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~')) },
  { weight: 1, arbitrary: fc.constantFrom(' ', 'ä', 'é', 'ß', '€', '😀', '漢', '“', '„', '«') },
);
/** Parts of passwords that could also be the page's own text. */
const pageLike = fc.constantFrom(': ', ' = ', ':= ', '=> ', ' - ', '| ', ', ', '**', '""', '&amp;', 'pw: ', '1. ', '>');
const password = fc
  .array(fc.oneof({ weight: 30, arbitrary: character }, { weight: 1, arbitrary: pageLike }), {
    minLength: 8,
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''))
  .filter((text) => text.trim() === text);

type Labelled = { readonly username: string; readonly password: string };
interface Layout {
  readonly name: string;
  readonly write: (label: Labelled, value: Labelled) => string;
  /** False for passwords that this layout cannot show: a person would misread them too. */
  readonly holds?: (password: string) => boolean;
  /** The least share of passwords that must be found. The others look like something else in this layout. */
  readonly finds?: number;
}

const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const noBlank = (text: string): boolean => !/\s/.test(text);
const layouts: readonly Layout[] = [
  {
    name: 'colon',
    write: (label, value) => `${label.username}: ${value.username}\n${label.password}: ${value.password}`,
  },
  {
    name: 'bare colon',
    write: (label, value) => `${label.username}:${value.username}\n${label.password}:${value.password}`,
  },
  {
    name: 'equals',
    write: (label, value) => `${label.username}=${value.username}\n${label.password}=${value.password}`,
  },
  {
    name: 'tab',
    write: (label, value) => `${label.username}\t${value.username}\n${label.password}\t${value.password}`,
  },
  {
    name: 'French colon',
    write: (label, value) => `${label.username} : ${value.username}\r\n${label.password} : ${value.password}`,
  },
  {
    name: 'hard blanks',
    write: (label, value) =>
      `${label.username}:\u00a0${value.username}\u00a0\n\u00a0${label.password}:\u00a0${value.password}`,
  },
  {
    name: 'reversed',
    write: (label, value) => `${label.password}: ${value.password}\n${label.username}: ${value.username}`,
  },
  {
    name: 'bullets',
    write: (label, value) => `* ${label.username}: ${value.username}\n* ${label.password}: ${value.password}`,
  },
  {
    name: 'bold',
    write: (label, value) => `**${label.username}:** ${value.username}\n**${label.password}:** ${value.password}`,
  },
  {
    name: 'below',
    write: (label, value) => `${label.username}\n${value.username}\n${label.password}\n${value.password}`,
  },
  {
    name: 'below with gaps',
    write: (label, value) => `${label.username}:\n\n${value.username}\n\n${label.password}:\n\n${value.password}\n`,
  },
  {
    name: 'buttons',
    write: (label, value) =>
      `${label.username}\n${value.username}\nCopy\n${label.password}\n${value.password}\nKopieren`,
  },
  {
    name: 'JSON',
    write: (_, value) =>
      JSON.stringify({ service_account_username: value.username, service_account_password: value.password }),
  },
  {
    name: 'JSON, pretty',
    write: (_, value) => JSON.stringify({ username: value.username, password: value.password }, null, 2),
  },
  {
    name: 'HTML table',
    write: (label, value) =>
      `<table><tr><td>${html(label.username)}</td><td>${html(value.username)}</td></tr><tr><td>${html(label.password)}</td><td>${html(value.password)}</td></tr></table>`,
  },
  {
    name: 'HTML list',
    write: (label, value) =>
      `<dl><dt>${label.username}</dt><dd>${value.username}</dd><dt>${label.password}</dt><dd>${html(value.password)}</dd></dl>`,
  },
  {
    name: 'table with head',
    write: (label, value) => `${label.username}\t${label.password}\n${value.username}\t${value.password}`,
  },
  {
    name: 'columns',
    write: (label, value) => `${label.username}   ${value.username}\n${label.password}   ${value.password}`,
    holds: noBlank,
  },
  {
    name: 'dash',
    write: (label, value) => `${label.username} – ${value.username}\n${label.password} – ${value.password}`,
    holds: noBlank,
  },
  {
    name: 'blank',
    write: (label, value) => `${label.username} ${value.username}\n${label.password} ${value.password}`,
    holds: noBlank,
  },
  {
    name: 'code',
    write: (label, value) => `${label.username}: \`${value.username}\`\n${label.password}: \`${value.password}\``,
  },
  {
    name: 'quoted',
    write: (label, value) => `${label.username}: "${value.username}"\n${label.password}: "${value.password}"`,
    finds: 0.4,
  },
  {
    name: 'smart quoted',
    write: (label, value) => `${label.username}: „${value.username}“\n${label.password}: „${value.password}“`,
  },
  {
    name: 'one line',
    write: (label, value) => `${label.username}: ${value.username}, ${label.password}: ${value.password}`,
  },
];

const labelled = fc
  .constantFrom(...Object.values(labels))
  .chain((language) =>
    fc.record({ username: fc.constantFrom(...language.username), password: fc.constantFrom(...language.password) }),
  );
const lines = fc.array(fc.constantFrom(...noise), { maxLength: 4 });

function outcome(text: string): unknown {
  const found = readPastedCredentials(text);
  return found.ok ? { username: found.username, password: found.password.reveal() } : found.problem;
}

/** Passwords that an earlier version read wrongly. */
const misread = [':= 0aa0!!!', '= 0aa0!!!', 'pw:Xabc12345', 'Password=> 0aa0', '1. Password'];
const examples = misread.map((secret): [Labelled, string, string, string[], string[]] => [
  { username: 'Username', password: 'Password' },
  'service-account-00000000-0000-1000-8000-000000000000',
  secret,
  [],
  ['================'],
]);

test.each(layouts)('$name: finds the exact values or none', ({ write, holds = () => true, finds = 0.8 }) => {
  const runs = 300;
  let found = 0;
  fc.assert(
    fc.property(labelled, username, password.filter(holds), lines, lines, (label, user, secret, above, below) => {
      const text = [...above, write(label, { username: user, password: secret }), '', ...below].join('\n');
      const answer = outcome(text);
      if (typeof answer === 'object') expect(answer).toEqual({ username: user, password: secret });
      else expect(['ambiguous', 'no-username', 'no-password']).toContain(answer);
      found += typeof answer === 'object' ? 1 : 0;
    }),
    { numRuns: runs, examples },
  );
  expect(found / runs).toBeGreaterThan(finds);
});

test.each(layouts)('$name: takes nothing else for a missing password', ({ write }) => {
  fc.assert(
    fc.property(labelled, username, lines, lines, (label, user, above, below) => {
      const text = [...above, write(label, { username: user, password: '' }), '', ...below].join('\n');
      expect(['ambiguous', 'no-username', 'no-password']).toContain(outcome(text));
    }),
  );
});

test('no text makes it throw, and no problem shows the pasted text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...noise, ...Object.values(labels).flatMap((of) => [...of.username, ...of.password])),
    fc.constantFrom('\n', '\t', ': ', '=', '&', '|', '<td>', '</td>', '<br>', '{', '}', '"', '**', '`', '\u00a0'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const answer = readPastedCredentials(pieces.join(''));
      if (answer.ok) expect(JSON.stringify(answer)).toContain('"password":"[secret]"');
      else expect(Object.keys(answer)).toEqual(['ok', 'problem']);
    }),
    { numRuns: 2_000 },
  );
});

test.each(Object.entries(hostileTexts))('a hostile text gives a result: %s', (_, text) => {
  expect(readPastedCredentials(text)).toMatchObject({ ok: false });
});

test('every label of these tests is known and is no button', () => {
  for (const language of Object.values(labels))
    for (const field of ['username', 'password'] as const)
      for (const label of language[field]) {
        expect([label, fieldOf(label)]).toEqual([label, field]);
        expect(isButton(label)).toBe(false);
      }
  for (const line of noise) expect(fieldOf(line)).toBeNull();
});
