import type { StoredFile } from '../files.ts';
import { type Refusal, refusal } from '../http/exchange.ts';
import { boundaryOf, type PartHead, type PartSink, readMultipart } from '../http/multipart.ts';
import type { Call } from '../practice.ts';
import { FILE_TYPES, PDF_TYPE } from '../rules.ts';

const DATA_TYPE = 'application/json; charset=UTF-8';
const MAX_DATA = 1024 * 1024;
const HEADS: Readonly<Record<string, readonly string[]>> = { pdf: ['%PDF-'], office: ['PK\u0003\u0004'] };

export interface Received {
  readonly kind: 'received';
  readonly file: StoredFile;
  readonly documentName: string;
  readonly documentMimeType: string;
  readonly data: Buffer;
}

/** Reads the parts of an upload (`data` and `file`) or of a scan (`file`) as they arrive. */
export async function receiveFile(call: Call, what: 'upload' | 'scan-predefined'): Promise<Received | Refusal> {
  const { practice, headers, body } = call;
  const { records, options, files } = practice;
  const boundary = boundaryOf(headers['content-type']);
  if (boundary === null) {
    records.breach('multipart', `${what}: no multipart body with a boundary`);
    return refusal('invalid-request', 'A multipart/form-data body is expected');
  }

  const data: Buffer[] = [];
  const intake = await files.intake();
  let fileHead: PartHead | null = null;
  let fileSize = 0;
  let dataSize = 0;
  let magic = '';
  const seen: (string | null)[] = [];

  const onPart = (head: PartHead): PartSink => {
    seen.push(head.name);
    if (head.name === 'data') {
      checkHead(call, head, what);
      return {
        write(chunk) {
          dataSize += chunk.length;
          if (dataSize <= MAX_DATA) data.push(Buffer.from(chunk));
        },
        end() {},
      };
    }
    if (head.name === 'file' && fileHead === null) {
      checkHead(call, head, what);
      fileHead = head;
      return {
        async write(chunk) {
          fileSize += chunk.length;
          if (magic.length < 5) magic += chunk.toString('latin1', 0, 5);
          if (fileSize <= options.maxFileBytes) await intake.write(chunk);
        },
        end() {},
      };
    }
    return { write() {}, end() {} };
  };

  let kept = false;
  try {
    const multipart = await readMultipart(body, boundary, onPart);
    if (multipart.kind === 'malformed') {
      records.breach('multipart', `${what}: ${multipart.detail}`);
      return refusal('invalid-request', `The multipart body is malformed: ${multipart.detail}`);
    }
    const wanted = what === 'upload' ? ['data', 'file'] : ['file'];
    if (seen.length !== wanted.length || !wanted.every((name) => seen.includes(name))) {
      records.breach('multipart', `${what}: parts are ${seen.join(', ')} instead of ${wanted.join(', ')}`);
    }
    const refused = checkFile(call, fileHead, fileSize, magic);
    if (refused !== null) return refused;
    if (what === 'upload' && !seen.includes('data')) return refusal('invalid-request', 'The part data is missing');
    const file = await intake.keep();
    kept = true;
    const { filename, contentType } = fileHead ?? NO_HEAD;
    return {
      kind: 'received',
      file,
      documentName: filename ?? '',
      documentMimeType: contentType ?? PDF_TYPE,
      data: Buffer.concat(data),
    };
  } finally {
    if (!kept) await intake.drop();
  }
}

const NO_HEAD: PartHead = { headers: [], name: null, filename: null, contentType: null };

function checkHead(call: Call, head: PartHead, what: string): void {
  const { records } = call.practice;
  const wrong = (detail: string) => records.breach('part-headers', `${what}, part ${head.name ?? ''}: ${detail}`);
  const names = head.headers.map(([name]) => name).toSorted();
  if (names.join() !== 'content-disposition,content-type') wrong(`headers are ${names.join(', ')}`);
  const disposition = head.headers.find(([name]) => name === 'content-disposition')?.[1] ?? '';
  if (!disposition.startsWith('form-data;')) wrong(`Content-Disposition is ${disposition}`);
  if (/;\s*\w+\*=/.test(disposition)) wrong('a parameter with * has no place in form-data');
  if (head.name === 'data') {
    if (head.contentType !== DATA_TYPE) wrong(`Content-Type is ${head.contentType ?? 'missing'}`);
    if (head.filename !== null) wrong('it has a filename');
  } else if (head.filename === null || head.filename === '') wrong('the filename is missing');
}

function checkFile(call: Call, head: PartHead | null, size: number, magic: string): Refusal | null {
  const { records, options } = call.practice;
  if (head === null) return refusal('invalid-request', 'The part file is missing');
  if (size > options.maxFileBytes) {
    records.breach('file-size', `${size} bytes, ${options.maxFileBytes} are allowed`);
    return refusal('too-large', 'The file is too large');
  }
  const type = head.contentType ?? '';
  if (!FILE_TYPES.includes(type)) {
    records.breach('file-type', type === '' ? 'missing' : type);
    return refusal('unsupported-type', `Files of type ${type} are not accepted`);
  }
  const heads = HEADS[type === PDF_TYPE ? 'pdf' : 'office'] ?? [];
  if (options.checkContent && !heads.some((start) => magic.startsWith(start))) {
    return refusal('invalid-file', 'The content does not fit the type of the file');
  }
  return null;
}
