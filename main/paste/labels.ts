import { trimInvisible } from './invisible-characters.ts';

/** The meaning of a label. `login` (user, login, service account) is the user name only if no label says `username`. */
export type PastedField = 'username' | 'login' | 'password' | 'account-id' | 'email' | 'state' | 'language';

/** Phrases that count as one word, written without accents and apostrophes. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(mot de passe|parola d ordine|pass word)\b/g, 'password'],
  [/\b(user name|login name|account name|benutzer name)\b/g, 'username'],
  [/\b(nom (d )?utilisateur|nom (du|de) compte)\b/g, 'username'],
  [/\bnome (d |dell )?(utente|account)\b/g, 'username'],
  [/\b(service account|service konto|compte de service|account di servizio)\b/g, 'serviceaccount'],
  [/\b(e mail|posta elettronica)\b/g, 'email'],
  [/\b(created by|erstellt von|cree par|creato da)\b/g, 'email'],
  [/\blog in\b/g, 'login'],
];

type Meaning = 'password' | 'username' | 'login' | 'id' | 'email' | 'state' | 'language' | 'filler';

const vocabulary: readonly (readonly [Meaning, string])[] = [
  ['password', 'password passwort kennwort pwd pw pass passphrase passcode parola'],
  ['password', 'dienstpasswort servicepasswort kontopasswort benutzerpasswort'],
  ['username', 'username benutzername benutzernamen nutzername anmeldename loginname kontoname accountname'],
  ['username', 'benutzerkennung dienstbenutzername servicebenutzername'],
  ['login', 'login user users benutzer benutzers nutzer utilisateur utente identifiant identificativo serviceaccount'],
  ['login', 'dienstbenutzer dienstbenutzers servicebenutzer servicebenutzers dienstkonto dienstkontos servicekonto'],
  ['id', 'id uuid kennung identifier'],
  ['email', 'email mail courriel emailadresse mailadresse'],
  ['state', 'state'],
  ['language', 'language sprache langue lingua'],
  ['filler', 'the a an your new of for is service account technical api creator address one time initial temporary'],
  ['filler', 'der die das des dem den fur ist ihr ihre ihres neuer neues neue konto kontos dienst dienstes'],
  ['filler', 'technischer technischen technisches ersteller erstellers adresse einmaliges'],
  ['filler', 'le la les l du de d un une pour est votre nouveau nouvel nouvelle compte technique createur provisoire'],
  ['filler', 'il lo i di del dell della dello per e suo sua tuo tua nuovo nuova servizio tecnico creatore indirizzo'],
];

const meanings: ReadonlyMap<string, Meaning> = new Map(
  vocabulary.flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning] as const)),
);

/** Includes the separator after the label. */
export const longestLabel = 80;
const decorationBefore = /^(?:[>#*_`•·–—\-"'“„«‘‚[\s]|\d{1,2}[.)]\s)+/;
const decorationAfter = /[*_`"'”“»’\]\s:：=]+$/;
const aside = /\s*[([][^()[\]]*[)\]][\s:*]*$/;

function wordsOf(text: string): readonly string[] {
  let plain = trimInvisible(text)
    .replace(aside, '')
    .replace(decorationBefore, '')
    .replace(decorationAfter, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_\-./'’]+/g, ' ')
    .trim();
  // Only texts of several words can hold a phrase. Skipping the others keeps long texts fast.
  if (plain.includes(' ')) for (const [phrase, word] of phrases) plain = plain.replace(phrase, word);
  return plain.split(' ');
}

/** Returns the meaning of a text that is only a label. Null when any word is unknown, because it is then a sentence. */
export function fieldOf(text: string): PastedField | null {
  if (text.length > longestLabel) return null;
  const found = new Set<Meaning>();
  for (const word of wordsOf(text)) {
    const meaning = meanings.get(word);
    if (!meaning) return null;
    found.add(meaning);
  }
  if (found.has('state')) return found.size === 1 ? 'state' : null;
  if (found.has('password')) return 'password';
  if (found.has('language')) return 'language';
  if (found.has('email')) return 'email';
  if (found.has('id')) return 'account-id';
  if (found.has('username')) return 'username';
  return found.has('login') ? 'login' : null;
}

/** Texts of buttons beside the values on a page. They are copied together with the values. */
const buttons: ReadonlySet<string> = new Set(
  [
    'copy,copied,copy to clipboard,show,hide,reveal,close,continue,next,back,done,download,ok,cancel',
    'kopieren,kopiert,in die zwischenablage kopieren,anzeigen,zeigen,verbergen,ausblenden,schliessen,weiter,zuruck,fertig,abbrechen',
    'copier,copie,copier dans le presse papiers,afficher,masquer,fermer,continuer,suivant,retour,terminer,annuler',
    'copia,copiato,copia negli appunti,mostra,nascondi,chiudi,continua,avanti,indietro,fine,annulla',
  ].flatMap((line) => line.split(',')),
);

export function isButton(text: string): boolean {
  return (
    text.length <= longestLabel && buttons.has(wordsOf(text.replace(/[()[\]]/g, ' ').replaceAll('ß', 'ss')).join(' '))
  );
}
