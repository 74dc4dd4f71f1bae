/** Reads multipart/form-data as it arrives. `Buffer.indexOf` searches whole chunks, which is fast. */

export interface PartHead {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly name: string | null;
  readonly filename: string | null;
  readonly contentType: string | null;
}

export interface PartSink {
  write(chunk: Buffer): Promise<void> | void;
  end(): Promise<void> | void;
}

type Multipart = { readonly kind: 'whole' } | { readonly kind: 'malformed'; readonly detail: string };

const HEAD_END = Buffer.from('\r\n\r\n');
const MAX_HEAD = 16 * 1024;
const malformed = (detail: string): Multipart => ({ kind: 'malformed', detail });

export function boundaryOf(contentType: string | undefined): string | null {
  const match = /^multipart\/form-data;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))$/.exec(contentType ?? '');
  return match?.[1] ?? match?.[2] ?? null;
}

type Place = 'preamble' | 'after-boundary' | 'head' | 'content' | 'epilogue';

export async function readMultipart(
  body: AsyncIterable<Buffer>,
  boundary: string,
  onPart: (head: PartHead) => Promise<PartSink> | PartSink,
): Promise<Multipart> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // Begin with a line break, so that the first boundary looks like all others.
  let rest: Buffer = Buffer.from('\r\n');
  let place: Place = 'preamble';
  let sink: PartSink | null = null;
  let problem: Multipart | null = null;

  for await (const chunk of body) {
    // Read a malformed body to its end, so that the client can receive the answer.
    if (problem !== null) continue;
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let more = true;
    while (more && problem === null) {
      more = false;
      if (place === 'preamble' || place === 'content') {
        const at: number = rest.indexOf(delimiter);
        const upTo: number = at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at;
        if (sink !== null && upTo > 0) await sink.write(rest.subarray(0, upTo));
        if (place === 'preamble' && upTo > 0) problem = malformed('text before the first boundary');
        rest = rest.subarray(at < 0 ? upTo : at + delimiter.length);
        if (at >= 0) {
          await sink?.end();
          sink = null;
          place = 'after-boundary';
          more = true;
        }
      } else if (place === 'after-boundary' && rest.length >= 2) {
        const two = rest.toString('latin1', 0, 2);
        rest = rest.subarray(2);
        more = true;
        if (two === '--') place = 'epilogue';
        else if (two === '\r\n') place = 'head';
        else problem = malformed('a boundary is followed by something else than a line break');
      } else if (place === 'head') {
        const at: number = rest.indexOf(HEAD_END);
        if (at > MAX_HEAD || (at < 0 && rest.length > MAX_HEAD)) problem = malformed('a part head is too long');
        else if (at >= 0) {
          sink = await onPart(parseHead(rest.toString('utf8', 0, at)));
          // In an empty part, the line break after the head may begin the next boundary.
          rest = rest.subarray(at + HEAD_END.length);
          place = 'content';
          more = true;
        }
      }
    }
  }
  if (problem !== null) return problem;
  if (place !== 'epilogue') return malformed('the last boundary is missing');
  const tail = rest.toString('latin1');
  return tail === '' || tail === '\r\n' ? { kind: 'whole' } : malformed('text after the last boundary');
}

function parseHead(text: string): PartHead {
  const headers = text.split('\r\n').map((line): readonly [string, string] => {
    const at = line.indexOf(':');
    return at < 0 ? [line.toLowerCase(), ''] : [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  const value = (name: string) => headers.find(([own]) => own === name)?.[1] ?? null;
  const disposition = value('content-disposition') ?? '';
  return {
    headers,
    name: parameter(disposition, 'name'),
    filename: parameter(disposition, 'filename'),
    contentType: value('content-type'),
  };
}

/** Browsers write quotes and line breaks in names as %22, %0D, %0A. Older programs put a backslash before quotes. */
function parameter(disposition: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}="((?:\\\\"|[^"])*)"`).exec(disposition);
  const raw = match?.[1];
  if (raw === undefined) return null;
  return raw.replaceAll('\\"', '"').replaceAll('%22', '"').replaceAll(/%0D/gi, '\r').replaceAll(/%0A/gi, '\n');
}
