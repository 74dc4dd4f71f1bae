import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Notification, record } from '../../test/security/recording-electron.ts';
import { parseCommandLine } from '../platform/command-line.ts';
import { createNotifier } from './notifier.ts';

const address = 'countersign://open?document=d1';
const signed = { title: 'Signed: Lease.pdf', body: 'Saved.', address };

let did: string[];
beforeEach(() => {
  did = [];
  record.notifications.length = 0;
  record.activations.length = 0;
});

function notifierOn(platform: NodeJS.Platform, packaged = true) {
  return createNotifier({
    window: () => null,
    bringUp: () => void did.push('window'),
    platform,
    packaged,
    onFault: (error) => void did.push(String(error)),
  });
}
const click = () => void did.push('row');
const last = () => record.notifications.at(-1);

test.each(['linux', 'darwin', 'win32'] as const)('a click on %s brings the window up, then the row', (platform) => {
  notifierOn(platform).show(signed, click);
  last()?.emit('click');
  expect(did).toEqual(['window', 'row']);
});

test('a notification that the system refuses late is told to the log, and its click is over', () => {
  notifierOn('darwin').show(signed, click);
  last()?.emit('failed', {}, 'not signed');
  expect(did).toEqual(['Error: not signed']);
  expect(record.notifications).toHaveLength(1);
});

test('one that cannot even be made is told to the log', () => {
  vi.spyOn(Notification.prototype, 'show').mockImplementationOnce(() => {
    throw new Error('not now');
  });
  notifierOn('linux').show(signed, click);
  expect(did).toEqual(['Error: not now']);
});

test('a system without notifications is left alone', () => {
  vi.spyOn(Notification, 'isSupported').mockReturnValueOnce(false);
  notifierOn('linux').show(signed, click);
  expect([did, record.notifications]).toEqual([[], []]);
});

test.each([
  ['linux', 3],
  ['darwin', 3],
  // The taskbar button has one place, and the picture of what needs a person is there.
  ['win32', 0],
] as const)('the number on the icon on %s', (platform, shown) => {
  record.badge = 0;
  notifierOn(platform).setBadge(3);
  expect(record.badge).toBe(shown);
});

describe('on Windows', () => {
  const xml = () => String(Reflect.get(Object(last()?.options), 'toastXml'));

  test('a notification leads to its row by itself, also when this run has ended', () => {
    notifierOn('win32').show(signed, click);
    expect(xml()).toContain(`activationType="protocol" launch="${address}"`);
    expect(xml()).toContain('<text>Signed: Lease.pdf</text><text>Saved.</text>');
  });

  test.each([
    `</text><actions><action content="x" arguments="https://evil.example"/></actions>.pdf`,
    'a & b "c" \'d\' ]]> \u0000\u0008\uFFFF\uD800.pdf',
  ])('a hostile name stays a text: %j', (name) => {
    notifierOn('win32').show({ title: name, body: name, address: `${address}&x="<>` }, click);
    expect(xml()).not.toMatch(/<action|\p{Cc}|\uFFFF|\p{Cs}/u);
    expect(xml().match(/<[a-z]+/g)).toEqual(['<toast', '<visual', '<binding', '<text', '<text']);
    expect(xml().match(/"/g)).toHaveLength(6);
    expect(xml()).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/);
  });

  test('one that is refused comes again in the plain form, and then no more', () => {
    notifierOn('win32').show(signed, click);
    last()?.emit('failed', {}, 'bad xml');
    expect(record.notifications.map(({ options }) => options)).toEqual([
      expect.objectContaining({ toastXml: expect.any(String) }),
      { title: signed.title, body: signed.body },
    ]);
    last()?.emit('failed', {}, 'turned off');
    expect([record.notifications.length, did]).toEqual([2, ['Error: bad xml', 'Error: turned off']]);
  });

  test('several documents, and an app that is not installed, have the plain form', () => {
    notifierOn('win32').show({ ...signed, address: null }, click);
    notifierOn('win32', false).show(signed, click);
    for (const { options } of record.notifications) expect(options).toEqual({ title: signed.title, body: signed.body });
  });

  test('a click on a notification of an earlier run, which no object of this one hears, brings the window up', () => {
    notifierOn('win32');
    for (const activate of record.activations) activate();
    expect(did).toEqual(['window']);
    notifierOn('linux');
    notifierOn('win32', false);
    expect(record.activations).toHaveLength(1);
  });

  test('Windows starts the app with the address of a notification, and it is understood', () => {
    const asked = parseCommandLine([address], 'C:\\');
    expect([asked.document, asked.documents, asked.unknown]).toEqual(['d1', [], []]);
  });
});
