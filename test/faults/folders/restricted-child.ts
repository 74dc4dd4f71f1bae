/** Runs where the system allows little: watches a folder, waits until all of it was judged, and tells what it saw. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { pdfOf } from '../../../main/intake/testing/sample-files.ts';
import { realFolder } from './real-folder.ts';

const pdf = (what: string) => pdfOf(`% ${what}`);
const contents = {
  'Allowed.pdf': pdf('allowed'),
  'a/b/Deep.pdf': pdf('deep'),
  'Forbidden.pdf': pdf('forbidden'),
  'Claimed.pdf': pdf('claimed'),
};

await using folder = await realFolder(({ path, sha256 }) => {
  for (const name of ['a/b', 'c', 'd', 'Locked', '.countersign/claims']) mkdirSync(path(name), { recursive: true });
  for (const [name, content] of Object.entries(contents)) writeFileSync(path(name), content);
  writeFileSync(path('Locked/Inside.pdf'), pdf('inside'));
  const claim = path(`.countersign/claims/${sha256('Claimed.pdf')}.claim`);
  writeFileSync(claim, '');
  for (const refused of [path('Forbidden.pdf'), claim]) chmodSync(refused, 0);
  chmodSync(path('Locked'), 0);
});
// oxlint-disable-next-line no-await-in-loop -- they come in any order
for (const line of [
  'Allowed.pdf: under-way',
  'a/b/Deep.pdf: under-way',
  'Forbidden.pdf: unreadable',
  'Claimed.pdf: claimed',
])
  await folder.has(line);
const seen = {
  how: folder.view()?.how,
  status: folder.view()?.status,
  unread: folder.view()?.unread,
  shown: folder.shown(),
  taken: Object.values(contents).map(folder.taken),
  faults: folder.world.faults.map((fault) => (fault instanceof Error && 'code' in fault ? fault.code : String(fault))),
};
// The folder can be deleted again.
chmodSync(folder.path('Locked'), 0o700);
process.stdout.write(`${JSON.stringify(seen)}\n`);
