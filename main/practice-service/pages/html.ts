import type { Answer } from '../http/exchange.ts';
import { styleSheet } from './style.ts';
import type { PageLanguage, Words } from './words.ts';

/** Safe HTML. All other values are escaped when they are inserted. */
export interface Html {
  readonly html: string;
}

type Value = string | number | null | Html | readonly Html[];

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function shown(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'html' in value ? value.html : value.map((one) => one.html).join('');
}

export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: strings.map((text, index) => text + shown(values[index] ?? null)).join('') };
}

interface PageParts {
  readonly title: string;
  readonly main: Html;
  readonly status?: number;
  /** Other targets for forms of this page, and its script (allowed by its hash). */
  readonly formAction?: string;
  /** A page of signees in the app: its language, and no links to other pages than the e-mails. */
  readonly alone?: { readonly language: PageLanguage; readonly words: Pick<Words, 'practice' | 'mails'> } | null;
  readonly script?: { readonly code: string; readonly hash: string };
}

export function page({ title, main, status = 200, formAction = '', alone = null, script }: PageParts): Answer {
  const scripts = script === undefined ? '' : `<script>${script.code}</script>`;
  const all = html`<a href="/">Practice service</a><a href="/mail">E-mails</a>`;
  const mail = html`<strong>${alone?.words.practice ?? ''}</strong><a href="/mail">${alone?.words.mails ?? ''}</a>`;
  const nav = html`<nav aria-label="${alone?.words.practice ?? 'Practice service'}">${alone === null ? all : mail}</nav>`;
  return {
    kind: 'answer',
    status,
    headers: {
      'Content-Type': 'text/html;charset=UTF-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self' ${formAction}; frame-ancestors 'none'${script === undefined ? '' : `; script-src 'sha256-${script.hash}'`}`,
    },
    body: `<!doctype html>${html`<html lang="${alone?.language ?? 'en'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/practice.css"><link rel="icon" href="data:,">${nav}<main><h1>${title}</h1>${main}</main></html>`.html}${scripts}`,
  };
}

export const redirect = (path: string): Answer => ({
  kind: 'answer',
  status: 303,
  headers: { Location: path },
  body: '',
});

export const styles: Answer = {
  kind: 'answer',
  status: 200,
  headers: { 'Content-Type': 'text/css;charset=UTF-8' },
  body: styleSheet,
};

export function problemPage(title: string, sentences: readonly string[], status = 400): Answer {
  return page({ title, status, main: html`${sentences.map((sentence) => html`<p role="alert">${sentence}</p>`)}` });
}
