import type { HttpResponse } from './http-port.ts';

export type AnswerBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'html'; readonly text: string }
  | { readonly kind: 'other'; readonly why: string };

/**
 * The deepest nesting. No documented answer reaches it, and deeper JSON would overflow the stack of code that walks it.
 */
const MAX_DEPTH = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function isHtml(response: Pick<HttpResponse, 'headers'>, start: string): boolean {
  const type = response.headers['content-type'] ?? '';
  if (/json/i.test(type)) return false;
  return (
    /^\s*(?:text\/html|application\/xhtml)/i.test(type) || /^\s*<(?:!doctype|html|head|body|meta|script)/i.test(start)
  );
}

/** Reads an answer whose body should be JSON. */
export function readBody(response: HttpResponse): AnswerBody {
  if (response.bodyState === 'too-big') return { kind: 'other', why: 'The answer is larger than any expected answer.' };
  if (response.bodyState === 'cut') return { kind: 'other', why: 'The answer broke off.' };
  if (response.body.length === 0) return { kind: 'empty' };
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    return { kind: 'other', why: `The answer is compressed (${encoding}), which we did not ask for.` };
  let text: string;
  try {
    text = utf8.decode(response.body);
  } catch {
    return { kind: 'other', why: 'The answer is not UTF-8.' };
  }
  if (text.trim() === '') return { kind: 'empty' };
  if (isHtml(response, text.slice(0, 200))) return { kind: 'html', text };
  if (depthOf(text) > MAX_DEPTH) return { kind: 'other', why: 'The answer is nested too deeply.' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'other', why: 'The answer is not JSON.' };
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) quoted = !quoted;
    else if (quoted) at += code === 0x5c ? 1 : 0;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return deepest;
}
