import type { SystemNotification } from '../platform/notifier.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for XML, without characters that XML does not have: Windows refuses a toast with one. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Writes a notification of Windows that opens an address itself, also days after the app has ended. */
export const toastXml = ({ title, body }: Pick<SystemNotification, 'title' | 'body'>, address: string): string =>
  `<toast activationType="protocol" launch="${escapeXml(address)}"><visual><binding template="ToastGeneric">` +
  `<text>${escapeXml(title)}</text><text>${escapeXml(body)}</text></binding></visual></toast>`;
