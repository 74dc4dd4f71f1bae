import type { Mail } from '../document.ts';

export type PageLanguage = 'en' | 'de' | 'fr' | 'it';

/** The texts of the pages of signees. */
export interface Words {
  readonly practice: string;
  readonly mails: string;
  readonly lead: string;
  readonly none: string;
  readonly to: (email: string) => string;
  readonly open: (email: string) => string;
  readonly subject: Readonly<Record<Mail['kind'], (who: string, name: string) => string>>;
  readonly asks: (who: string) => string;
  readonly you: (email: string) => string;
  readonly view: string;
  readonly reason: string;
  readonly sign: string;
  readonly reject: string;
  readonly signed: string;
  readonly rejected: string;
  readonly notStarted: string;
  readonly over: string;
  readonly notYourTurn: string;
  readonly factor: string;
}

const en: Words = {
  practice: 'Practice',
  mails: 'E-mails',
  lead: 'These would have been sent. Each invitation opens the page of its signee.',
  none: 'None yet. Start a document to see its invitations.',
  to: (email) => `To ${email}`,
  open: (email) => `Open the document as ${email}`,
  subject: {
    invitation: (who, name) => `${who} asks you to sign ${name}`,
    withdrawn: (_who, name) => `${name} was withdrawn`,
    rejected: (_who, name) => `${name} was rejected`,
    signed: (_who, name) => `${name} was signed by everybody`,
  },
  asks: (who) => `${who} asks you to sign this document.`,
  you: (email) => `You are ${email}.`,
  view: 'View the file',
  reason: 'Reason (when you reject)',
  sign: 'Sign',
  reject: 'Reject',
  signed: 'You have signed this document.',
  rejected: 'You have rejected this document.',
  notStarted: 'The signing has not been started.',
  over: 'This document cannot be signed any more.',
  notYourTurn: 'Others sign first. It is not your turn yet.',
  factor: 'The real service would ask for a second factor here.',
};

const de: Words = {
  practice: 'Übung',
  mails: 'E-Mails',
  lead: 'Diese E-Mails wären gesendet worden. Jede Einladung öffnet die Seite der Person, die unterschreibt.',
  none: 'Noch keine. Senden Sie ein Dokument, dann stehen hier die Einladungen.',
  to: (email) => `An ${email}`,
  open: (email) => `Dokument als ${email} öffnen`,
  subject: {
    invitation: (who, name) => `${who} bittet Sie, ${name} zu unterschreiben`,
    withdrawn: (_who, name) => `${name} wurde zurückgezogen`,
    rejected: (_who, name) => `${name} wurde abgelehnt`,
    signed: (_who, name) => `${name} wurde von allen unterschrieben`,
  },
  asks: (who) => `${who} bittet Sie, dieses Dokument zu unterschreiben.`,
  you: (email) => `Sie sind ${email}.`,
  view: 'Datei ansehen',
  reason: 'Grund (wenn Sie ablehnen)',
  sign: 'Unterschreiben',
  reject: 'Ablehnen',
  signed: 'Sie haben dieses Dokument unterschrieben.',
  rejected: 'Sie haben dieses Dokument abgelehnt.',
  notStarted: 'Das Dokument wurde noch nicht gesendet.',
  over: 'Dieses Dokument kann nicht mehr unterschrieben werden.',
  notYourTurn: 'Andere unterschreiben zuerst. Sie sind noch nicht an der Reihe.',
  factor: 'Der echte Dienst würde hier einen zweiten Faktor verlangen.',
};

const fr: Words = {
  practice: 'Exercice',
  mails: 'E-mails',
  lead: 'Ces e-mails auraient été envoyés. Chaque invitation ouvre la page de son signataire.',
  none: 'Aucun pour le moment. Envoyez un document pour voir ses invitations.',
  to: (email) => `À ${email}`,
  open: (email) => `Ouvrir le document en tant que ${email}`,
  subject: {
    invitation: (who, name) => `${who} vous prie de signer ${name}`,
    withdrawn: (_who, name) => `${name} a été retiré`,
    rejected: (_who, name) => `${name} a été refusé`,
    signed: (_who, name) => `${name} a été signé par tous`,
  },
  asks: (who) => `${who} vous prie de signer ce document.`,
  you: (email) => `Vous êtes ${email}.`,
  view: 'Voir le fichier',
  reason: 'Motif (si vous refusez)',
  sign: 'Signer',
  reject: 'Refuser',
  signed: 'Vous avez signé ce document.',
  rejected: 'Vous avez refusé ce document.',
  notStarted: 'Ce document n’a pas encore été envoyé.',
  over: 'Ce document ne peut plus être signé.',
  notYourTurn: 'D’autres personnes signent d’abord. Ce n’est pas encore votre tour.',
  factor: 'Le vrai service demanderait ici un second facteur.',
};

const it: Words = {
  practice: 'Prova',
  mails: 'E-mail',
  lead: 'Queste e-mail sarebbero state inviate. Ogni invito apre la pagina del suo firmatario.',
  none: 'Ancora nessuna. Invii un documento per vedere gli inviti.',
  to: (email) => `A ${email}`,
  open: (email) => `Apri il documento come ${email}`,
  subject: {
    invitation: (who, name) => `${who} Le chiede di firmare ${name}`,
    withdrawn: (_who, name) => `${name} è stato ritirato`,
    rejected: (_who, name) => `${name} è stato rifiutato`,
    signed: (_who, name) => `${name} è stato firmato da tutti`,
  },
  asks: (who) => `${who} Le chiede di firmare questo documento.`,
  you: (email) => `Lei è ${email}.`,
  view: 'Vedi il file',
  reason: 'Motivo (se rifiuta)',
  sign: 'Firma',
  reject: 'Rifiuta',
  signed: 'Ha firmato questo documento.',
  rejected: 'Ha rifiutato questo documento.',
  notStarted: 'Questo documento non è ancora stato inviato.',
  over: 'Questo documento non può più essere firmato.',
  notYourTurn: 'Altre persone firmano prima. Non è ancora il Suo turno.',
  factor: 'Il vero servizio chiederebbe qui un secondo fattore.',
};

const words: Readonly<Record<PageLanguage, Words>> = { en, de, fr, it };

/** The words of the pages, and what stands around those of an app. */
export function wordsOf({ pages, language }: { readonly pages: 'all' | 'signees'; readonly language: PageLanguage }) {
  const own = words[language];
  return { words: own, alone: pages === 'all' ? null : { language, words: own } };
}
