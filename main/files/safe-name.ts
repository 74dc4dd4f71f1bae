/** The longest stem that fits a path on Windows, where a folder before it may take 200 characters. */
const LONGEST_STEM_BYTES = 120;

/** Names that Windows keeps for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:$|[. ])/i;

export const apartFromDevices = (name: string): string => (reserved.test(name) ? `_${name}` : name);

/**
 * Makes a name that every system accepts: nothing in it leads to another folder, hides, or turns the direction of
 * reading. `reservedBytes` stay free for what follows the name.
 */
export function safeStem(text: string, otherwise = 'document', reservedBytes = 0): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/\s+/g, ' ');
  const bytes = Buffer.from(plain.trim());
  // A character that was cut in two is left out.
  const short = bytes
    .subarray(0, LONGEST_STEM_BYTES - reservedBytes)
    .toString()
    .replace(/\ufffd+$/, '');
  // Windows drops dots and spaces at the end, and a dot at the beginning hides the file elsewhere.
  const trimmed = short.replace(/^[. ]+|[. ]+$/g, '');
  return trimmed === '' ? otherwise : apartFromDevices(trimmed);
}
