import { makeCodec } from './page/codec.ts';

export const codec = makeCodec({
  toText: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  // A copy of its own: small Buffers share one pool, and a decoded ArrayBuffer must not show its neighbours.
  toBytes: (text) => Uint8Array.from(Buffer.from(text, 'base64')),
});
