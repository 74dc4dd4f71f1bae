import { type Answer, json, type Refusal, refusal } from '../http/exchange.ts';
import type { Call } from '../practice.ts';
import { PDF_TYPE } from '../rules.ts';
import { receiveFile } from './receive-file.ts';

export async function scanPredefined(call: Call): Promise<Answer | Refusal> {
  const { options, records, files, documents } = call.practice;
  const received = await receiveFile(call, 'scan-predefined');
  if (received.kind === 'refusal') return received;
  const { sha256 } = received.file;
  const content = await files.read(sha256);
  // The file of a scan is not stored, unless a document has the same content.
  if (!documents.all().some((document) => document.sha256 === sha256)) files.remove(sha256);
  if (received.documentMimeType !== PDF_TYPE) {
    records.breach('file-type', `scan-predefined takes ${PDF_TYPE} only`);
    return refusal('unsupported-type', `Only ${PDF_TYPE} can be scanned`);
  }
  const { wishes, fields, observers } = await call.practice.paper.readPredefined(content);
  return json(options.scanStatus, {
    ...wishes,
    signatureMode: wishes.signatureMode ?? 'timestamp',
    jurisdiction: wishes.jurisdiction ?? 'zertes',
    authorityService: options.unknownEnums ? 'xid' : (wishes.authorityService ?? 'ras'),
    signatureFields: fields.map((field) => ({
      ...field,
      ...(options.unknownEnums ? { signatureType: 'initials' } : {}),
      ...(options.extraFields ? { practiceExtra: true } : {}),
    })),
    observers,
  });
}
