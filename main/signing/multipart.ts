import { randomBytes } from 'node:crypto';
import type { BodySource } from './http-port.ts';

export interface FormPart {
  readonly headers: readonly string[];
  readonly body: BodySource;
}

export interface Form {
  readonly contentType: string;
  /** Creates a new body that starts at the first byte. */
  readonly body: () => BodySource;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

export function bytesBody(bytes: Uint8Array): BodySource {
  let at = 0;
  return {
    length: bytes.length,
    async read(into) {
      const piece = bytes.subarray(at, at + into.length);
      into.set(piece);
      at += piece.length;
      return piece.length;
    },
  };
}

function concatenate(sources: readonly BodySource[]): BodySource {
  let at = 0;
  return {
    length: sources.reduce((sum, source) => sum + source.length, 0),
    async read(into) {
      for (let source = sources[at]; source !== undefined; source = sources[at]) {
        const bytes = source.length === 0 ? 0 : await source.read(into);
        if (bytes > 0) return bytes;
        at += 1;
      }
      return 0;
    },
  };
}

export function multipart(parts: () => readonly FormPart[], boundary = randomBoundary()): Form {
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: () =>
      concatenate([
        ...parts().flatMap((part) => [
          bytesBody(encode(`--${boundary}\r\n${part.headers.join('\r\n')}\r\n\r\n`)),
          part.body,
          bytesBody(encode('\r\n')),
        ]),
        bytesBody(encode(`--${boundary}--\r\n`)),
      ]),
  };
}

export function dataPart(data: unknown): FormPart {
  return {
    headers: ['Content-Disposition: form-data; name="data"', 'Content-Type: application/json; charset=UTF-8'],
    body: bytesBody(encode(JSON.stringify(data))),
  };
}

export function filePart(name: string, type: string, body: BodySource): FormPart {
  return {
    headers: [`Content-Disposition: form-data; name="file"; filename="${wireName(name)}"`, `Content-Type: ${type}`],
    body,
  };
}

/**
 * Writes the file name in the form browsers send: plain UTF-8, with percent escapes only for quotes and line breaks,
 * which would end the name. A backslash becomes an underscore, because some servers keep only the part after it.
 */
function wireName(name: string): string {
  const whole = name.normalize('NFC').toWellFormed().replaceAll('\\', '_');
  return whole.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function randomBoundary(): string {
  return `countersign-${randomBytes(18).toString('base64url')}`;
}
