import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signedBefore } from '../commands/signed-before.ts';
import { directReader } from '../intake/document-reader.ts';
import { directSignatureReader } from '../signatures/testing/direct-signature-reader.ts';
import { signPdf } from '../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../signatures/testing/test-certificates.ts';
import { makePdf } from '../signatures/testing/test-pdf.ts';
import { createTexts } from '../words/texts.ts';
import { readRemarks } from './read-document.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

const reader = { ...directReader, ...directSignatureReader };

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const putSigned = () =>
  writeFileSync(world.path('Signed.pdf'), signPdf(makePdf(), { signer: makeTestPeople().anna }).bytes);

function hasRemarks(app: Awaited<ReturnType<FolderWorld['begin']>>, id: string) {
  return app.folders.files(id, 'all').files.map((file) => [file.key, file.verdict, file.hasRemarks]);
}

test('a folder tells what a person should know of a document before it is sent, and who signed it already', async () => {
  world.put('Contract.pdf');
  putSigned();
  const app = await world.begin();
  const preview = await app.folders.preview(world.root);
  if (!preview.ok) throw new Error('The folder was refused.');
  await app.pass(A_WHILE);
  expect(hasRemarks(app, preview.id)).toEqual([
    ['Contract.pdf', 'would-hold', false],
    ['Signed.pdf', 'would-hold', true],
  ]);
  const file = app.folders.fileOf(preview.id, 'Signed.pdf');
  if (file === null) throw new Error('The folder does not know the file.');
  const read = await readRemarks(file.root, file, reader);
  if ('refusal' in read) throw new Error(read.refusal.kind);
  expect(read.found.remarks).toEqual(['signed']);
  const said = [...signedBefore(read.found.report, { t: createTexts().in('en'), locale: 'en' })];
  expect(said[0]).toContain('Anna Muster');
  // Another file by now: what was judged is not what would be read.
  world.put('Signed.pdf');
  expect(await readRemarks(file.root, file, reader)).toEqual({ refusal: { kind: 'changed' } });
  expect(app.folders.fileOf(preview.id, 'Other.pdf')).toBeNull();
  expect(app.folders.fileOf('other', 'Signed.pdf')).toBeNull();
  await app.end();
});

test('a document says nothing of its content any more when it was sent', async () => {
  putSigned();
  const app = await world.begin();
  const id = await app.add({ originals: 'keep' });
  await app.pass(A_WHILE);
  expect(hasRemarks(app, id)).toEqual([['Signed.pdf', 'under-way', true]]);
  app.endsAs('started');
  await app.pass(A_WHILE);
  expect(hasRemarks(app, id)).toEqual([['Signed.pdf', 'sent', false]]);
  await app.end();
});
