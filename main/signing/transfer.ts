import type { AnswerContext } from './answer-failure.ts';
import type { AnswerReader, Call } from './authorised-call.ts';
import type { Failure } from './failure.ts';
import { openFile } from './file-body.ts';
import type { BodySource } from './http-port.ts';
import { dataPart, type Form, filePart, multipart } from './multipart.ts';
import { networkFailure } from './network-failure.ts';
import { failed, type Outcome } from './outcome.ts';
import type { LocalFile, TransferOptions, Upload } from './requests.ts';

const MAX_FILE_BYTES = 40 * 1024 * 1024;
const PDF = 'application/pdf';
const uploadTypes: readonly string[] = [
  PDF,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
];
/** The time limit for headers. On a slow line the last bytes may wait in this computer's buffers before. */
const HEADERS_MS = 180_000;

export interface FileForm {
  readonly types: readonly string[];
  readonly form: (content: () => BodySource) => Form;
}

export function uploadForm({ file, fields, extra }: Upload): FileForm {
  const data = { ...extra, ...fields };
  return {
    types: uploadTypes,
    form: (content) => multipart(() => [dataPart(data), filePart(file.name, file.type, content())]),
  };
}

export function scanForm(file: LocalFile): FileForm {
  return { types: [PDF], form: (content) => multipart(() => [filePart(file.name, file.type, content())]) };
}

export interface TransferDeps {
  readonly call: Call;
  readonly context: AnswerContext;
}

/** Streams a file to the service. Refuses a type or size that the service does not take before opening the file. */
export async function sendFile<T>(
  { call, context }: TransferDeps,
  file: LocalFile,
  { types, form }: FileForm,
  url: string,
  read: AnswerReader<T>,
  options: TransferOptions = {},
): Promise<Outcome<T>> {
  const unfit = unfitness(file, types);
  if (unfit !== null) return failed(unfit);
  const opened = await openFile(file);
  if ('kind' in opened) return failed(networkFailure(opened, 'never-sent', context.redactor));
  const { contentType, body } = form(() => opened.body());
  const { onProgress, signal } = options;
  const total = body().length;
  try {
    return await call(
      {
        method: 'POST',
        url,
        contentType,
        body,
        limits: { headersMs: HEADERS_MS },
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onSent: (bytes: number) => onProgress(bytes, total) }),
      },
      read,
    );
  } finally {
    await opened.close();
  }
}

function unfitness(file: LocalFile, types: readonly string[]): Failure | null {
  if (!types.includes(file.type)) {
    return {
      kind: 'wrong-type',
      certainty: 'permanent',
      details: `The service does not take ${file.type.slice(0, 200)}.`,
    };
  }
  if (file.size > MAX_FILE_BYTES) {
    const details = `The file has ${file.size} bytes; the service takes at most ${MAX_FILE_BYTES}.`;
    return { kind: 'too-large', certainty: 'permanent', details };
  }
  return null;
}
