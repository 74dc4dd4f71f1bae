import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { nothingPredefined } from '../../main/practice-service/paper.ts';
import { checkSignatures } from '../../main/signatures/check-signatures.ts';
import type { PracticeService } from './practice-service.ts';
import { readPredefined } from './predefined.ts';
import { running } from './running.ts';
import { samplePdf } from './sample-pdf.ts';
import { BOUNDARY, connectClient, filePart, multipart, type TestClient, TINY_PDF } from './test-client.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const schema = z.looseObject({ documentUrl: z.string(), documentMimeType: z.string() });
const details = async (client: TestClient, id: string) => (await client.call('GET', `/documents/${id}`)).json(schema);
const download = async (url: string) => {
  const response = await fetch(url);
  return { type: response.headers.get('content-type'), content: Buffer.from(await response.arrayBuffer()) };
};

const stateOf = async (service: PracticeService, id: string) => {
  const { state, signatures } = checkSignatures(Buffer.from(await service.documents.contentOf(id)));
  return [state, signatures.length];
};

test('a draft is returned byte for byte, a signed PDF with one signature per person', async () => {
  const service = await running();
  const client = await connectClient(service);
  const content = await samplePdf({ title: 'Lease', pages: 2 });
  const id = await client.started(['a@example.test', '王@example.test'], { content });
  expect((await download((await details(client, id)).documentUrl)).content).toEqual(Buffer.from(content));
  await service.people.sign(id, 'a@example.test');
  expect(await stateOf(service, id)).toEqual(['intact', 1]);
  await service.people.sign(id, '王@example.test');
  expect(await stateOf(service, id)).toEqual(['intact', 2]);
  const twice = await service.documents.contentOf(id);
  expect((await PDFDocument.load(twice)).getPageCount()).toBe(2);
  // Two downloads of a finished document are equal.
  expect(Buffer.from(await service.documents.contentOf(id))).toEqual(Buffer.from(twice));
});

test.each([Buffer.from('%PDF-1.7 broken'), TINY_PDF])(
  'a PDF that cannot be read is replaced by another',
  async (content) => {
    const service = await running();
    const client = await connectClient(service);
    const id = await client.started(['a@example.test'], { content });
    await service.people.sign(id, 'a@example.test');
    expect(await stateOf(service, id)).toEqual(['intact', 1]);
  },
);

test('an office file becomes a PDF after all have signed, or stays unchanged', async () => {
  const service = await running();
  const client = await connectClient(service);
  const content = Buffer.from('PK\u0003\u0004 not really');
  const id = await client.started(['a@example.test'], { content, type: DOCX, filename: 'a.docx' });
  expect((await details(client, id)).documentMimeType).toBe(DOCX);
  await service.people.sign(id, 'a@example.test');
  const { documentMimeType, documentUrl } = await details(client, id);
  const file = await download(documentUrl);
  expect([documentMimeType, file.type]).toEqual(['application/pdf', 'application/pdf']);
  expect(await stateOf(service, id)).toEqual(['intact', 1]);
  service.options.officeFiles = 'keep';
  const kept = await details(client, id);
  expect(kept.documentMimeType).toBe(DOCX);
  expect(await download(kept.documentUrl)).toEqual({ type: DOCX, content });
});

test('a scan finds predefined signatures, and an upload can use them', async () => {
  const service = await running();
  const client = await connectClient(service);
  const content = await samplePdf({
    title: 'Offer',
    pages: 2,
    fields: [
      { email: 'a@example.test', order: 0, x: 50.5, y: 100, width: 180, height: 40 },
      { email: 'b@example.test', order: 1, page: 1, x: 60, y: 200, width: 150, height: 30 },
      { email: 'c@example.test', observer: true, x: 0, y: 0, width: 1, height: 1 },
    ],
  });
  const scan = await client.call('POST', '/documents/file/scan-predefined', {
    body: new Uint8Array(multipart([filePart(content, 'o.pdf', 'application/pdf')])),
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  expect(JSON.parse(scan.text)).toEqual({
    signatureMode: 'timestamp',
    jurisdiction: 'zertes',
    authorityService: 'ras',
    attachments: false,
    signWithin: null,
    reminder: null,
    signatureFields: [
      {
        signFieldName: 'Signature1',
        signatureType: 'signature',
        sealKey: null,
        email: 'a@example.test',
        signOrder: 0,
        autographPosition: { pageNumber: 1, x: 50.5, y: 100, width: 180, height: 40 },
      },
      {
        signFieldName: 'Signature2',
        signatureType: 'signature',
        sealKey: null,
        email: 'b@example.test',
        signOrder: 1,
        autographPosition: { pageNumber: 2, x: 60, y: 200, width: 150, height: 30 },
      },
    ],
    observers: [{ email: 'c@example.test' }],
  });
  expect(service.documents.all()).toEqual([]);
  expect(service.records.breaches).toEqual([]);
  const id = await client.draft({ content, data: { initiatorAliasName: 'A', scanPredefined: true } });
  expect(service.records.signeesOf(id).map(({ email, signOrder }) => [email, signOrder])).toEqual([
    ['a@example.test', 0],
    ['b@example.test', 1],
  ]);
  const unasked = await client.draft({ content });
  expect(service.records.signeesOf(unasked)).toEqual([]);
});

test('a file without a form has no predefined signatures', async () => {
  expect(await readPredefined(await samplePdf({ title: 'x' }))).toEqual(nothingPredefined);
  expect(await readPredefined(TINY_PDF)).toEqual(nothingPredefined);
  expect(await readPredefined(Buffer.from('no pdf'))).toEqual(nothingPredefined);
});

test('on wish it returns something else than the copy that everybody signed', async () => {
  const service = await running();
  const client = await connectClient(service);
  const content = await samplePdf({ title: 'Lease' });
  const id = await client.started(['a@example.test', 'b@example.test'], { content });
  await service.people.sign(id, 'a@example.test');
  service.options.badCopies = 'unsigned';
  // It says nothing of a document that somebody has still to sign.
  expect(await stateOf(service, id)).toEqual(['intact', 1]);
  await service.people.sign(id, 'b@example.test');
  expect((await download((await details(client, id)).documentUrl)).content).toEqual(Buffer.from(content));
  service.options.badCopies = 'changed-after';
  expect(await stateOf(service, id)).toEqual(['changed-after', 2]);
  service.options.badCopies = null;
  expect(await stateOf(service, id)).toEqual(['intact', 2]);
});
