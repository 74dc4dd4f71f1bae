import { type FoundInMail, lastOfName, mostMailsInside, mostParts } from './mail-part.ts';
import { type Field, parameterOf, readField, textOfBytes } from './mail-text.ts';
import type { Work } from './mail-work.ts';
import { decodeBody, isIdentity } from './transfer-encoding.ts';

/** Groups of parts inside of each other. Real mails have four or five. */
const mostLevels = 30;
const longestField = 16 * 1024;
const longestBoundary = 200;
const newLine = 0x0a;

/** Fields that each mail has some of. A text without them is no mail. */
const fieldsOfMail: ReadonlySet<string> = new Set([
  ...(['from', 'to', 'date', 'subject', 'received', 'message-id', 'return-path', 'mime-version'] as const),
  ...(['content-type', 'delivered-to', 'reply-to', 'dkim-signature'] as const),
]);
const wantedFields: ReadonlySet<string> = new Set(['content-type', 'content-disposition', 'content-transfer-encoding']);

interface Level {
  readonly boundary: string;
  /** The number of mails around this group of parts. */
  readonly mails: number;
}

interface Boundary {
  readonly level: number;
  readonly isLast: boolean;
  /** The start of its line, and of the next one. */
  readonly from: number;
  readonly to: number;
}

interface Reading {
  readonly mail: Buffer;
  readonly work: Work;
  readonly levels: Level[];
}

/** Returns the place after the line that begins at `at`. */
function endOfLine(mail: Buffer, at: number): number {
  const end = mail.indexOf(newLine, at);
  return end < 0 ? mail.length : end + 1;
}

/** Tells which group of parts the line at this place separates. A closed one and all inside of it have ended. */
function boundaryAt({ mail, work, levels }: Reading, from: number): Boundary | null {
  if (mail[from] !== 0x2d || mail[from + 1] !== 0x2d) return null;
  const to = endOfLine(mail, from);
  const text = mail
    .subarray(from + 2, Math.min(to, from + longestBoundary + 8))
    .toString('latin1')
    .trimEnd();
  work.spend(to - from + levels.length);
  for (let level = levels.length - 1; level >= 0; level -= 1) {
    const boundary = levels[level]?.boundary ?? '';
    if (text === boundary) return { level, isLast: false, from, to };
    if (text === `${boundary}--`) return { level, isLast: true, from, to };
  }
  return null;
}

/** Finds the next line that separates parts, from the start of a line on. */
function nextBoundary(reading: Reading, from: number): Boundary | null {
  const { mail, work, levels } = reading;
  if (levels.length === 0) return null;
  for (let at = from; at < mail.length; ) {
    const boundary = boundaryAt(reading, at);
    if (boundary !== null) return boundary;
    const line = mail.indexOf('\n--', at);
    work.spend((line < 0 ? mail.length : line + 1) - at);
    if (line < 0) return null;
    at = line + 1;
  }
  return null;
}

interface Head {
  readonly type: Field;
  readonly disposition: Field;
  readonly encoding: string;
  readonly isOfMail: boolean;
  readonly end: number;
}

/** Collects the lines of the fields that we need, each up to a length. */
function createFields() {
  const fields = new Map<string, { readonly lines: Buffer[]; length: number }>();
  let current: { readonly lines: Buffer[]; length: number } | null = null;
  function add(line: Buffer): void {
    // What is longer is no field of a mail program, and counts up to there.
    if (current !== null && current.length + line.length > longestField) current = null;
    if (current === null) return;
    current.lines.push(line);
    current.length += line.length;
  }
  return {
    /** Begins a field. Of two with one name, the first counts. */
    begin(name: string, line: Buffer): void {
      current = null;
      if (!wantedFields.has(name) || fields.has(name)) return;
      current = { lines: [], length: 0 };
      fields.set(name, current);
      add(line);
    },
    add,
    of: (name: string): Field =>
      readField(textOfBytes(Buffer.concat(fields.get(name)?.lines ?? [])).replace(/[\r\n]/g, '')),
  };
}

