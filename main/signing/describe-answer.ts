import { isHtml } from './answer-body.ts';
import type { HttpResponse } from './http-port.ts';
import type { Redactor } from './redactor.ts';

/** The most bytes to describe. The redactor would take too long for more, and people read only the first characters. */
export const BODY_BYTES = 32_768;
/** The characters at the end that are not shown. A secret that the byte limit cuts in two cannot be recognised. */
const END_CHARACTERS = 16_384;
const MAX_DETAILS_CHARACTERS = 1_500;

/** Headers that every answer has. The service may report errors in other headers, whose names are not documented. */
const ordinaryHeaders =
  /^(?:date|server|connection|keep-alive|content-(?!type).*|transfer-encoding|vary|etag|expires|pragma|cache-control|age|via|alt-svc|set-cookie|strict-transport-security|access-control-.*|accept-ranges|referrer-policy|x-(?:content-type-options|frame-options|xss-protection|powered-by|robots-tag))$/;

/** Sums up an answer in one short text for people: status, unusual headers, body. */
export function describeAnswer(response: HttpResponse, redactor: Redactor, remark = ''): string {
  // Redact before cutting: the redactor would miss a secret that was cut in half.
  const headers = unusualHeaders(response).map(([name, value]) =>
    redactor.redact(`${name}: ${value}`).slice(0, name.length + 2 + 300),
  );
  const parts = [redactor.redact(remark), `HTTP ${response.status}`, ...headers, describeBody(response, redactor)];
  return shorten(parts.filter((part) => part !== '').join(' · '));
}

/** Returns the service's own words, not redacted. Use them for our own matching only, and never show them. */
export function answerText(response: HttpResponse): string {
  const text = new TextDecoder().decode(response.body.subarray(0, BODY_BYTES));
  const words = isHtml(response, text.slice(0, 200)) ? stripTags(text) : text;
  return [...unusualHeaders(response).map(([, value]) => value), words].join('\n');
}

function unusualHeaders({ headers }: HttpResponse): readonly (readonly [string, string])[] {
  return Object.entries(headers).filter(([name]) => !ordinaryHeaders.test(name));
}

export function shorten(text: string): string {
  const flat = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return flat.length > MAX_DETAILS_CHARACTERS ? `${flat.slice(0, MAX_DETAILS_CHARACTERS).toWellFormed()}…` : flat;
}

function describeBody(response: HttpResponse, redactor: Redactor): string {
  const read = redactor.redact(new TextDecoder().decode(response.body.subarray(0, BODY_BYTES)));
  const isCut = response.body.length > BODY_BYTES;
  const text = isCut ? read.slice(0, Math.max(0, read.length - END_CHARACTERS)) : read;
  if (!isHtml(response, text.slice(0, 200))) return text;
  // Redact again: without the tags, a field name in one table cell now stands beside its value in the next cell.
  return redactor.redact(stripTags(text));
}

/** Replaces each tag, script and style by a line break. One without an end takes the rest, which keeps time linear. */
function stripTags(text: string): string {
  return text.replaceAll(/<(script|style)\b[^]*?(?:<\/\1>|$)/gi, '\n').replaceAll(/<[^>]*>?/g, '\n');
}
