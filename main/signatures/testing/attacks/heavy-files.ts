import { deflateSync } from 'node:zlib';
import { signPdf } from '../sign-pdf.ts';
import type { TestPeople } from '../test-certificates.ts';
import { append, catalog, latin1, makePdf, replaced, streamOf, type TestPdf } from '../test-pdf.ts';
import type { Attack } from './attack.ts';

const many = 25;

/** A file with so many objects that walking all of them takes long. */
function manyObjects(people: TestPeople, count: number): Buffer {
  const made = makePdf();
  const leaves = Object.fromEntries(
    Array.from({ length: count }, (_none, at) => [100 + at, `<< /Next ${101 + at} 0 R >>`]),
  );
  const all = append(made, {
    ...leaves,
    [catalog]: replaced(made, catalog, '/Type /Catalog', '/Type /Catalog /Names 100 0 R'),
  });
  return signPdf(signPdf(all, { signer: people.anna }), { signer: people.beat }).bytes;
}

/** Files that are much work to read. */
export const heavy: readonly Attack[] = [
  {
    name: 'the sections lead in a circle',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      return append(signed, {}, { trailer: `/Size 9 /Root ${catalog} 0 R /Prev ${signed.bytes.length}` }).bytes;
    },
    state: 'unreadable',
  },
  {
    name: 'a value is nested deeply',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      return append(signed, { [catalog]: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }).bytes;
    },
    state: 'unreadable',
  },
  {
    name: 'an object stream unpacks to gigabytes',
    make() {
      const made = makePdf();
      const bomb = streamOf(deflateSync(Buffer.alloc(100_000_000)), '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode');
      const start = made.bytes.length + 0;
      const object = Buffer.concat([latin1('50 0 obj\n'), bomb, latin1('\nendobj\n')]);
      const at = start + object.length;
      const data = Buffer.alloc(3 * 6);
      [
        [1, start, 0],
        [2, 50, 0],
        [1, at, 0],
      ].forEach(([kind = 0, place = 0], index) => {
        data[index * 6] = kind;
        data.writeUInt32BE(place, index * 6 + 1);
      });
      const section = streamOf(
        data,
        `/Type /XRef /W [1 4 1] /Index [50 1 1 1 60 1] /Size 61 /Root ${catalog} 0 R /Prev ${made.start}`,
      );
      return Buffer.concat([
        made.bytes,
        object,
        latin1('60 0 obj\n'),
        section,
        latin1(`\nendobj\nstartxref\n${at}\n%%EOF\n`),
      ]);
    },
    state: 'unreadable',
  },
  {
    name: 'there are 25 signatures',
    make({ anna, beat }) {
      let pdf: TestPdf = makePdf();
      for (let at = 0; at < many; at += 1) pdf = signPdf(pdf, { signer: at % 2 === 0 ? anna : beat });
      return pdf.bytes;
    },
    state: 'intact',
  },
  { name: 'there are many objects in one long chain', make: (people) => manyObjects(people, 5_000), state: 'intact' },
];
