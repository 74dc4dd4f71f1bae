import type { Answer } from '../../../main/practice-service/http/exchange.ts';
import { type Html, html, page } from '../../../main/practice-service/pages/html.ts';
import type { Practice } from '../../../main/practice-service/practice.ts';
import { signeeStatus, signPath, signStatus } from '../../../main/practice-service/signing.ts';

/** The start page: an explanation, links, the documents, and the client's breaches. */
export function startPage(practice: Practice): Answer {
  const { documents, records } = practice;
  return page({
    title: 'Practice service',
    main: html`
      <p>A signing service to try things on. Nothing here is real and nothing leaves this computer.</p>
      <ul>
        <li><a href="/mail">E-mails</a>: play the signees, sign or reject.</li>
        <li><a href="/operator">Operator</a>: client ids and secrets, key sets, redirect addresses.</li>
        <li>Files to send: <a href="/sample/contract.pdf" download>contract.pdf</a>,
          <a href="/sample/with-fields.pdf" download>with-fields.pdf</a> (two predefined signatures).</li>
      </ul>
      <h2>Documents</h2>
      ${table(
        ['Document', 'Status', 'Signees'],
        documents
          .all()
          .toReversed()
          .slice(0, 200)
          .map(
            (document) => html`<tr>
          <td>${document.documentName}</td>
          <td>${document.documentStatus}${signStatus(document) === null ? '' : ` / ${signStatus(document) ?? ''}`}</td>
          <td>${document.signees.map((signee) => html`<div><a href="${signPath(signee)}">${signee.email}</a> ${signeeStatus(document, signee) ?? ''}</div>`)}</td>
        </tr>`,
          ),
      )}
      <h2>Breaches of the contract</h2>
      ${table(
        ['Rule', 'What was seen'],
        records.breaches
          .slice(-100)
          .toReversed()
          .map((breach) => html`<tr><td>${breach.rule}</td><td>${breach.detail}</td></tr>`),
      )}`,
  });
}

function table(heads: readonly string[], rows: readonly Html[]): Html {
  if (rows.length === 0) return html`<p class="soft">None.</p>`;
  return html`<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
}
