import { isHtml } from './answer-body.ts';
import type { HttpResponse } from './http-port.ts';
import type { Redactor } from './redactor.ts';

const BODY_BYTES = 16_384;
const LONGEST = 1_500;

/** Headers of every answer. The service may report errors in others, whose names are not documented. */
const ordinary =
  /^(?:date|server|connection|keep-alive|content-(?!type).*|transfer-encoding|vary|etag|expires|pragma|cache-control|age|via|alt-svc|set-cookie|strict-transport-security|access-control-.*|accept-ranges|referrer-policy|x-(?:content-type-options|frame-options|xss-protection|powered-by|robots-tag))$/;

/** What the service said, in one short text for people: status, unusual headers, body. */
export function describeAnswer(response: HttpResponse, redactor: Redactor, remark?: string): string {
  const headers = Object.entries(response.headers)
    .filter(([name]) => !ordinary.test(name))
    .map(([name, value]) => `${name}: ${value.slice(0, 300)}`);
  const parts = [remark, `HTTP ${response.status}`, ...headers, bodyText(response)];
  return shortened(redactor.redact(parts.filter((part) => part !== undefined && part !== '').join(' · ')));
}

export function shortened(text: string): string {
  const flat = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST).toWellFormed()}…` : flat;
}

function bodyText(response: HttpResponse): string {
  const text = new TextDecoder().decode(response.body.subarray(0, BODY_BYTES));
  if (!isHtml(response, text.slice(0, 200))) return text;
  return text.replaceAll(/<(script|style)\b[^>]*>[^]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>?/g, ' ');
}
