import type { OwnerMatter } from '../../preload/contract/owner-matters.ts';
import type { Desktop } from '../platform/desktop.ts';
import { done, refuse } from '../problems/refuse.ts';
import { type Mail, mailtoAddress } from '../words/mailto.ts';
import type { Texts } from '../words/texts.ts';

/** Writes to the IT department: what it must send, where the format is described, and what must be reachable. */
export function letterToIt(t: ReturnType<Texts>, version: string): Mail {
  const lines = [
    t('welcome.mail.hello'),
    '',
    t('welcome.mail.wish', { version }),
    '',
    `1. ${t('welcome.mail.file')}`,
    `2. ${t('welcome.mail.docs')}`,
    `3. ${t('welcome.mail.reach')}`,
    '',
    t('welcome.mail.secret'),
    '',
    t('reminder.thanks'),
  ];
  return { to: '', subject: t('welcome.mail.subject'), body: lines.join('\n') };
}

/** Writes to the owner of the account at the service, who alone can change such a matter. */
export function letterToOwner(t: ReturnType<Texts>, about: OwnerMatter): Mail {
  const lines = [t('welcome.mail.hello'), '', t(`owner.${about}`), '', t('reminder.thanks')];
  return { to: '', subject: t('owner.subject'), body: lines.join('\n') };
}

interface LettersDeps {
  readonly desktop: Pick<Desktop, 'openMail' | 'copyText'>;
  readonly texts: Texts;
  readonly version: string;
}

/** Hands a letter to the mail program, or to the clipboard for people who write their mail in a browser. */
export function createLetters({ desktop, texts, version }: LettersDeps) {
  async function handOver(letter: Mail, how: 'mail' | 'copy') {
    if (how === 'copy') await desktop.copyText(`${letter.subject}\n\n${letter.body}`);
    else if (!(await desktop.openMail(mailtoAddress(letter)))) return refuse('mail-not-opened');
    return done;
  }
  return {
    toIt: (how: 'mail' | 'copy') => handOver(letterToIt(texts(), version), how),
    toOwner: (about: OwnerMatter, how: 'mail' | 'copy') => handOver(letterToOwner(texts(), about), how),
  };
}

export type Letters = ReturnType<typeof createLetters>;
