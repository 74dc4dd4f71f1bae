/** Checks the form of every call. It records breaches, and the call continues if possible. */
import type { Records } from '../records.ts';
import type { Incoming } from './exchange.ts';

export type BodyKind = 'none' | 'json' | 'multipart' | 'form';

const where = (incoming: Incoming) => `${incoming.method} ${incoming.path}`;

export function checkApiHeaders(records: Records, incoming: Incoming): void {
  const { headers, method } = incoming;
  if (headers['accept-charset']?.toUpperCase() !== 'UTF-8') {
    records.breach('accept-charset', `${where(incoming)}: Accept-Charset is ${headers['accept-charset'] ?? 'missing'}`);
  }
  if (method === 'GET' && headers['accept'] !== 'application/json') {
    records.breach('accept', `${where(incoming)}: Accept is ${headers['accept'] ?? 'missing'}`);
  }
}

export function checkBodyHeaders(records: Records, incoming: Incoming, body: BodyKind): void {
  const { headers } = incoming;
  const type = headers['content-type'] ?? 'missing';
  if (body === 'none') {
    if (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0') {
      records.breach('body-not-allowed', `${where(incoming)} takes no body`);
    }
    return;
  }
  if (headers['content-length'] === undefined) {
    records.breach('content-length', `${where(incoming)}: Content-Length is missing`);
  }
  const right =
    (body === 'json' && type === 'application/json') ||
    (body === 'form' && type === 'application/x-www-form-urlencoded') ||
    (body === 'multipart' && type.startsWith('multipart/form-data;'));
  if (!right) records.breach('content-type', `${where(incoming)}: Content-Type is ${type}`);
}
