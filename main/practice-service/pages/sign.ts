import type { PracticeDocument, Signee } from '../document.ts';
import type { Answer } from '../http/exchange.ts';
import type { Practice } from '../practice.ts';
import { decide, isTurnOf, view } from '../signing.ts';
import { type Html, html, page, problemPage, redirect } from './html.ts';
import { type Words, wordsOf } from './words.ts';

/** The page an invitation links to: a signee signs or rejects. */
export function signPage(practice: Practice, key: string, form: URLSearchParams | null): Answer {
  const { documents, clock, storage } = practice;
  const document = documents.findBySignKey(key);
  const signee = document?.signees.find((one) => one.key === key);
  if (document === undefined || signee === undefined) {
    return problemPage('No document here', ['The document was deleted, or this link is not right.'], 404);
  }
  const decision = { sign: 'signed', reject: 'rejected' } as const;
  const action = form?.get('action');
  if (action === 'sign' || action === 'reject') {
    if (isTurnOf(document, signee)) {
      documents.put(decide(document, key, decision[action], clock.now(), form?.get('reason') ?? ''));
      practice.options.onDecision();
    }
    // Redirect, so that reloading the page does not sign again.
    return redirect(`/sign/${key}`);
  }
  if (signee.viewedAt === null && isTurnOf(document, signee)) documents.put(view(document, key, clock.now()));
  const file = storage.lend(document.documentId);
  const { words, alone } = wordsOf(practice.options);
  return page({
    title: document.documentName,
    alone,
    main: html`
      <p>${words.asks(document.initiatorAliasName)} <strong>${words.you(signee.email)}</strong></p>
      ${[document.comment, signee.comment].filter((text) => text !== '').map((text) => html`<blockquote>${text}</blockquote>`)}
      <p><a href="${file}">${words.view}</a> <span class="soft">(${document.signatureMode}, ${document.jurisdiction})</span></p>
      ${state(document, signee, words)}`,
  });
}

function state(document: PracticeDocument, signee: Signee, words: Words): Html {
  const said = (sentence: string) => html`<p role="status">${sentence}</p>`;
  if (signee.decision === 'signed') return said(words.signed);
  if (signee.decision === 'rejected') return said(words.rejected);
  if (document.documentStatus === 'draft') return said(words.notStarted);
  if (document.documentStatus !== 'in-progress') return said(words.over);
  if (!isTurnOf(document, signee)) return said(words.notYourTurn);
  const factor = document.signatureMode === 'timestamp' ? null : html`<p class="soft">${words.factor}</p>`;
  return html`<form method="post">
    ${factor}
    <label for="reason">${words.reason}</label><input id="reason" name="reason" autocomplete="off">
    <button name="action" value="sign">${words.sign}</button>
    <button name="action" value="reject" class="second">${words.reject}</button>
  </form>`;
}
