import type { ErrorKind, PracticeOptions } from '../options.ts';
import type { Answer, Refusal } from './exchange.ts';

const CODES = {
  'invalid-request': 400,
  'invalid-file': 400,
  unauthorized: 401,
  'invalid-client': 401,
  'invalid-grant': 401,
  'not-found': 404,
  'method-not-allowed': 405,
  'wrong-status': 409,
  'no-signees': 409,
  'duplicate-signee': 409,
  'too-large': 413,
  'unsupported-type': 415,
  'too-many-participants': 422,
  'daily-limit': 429,
  polling: 429,
  'storage-authorization': 400,
  broken: 500,
} as const satisfies Record<ErrorKind, number>;

const POLLING_CODES = { off: 429, '429-seconds': 429, '429-date': 429, '403': 403, '503': 503 } as const;

interface Problem {
  readonly error: ErrorKind;
  readonly message: string;
  readonly status: number;
}

interface Style {
  readonly type: string | null;
  readonly body: string;
  readonly own: Readonly<Record<string, string>>;
}

const STYLES = {
  json({ error, message }) {
    // The token endpoint answers in the format of identity providers.
    const oauth = error === 'invalid-client' || error === 'invalid-grant';
    const value = oauth
      ? { error: error.replace('-', '_'), error_description: message }
      : { errorCode: error, errorMessage: message };
    return { type: 'application/json', body: JSON.stringify(value), own: {} };
  },
  text: ({ error, message }) => ({ type: 'text/plain', body: `${error}: ${message}`, own: {} }),
  html({ status, message }) {
    const safe = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const body = `<!doctype html><title>Error ${status}</title><h1>Error ${status}</h1><p>${safe}</p>`;
    return { type: 'text/html', body, own: {} };
  },
  empty: () => ({ type: null, body: '', own: {} }),
  headers({ error, message }) {
    // Header values are Latin-1 only.
    const value = encodeURI(message).replaceAll('%20', ' ');
    return { type: null, body: '', own: { 'X-Error-Code': error, 'X-Error-Message': value } };
  },
} as const satisfies Record<PracticeOptions['errorStyle'], (problem: Problem) => Style>;

/** The answer of a refusal. The service does not document its body, code and headers, so the options choose. */
export function renderRefusal(refused: Refusal, options: PracticeOptions, extra: Record<string, string> = {}): Answer {
  const { error, message } = refused;
  const usual = error === 'polling' ? POLLING_CODES[options.polling] : CODES[error];
  const status = options.errorCodes[error] ?? usual;
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer realm="practice"' } : {};
  const { type, body, own } = STYLES[options.errorStyle]({ error, message, status });
  const typed = type === null ? {} : { 'Content-Type': `${type};charset=UTF-8` };
  return { kind: 'answer', status, headers: { ...extra, ...challenge, ...typed, ...own }, body };
}
