import type { SystemNotification } from '../platform/notifier.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Windows refuses a toast with a character that XML does not have. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A notification of Windows that opens an address by itself, also days after the app that showed it has ended. */
export const toastXml = ({ title, body }: Pick<SystemNotification, 'title' | 'body'>, address: string): string =>
  `<toast activationType="protocol" launch="${escapeXml(address)}"><visual><binding template="ToastGeneric">` +
  `<text>${escapeXml(title)}</text><text>${escapeXml(body)}</text></binding></visual></toast>`;
