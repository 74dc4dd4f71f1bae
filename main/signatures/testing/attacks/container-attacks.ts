import { signPdf, stampPdf } from '../sign-pdf.ts';
import type { TestPeople } from '../test-certificates.ts';
import { makeContainer } from '../test-containers.ts';
import { latin1, makePdf, overwritten } from '../test-pdf.ts';
import type { Attack } from './attack.ts';

const flipped = (part: string, by: string) => (people: TestPeople) =>
  overwritten(signPdf(makePdf(), { signer: people.anna }).bytes, part, by);

/** Containers that do not prove who signed what. */
export const containers: readonly Attack[] = [
  {
    name: 'the signature comes from another document',
    make: ({ anna }) =>
      signPdf(makePdf(), {
        signer: anna,
        contain: (covered) => makeContainer(Buffer.concat([covered, latin1(' ')]), anna),
      }).bytes,
    state: 'broken',
  },
  { name: 'a byte of the page is another', make: flipped('owe 100', 'owe 900'), state: 'broken' },
  { name: 'a letter of the reason is another', make: flipped('(practice)', '(practise)'), state: 'broken' },
  {
    name: 'there are two signers',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, signers: 2 }).bytes,
    state: 'broken',
  },
  {
    name: 'the container has a content of its own',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, content: latin1('other') }).bytes,
    state: 'broken',
  },
  {
    name: 'the hash is another',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, spoil: 'digest' }).bytes,
    state: 'broken',
  },
  {
    name: 'the signature value is another',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, spoil: 'signature' }).bytes,
    state: 'broken',
  },
  {
    name: 'the signer names another certificate',
    make: ({ anna, beat }) => signPdf(makePdf(), { signer: anna, named: beat }).bytes,
    state: 'broken',
  },
  {
    name: 'the certificate is missing',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, withoutCertificates: true }).bytes,
    state: 'broken',
  },
  {
    name: 'the attributes name no kind of content',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, withoutContentType: true }).bytes,
    state: 'broken',
  },
  {
    name: 'the kind of signature is unknown',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, format: 'Other.kind' }).bytes,
    state: 'cannot-check',
  },
  {
    name: 'the time stamp over the document is of another one',
    make: ({ timeStamps }) => overwritten(stampPdf(makePdf(), timeStamps, new Date()).bytes, 'owe 100', 'owe 900'),
    state: 'broken',
  },
];
