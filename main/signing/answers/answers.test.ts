import { describe, expect, test } from 'vitest';
import { readDocument } from './document.ts';
import { readModes } from './modes.ts';
import { readOverview } from './overview.ts';
import { readScan } from './scan.ts';
import { readUser } from './user.ts';

const ID = '0c1e4cd1-4f2b-4f4e-9f43-111122223333';

describe('a document', () => {
  test('keeps unknown fields and unknown values', () => {
    const value = {
      documentId: ID,
      documentStatus: 'expired',
      signatureMode: 'sealed',
      observers: [{ mail: 'o@x.ch' }],
    };
    expect(readDocument(value)).toMatchObject({ documentStatus: 'expired', signatureMode: 'sealed', raw: value });
  });

  test('reads a field of another type as null and keeps it in raw', () => {
    const value = {
      documentId: ID,
      documentStatus: 'draft',
      documentName: 17,
      attachmentsAllowed: 'no',
      signees: 'a@x.ch',
    };
    const read = readDocument(value);
    expect(read).toMatchObject({ documentName: null, attachmentsAllowed: null, startTime: null, raw: value });
    expect(read?.signees).toEqual([{ email: 'a@x.ch' }]);
  });

  test.each([
    null,
    [],
    'text',
    {},
    { documentId: ID },
    { documentStatus: 'draft' },
    { documentId: ID, documentStatus: 3 },
    { documentId: '../overview', documentStatus: 'draft' },
    { documentId: '..', documentStatus: 'draft' },
    { documentId: 'a?b', documentStatus: 'draft' },
    { documentId: 'x'.repeat(101), documentStatus: 'draft' },
  ])('rejects %j', (value) => {
    expect(readDocument(value)).toBeNull();
  });
});

describe('an overview', () => {
  const entry = { documentId: ID, documentStatus: 'draft', policy: { canWithdraw: false, canDelete: true }, more: 1 };

  test('reads its entries', () => {
    const read = readOverview({ documents: [entry], size: 1 });
    expect(read).toMatchObject({ unreadable: 0, size: 1 });
    expect(read?.documents).toMatchObject([{ documentId: ID, policy: { canWithdraw: false, canDelete: true } }]);
  });

  test('counts unreadable entries', () => {
    const read = readOverview({ documents: [entry, null, { documentId: ID }, 'x'], size: 'many' });
    expect(read).toMatchObject({ unreadable: 2, size: null });
    expect(read?.documents.map(({ documentStatus }) => documentStatus)).toEqual([entry.documentStatus, '']);
  });

  test.each([null, [], {}, { documents: {} }])('rejects %j', (value) => {
    expect(readOverview(value)).toBeNull();
  });
});

test.each([ID.toUpperCase(), `{${ID}}`, `{${ID.toUpperCase()}}`])('the id %s is one id', (documentId) => {
  expect(readDocument({ documentId, documentStatus: 'draft' })?.documentId).toBe(ID);
  expect(readOverview({ documents: [{ documentId }] })?.documents[0]?.documentId).toBe(ID);
});

test.each(['ABC-1', 'Doc_7'])('the id %s is no GUID and stays as it is', (documentId) => {
  expect(readDocument({ documentId, documentStatus: 'draft' })?.documentId).toBe(documentId);
});

describe('available modes', () => {
  test('treat a missing authority or mode as not available', () => {
    const value = { timestamp: {}, advanced: { zertes: ['ras', 'xid', 3], eidas: ['did'] }, sealed: {} };
    expect(readModes(value)).toEqual({
      timestamp: true,
      advanced: { zertes: ['ras', 'xid'], eidas: ['did'] },
      qualified: { zertes: [], eidas: [] },
    });
    expect(readModes({ advanced: null })?.timestamp).toBe(false);
  });

  test.each([null, [], {}, { error: 'x' }])('rejects %j', (value) => {
    expect(readModes(value)).toBeNull();
  });
});

describe('a scan', () => {
  test('reads its fields, also odd ones', () => {
    const position = { pageNumber: 1, x: 0.5, y: 2, width: 100.25, height: 40 };
    const field = { signFieldName: 'S1', email: 'a@x.ch', signOrder: 0, autographPosition: position };
    const read = readScan({
      signatureMode: 'qualified',
      signatureFields: [field, { ...field, autographPosition: 'here' }, 7],
    });
    expect(read?.signatureFields.map(({ autographPosition }) => autographPosition)).toEqual([position, null, null]);
    expect(read?.signatureFields.map(({ email }) => email)).toEqual(['a@x.ch', 'a@x.ch', null]);
    expect(read).toMatchObject({ signatureMode: 'qualified', observers: [] });
  });

  test.each([null, {}, { signatureFields: {} }])('rejects %j', (value) => {
    expect(readScan(value)).toBeNull();
  });
});

test('a user is read', () => {
  expect(readUser({ id: 'u1', email: 'a@x.ch', groups: [1] })).toMatchObject({ id: 'u1', firstname: null });
  expect(readUser({})).toBeNull();
  expect(readUser([])).toBeNull();
});