/** Reads the fields before a body. They end at an empty line, or where the next part begins. */
function readHead(reading: Reading, start: number): Head {
  const { mail, work } = reading;
  const fields = createFields();
  let isOfMail = false;
  let at = start;
  while (at < mail.length) {
    if (boundaryAt(reading, at) !== null) break;
    const next = endOfLine(mail, at);
    work.spend(next - at);
    const line = mail.subarray(at, next);
    at = next;
    if (line[0] === newLine || (line[0] === 0x0d && line[1] === newLine)) break;
    if (line[0] === 0x20 || line[0] === 0x09) {
      fields.add(line);
      continue;
    }
    const colon = line.subarray(0, 80).indexOf(0x3a);
    const name = line.subarray(0, Math.max(colon, 0)).toString('latin1').trimEnd().toLowerCase();
    isOfMail ||= fieldsOfMail.has(name);
    fields.begin(name, line.subarray(colon + 1));
  }
  const encoding = fields.of('content-transfer-encoding').value;
  return {
    type: fields.of('content-type'),
    disposition: fields.of('content-disposition'),
    encoding,
    isOfMail,
    end: at,
  };
}

/** Skips what some programs write before a mail: a mark, empty lines, and the first line of a mailbox. */
function startOfMail(mail: Buffer, from: number): number {
  let at = mail[from] === 0xef && mail[from + 1] === 0xbb && mail[from + 2] === 0xbf ? from + 3 : from;
  while (mail[at] === 0x0d || mail[at] === newLine) at += 1;
  const first = mail.subarray(at, at + 6).toString('latin1');
  return first.startsWith('From ') || first === '>From ' ? endOfLine(mail, at) : at;
}

const isMailType = (type: string): boolean => type === 'message/rfc822' || type === 'message/global';

/**
 * Tells whether a part hides others: what is encrypted, the container that only Outlook opens, a link in place of a file,
 * and a piece of a mail.
 */
const isClosed = (type: string): boolean =>
  /^(?:application\/(?:x-)?pkcs7-mime|application\/ms-tnef|application\/pgp-encrypted|message\/(?:external-body|partial))$/.test(
    type,
  );

const nameOf = ({ disposition, type }: Head): string =>
  lastOfName(parameterOf(disposition, 'filename') ?? parameterOf(type, 'name') ?? '');

/**
 * Finds the parts of a mail in one way through its bytes, however its groups are nested. Null: the text is no mail.
 * `mails`: the number of mails around this one.
 */
export function readMimeMail(mail: Buffer, mails: number, work: Work): Generator<FoundInMail> | null {
  const reading: Reading = { mail, work, levels: [] };
  const start = startOfMail(mail, 0);
  return readHead(reading, start).isOfMail ? readParts(reading, start, mails) : null;
}

function* readParts(reading: Reading, start: number, mailsAround: number): Generator<FoundInMail> {
  const { mail, work, levels } = reading;
  let mails = mailsAround;
  let at = start;
  for (let part = 0; part < mostParts; part += 1) {
    const head = readHead(reading, at);
    const { type, encoding, end } = head;
    const boundary = (type.parameters.get('boundary') ?? '').trimEnd();
    const isGroup = type.value.startsWith('multipart/');
    if (isMailType(type.value) && isIdentity(encoding) && mails < mostMailsInside) {
      mails += 1;
      at = startOfMail(mail, end);
      continue;
    }
    const isOpened = isGroup && boundary !== '' && boundary.length <= longestBoundary && levels.length < mostLevels;
    if (isOpened) levels.push({ boundary, mails });
    else if (isGroup || isClosed(type.value)) yield 'unread';
    let next = nextBoundary(reading, end);
    const bodyEnd = next?.from ?? mail.length;
    if (!isOpened && !isGroup && !isClosed(type.value)) {
      const body = mail.subarray(end, Math.max(end, withoutLineEnd(mail, bodyEnd)));
      yield { name: nameOf(head), type: type.value, mails, open: () => decodeBody(encoding, body, work) };
    }
    while (next !== null) {
      levels.length = next.isLast ? next.level : next.level + 1;
      if (!next.isLast) break;
      next = nextBoundary(reading, next.to);
    }
    if (next === null) {
      // The mail ends before its last group does: something may be missing.
      if (levels.length > 0) yield 'unread';
      return;
    }
    mails = levels[next.level]?.mails ?? mails;
    at = next.to;
  }
  yield 'unread';
}

/** The line end before a boundary belongs to the boundary. */
function withoutLineEnd(mail: Buffer, end: number): number {
  if (end === mail.length || mail[end - 1] !== newLine) return end;
  return mail[end - 2] === 0x0d ? end - 2 : end - 1;
}
