import { timestamp } from '../clock.ts';
import type { Mail } from '../document.ts';
import type { Answer } from '../http/exchange.ts';
import type { Practice } from '../practice.ts';
import { html, page } from './html.ts';
import { wordsOf } from './words.ts';

/** Newest first. Deleting a document also deletes its mails. */
export const mailsOf = ({ documents }: Practice): readonly Mail[] =>
  documents
    .all()
    .flatMap((document) => document.mails)
    .toSorted((a, b) => b.at - a.at);

export function mailPage(practice: Practice): Answer {
  const mails = mailsOf(practice);
  const { words, alone } = wordsOf(practice.options);
  const subjectOf = ({ kind, documentId, subject }: Mail) => {
    const document = practice.documents.find(documentId);
    return document ? words.subject[kind](document.initiatorAliasName, document.documentName) : subject;
  };
  return page({
    title: words.mails,
    alone,
    main: html`
      <p>${words.lead}</p>
      ${mails.length === 0 ? html`<p class="soft">${words.none}</p>` : null}
      ${mails.map(
        (mail) => html`<article>
          <h2>${subjectOf(mail)}</h2>
          <p class="soft">${words.to(mail.to)} · ${timestamp(mail.at)}</p>
          ${mail.text === '' ? null : html`<p>${mail.text}</p>`}
          ${mail.link === null ? null : html`<a href="${mail.link}">${words.open(mail.to)}</a>`}
        </article>`,
      )}`,
  });
}
