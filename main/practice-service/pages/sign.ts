import type { PracticeDocument, Signee } from '../document.ts';
import type { Answer } from '../http/exchange.ts';
import type { Practice } from '../practice.ts';
import { decide, isTurnOf, view } from '../signing.ts';
import { type Html, html, page, problemPage, redirect } from './html.ts';

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
  return page({
    title: document.documentName,
    links: practice.options.pages,
    main: html`
      <p>${document.initiatorAliasName} asks <strong>${signee.email}</strong> to sign this document.</p>
      ${[document.comment, signee.comment].filter((text) => text !== '').map((text) => html`<blockquote>${text}</blockquote>`)}
      <p><a href="${file}">View the file</a> <span class="soft">(${document.signatureMode}, ${document.jurisdiction})</span></p>
      ${state(document, signee)}`,
  });
}

function state(document: PracticeDocument, signee: Signee): Html {
  if (signee.decision === 'signed') return html`<p role="status">You have signed this document.</p>`;
  if (signee.decision === 'rejected') return html`<p role="status">You have rejected this document.</p>`;
  if (document.documentStatus === 'draft') return html`<p role="status">The signing has not been started.</p>`;
  if (document.documentStatus !== 'in-progress')
    return html`<p role="status">The document is ${document.documentStatus}. It cannot be signed any more.</p>`;
  if (!isTurnOf(document, signee)) return html`<p role="status">Others sign first. It is not your turn yet.</p>`;
  const factor =
    document.signatureMode === 'timestamp'
      ? null
      : html`<p class="soft">The real service would ask for a second factor here.</p>`;
  return html`<form method="post">
    ${factor}
    <label for="reason">Reason (when you reject)</label><input id="reason" name="reason" autocomplete="off">
    <button name="action" value="sign">Sign</button>
    <button name="action" value="reject" class="second">Reject</button>
  </form>`;
}
