import { isHtml } from './answer-body.ts';
import type { HttpResponse } from './http-port.ts';
import type { Redactor } from './redactor.ts';

const BODY_BYTES = 65_536;
/** A secret that is cut off at the end of those bytes cannot be recognised: so much of the end is not shown. */
const END_CHARACTERS = 16_384;
const LONGEST = 1_500;

/** Headers of every answer. The service may report errors in others, whose names are not documented. */
const ordinary =
  /^(?:date|server|connection|keep-alive|content-(?!type).*|transfer-encoding|vary|etag|expires|pragma|cache-control|age|via|alt-svc|set-cookie|strict-transport-security|access-control-.*|accept-ranges|referrer-policy|x-(?:content-type-options|frame-options|xss-protection|powered-by|robots-tag))$/;

/** What the service said, in one short text for people: status, unusual headers, body. */
export function describeAnswer(response: HttpResponse, redactor: Redactor, remark = ''): string {
  // Secrets are taken out of whole values: of one that was cut, half would stay.
  const headers = unusualHeaders(response).map(([name, value]) =>
    redactor.redact(`${name}: ${value}`).slice(0, name.length + 2 + 300),
  );
  const parts = [redactor.redact(remark), `HTTP ${response.status}`, ...headers, bodyText(response, redactor)];
  return shortened(parts.filter((part) => part !== '').join(' · '));
}

/** The service's own words, as they came: to be read by the program alone. */
export function saidBy(response: HttpResponse): string {
  const text = new TextDecoder().decode(response.body.subarray(0, BODY_BYTES));
  const words = isHtml(response, text.slice(0, 200)) ? wordsOfPage(text) : text;
  return [...unusualHeaders(response).map(([, value]) => value), words].join('\n');
}

function unusualHeaders({ headers }: HttpResponse): readonly (readonly [string, string])[] {
  return Object.entries(headers).filter(([name]) => !ordinary.test(name));
}

export function shortened(text: string): string {
  const flat = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST).toWellFormed()}…` : flat;
}

function bodyText(response: HttpResponse, redactor: Redactor): string {
  const read = redactor.redact(new TextDecoder().decode(response.body.subarray(0, BODY_BYTES)));
  const isCut = response.body.length > BODY_BYTES;
  const text = isCut ? read.slice(0, Math.max(0, read.length - END_CHARACTERS)) : read;
  if (!isHtml(response, text.slice(0, 200))) return text;
  // A name in one cell of a table and its value in the next are neighbours only now.
  return redactor.redact(wordsOfPage(text));
}

/** Each tag, script and style ends the line, and one that has no end takes the rest: time stays linear. */
function wordsOfPage(text: string): string {
  return text.replaceAll(/<(script|style)\b[^]*?(?:<\/\1>|$)/gi, '\n').replaceAll(/<[^>]*>?/g, '\n');
}
