import type { SignatureFault } from '../../../../preload/contract/signature-report.ts';
import { signPdf } from '../sign-pdf.ts';
import { append, contents, latin1, makePdf, overwritten, replaced, streamOf } from '../test-pdf.ts';
import { type Attack, copyOfValue } from './attack.ts';

type Range = readonly [number, number, number, number];

const withRange = (name: string, range: (right: Range) => string, fault: SignatureFault = 'byte-range'): Attack => ({
  name: `the range is ${name}`,
  make: ({ anna }) => signPdf(makePdf(), { signer: anna, range }).bytes,
  state: 'broken',
  fault,
});

/** Ranges that a signature cannot have. */
export const ranges: readonly Attack[] = [
  {
    name: 'the range is missing',
    make: ({ anna }) => overwritten(signPdf(makePdf(), { signer: anna }).bytes, '/ByteRange', '/ByteRanks'),
    state: 'broken',
  },
  withRange('null', () => 'null'),
  withRange('all zeros', () => '[0 0 0 0]'),
  withRange('negative', ([, a, b, c]) => `[0 ${a} ${b} -${c}]`),
  withRange('two numbers', ([, a]) => `[0 ${a}]`),
  withRange('six numbers', ([, a, b, c]) => `[0 ${a} ${b} ${c} 0 0]`),
  withRange('a fraction', ([, a, b, c]) => `[0 ${a}.5 ${b} ${c}]`),
  withRange('longer than the file', ([, a, b, c]) => `[0 ${a} ${b} ${c + 1}]`),
  withRange('not from the start', ([, a, b, c]) => `[1 ${a} ${b} ${c}]`),
  withRange('two parts that overlap', ([, a, b, c]) => `[0 ${a} ${a - 9} ${b + c - a + 9}]`),
  withRange('short at its end', ([, a, b, c]) => `[0 ${a} ${b} ${c - 40}]`, 'revision'),
  withRange('short before the contents', ([, a, b, c]) => `[0 ${a - 30} ${b} ${c}]`),
  withRange('short after the contents', ([, a, b, c]) => `[0 ${a} ${b + 5} ${c - 5}]`),
];

const room = '0'.repeat(16_000);

const otherContents = (name: string, change: (bytes: Buffer) => Buffer): Attack => ({
  name: `the contents are ${name}`,
  make: ({ anna }) => change(signPdf(makePdf(), { signer: anna }).bytes),
  state: 'broken',
});

/** Signatures with something else in the gap of their contents. */
export const inContents: readonly Attack[] = [
  otherContents('missing', (bytes) => overwritten(bytes, '/Contents <3', '/Contempt <3')),
  {
    name: 'the contents are zeros',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, contain: () => Buffer.alloc(0) }).bytes,
    state: 'broken',
  },
  {
    name: 'the contents are garbage',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, contain: () => Buffer.from('garbage') }).bytes,
    state: 'broken',
  },
  {
    name: 'the contents stand in another object',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const text = copyOfValue(signed)
        .toString('latin1')
        .replace(/\/Contents <[^>]*>/, `/Contents ${signed.next} 0 R`);
      return append(signed, { [signed.value]: text, [signed.next]: `<${room}>` }).bytes;
    },
    state: 'broken',
  },
  {
    name: 'the contents stand outside of the gap',
    make: ({ anna }) =>
      signPdf(makePdf(), {
        signer: anna,
        entries: '/Filler (x)',
        range: ([, a, b, c]) => `[0 ${a + 2} ${b + 2} ${c - 2}]`,
      }).bytes,
    state: 'broken',
  },
  {
    name: 'there is text in the gap',
    make: ({ anna }) =>
      signPdf(makePdf(), {
        signer: anna,
        gap: '/Reason (other)',
        range: ([, a, b, c]) => `[0 ${a} ${b + 15} ${c - 15}]`,
      }).bytes,
    // Two reasons in one dictionary are refused by themselves.
    state: 'unreadable',
  },
  {
    name: 'the object ends in the gap',
    make: ({ anna }) =>
      signPdf(makePdf(), {
        signer: anna,
        gap: '>>endobj 9 0 obj<<',
        range: ([, a, b, c]) => `[0 ${a} ${b + 18} ${c - 18}]`,
      }).bytes,
    state: 'broken',
  },
];

/** Signatures whose parts are used for something else. */
export const wrapping: readonly Attack[] = [
  {
    name: 'the second part was moved and something else put before it',
    make({ anna }) {
      const { bytes, value } = signPdf(makePdf(), { signer: anna });
      const at = bytes.lastIndexOf('/Contents <') + 10;
      const end = bytes.indexOf('>', at) + 1;
      const rest = bytes.subarray(end);
      const evil = latin1(`>>\nendobj\n${contents} 0 obj\n${streamOf('evil').toString('latin1')}\nendobj\n`);
      const moved = Buffer.concat([bytes.subarray(0, end), evil, rest]);
      const range = `[0 ${at} ${end + evil.length} ${rest.length}]`;
      const start = moved.indexOf('/ByteRange', moved.indexOf(`${value} 0 obj`)) + 11;
      const before = moved.toString('latin1', start, moved.indexOf(']', start) + 1);
      return overwritten(moved, before, range.padEnd(before.length), true);
    },
    state: 'unreadable',
  },
  {
    name: 'a second dictionary has the same range',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const copy = copyOfValue(signed);
      const field = replaced(signed, signed.field, `/V ${signed.value} 0 R`, `/V ${signed.next} 0 R`);
      return append(signed, { [signed.field]: field, [signed.next]: copy }).bytes;
    },
    state: 'broken',
  },
];
