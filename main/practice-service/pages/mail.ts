import { timestamp } from '../clock.ts';
import type { Mail } from '../document.ts';
import type { Answer } from '../http/exchange.ts';
import type { Practice } from '../practice.ts';
import { html, page } from './html.ts';

/** Newest first. Deleting a document also deletes its mails. */
export const mailsOf = ({ documents }: Practice): readonly Mail[] =>
  documents
    .all()
    .flatMap((document) => document.mails)
    .toSorted((a, b) => b.at - a.at);

export function mailPage(practice: Practice): Answer {
  const mails = mailsOf(practice);
  return page({
    title: 'E-mails',
    links: practice.options.pages,
    main: html`
      <p>These would have been sent. Each invitation opens the page of its signee.</p>
      ${mails.length === 0 ? html`<p class="soft">None yet. Start a document to see its invitations.</p>` : null}
      ${mails.map(
        (mail) => html`<article>
          <h2>${mail.subject}</h2>
          <p class="soft">To ${mail.to} · ${timestamp(mail.at)}</p>
          ${mail.text === '' ? null : html`<p>${mail.text}</p>`}
          ${mail.link === null ? null : html`<a href="${mail.link}">Open the document as ${mail.to}</a>`}
        </article>`,
      )}`,
  });
}
