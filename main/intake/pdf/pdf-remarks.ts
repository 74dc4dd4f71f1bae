import { unlessDamaged } from '../../pdf/pdf-damage.ts';
import { isStream, type PdfDictionary, wholeNumber } from '../../pdf/pdf-value.ts';
import { plainValue } from '../../pdf/sections.ts';
import { unpack } from '../../pdf/unpack.ts';
import { findObject } from '../../pdf/value-reader.ts';
import { unhurried } from '../../time/slices.ts';
import { createWindow } from '../byte-window.ts';
import { readPdfMarks } from '../pdf-marks.ts';
import type { Remark } from '../refusal.ts';
import { createSignatureScan } from '../signature-scan.ts';
import type { Bytes } from '../zip-directory.ts';
import { createActionScan, mostObjectStreams, type ObjectStreamPlace } from './action-scan.ts';

const pieceBytes = 256 * 1024;
/** The dictionary of an object stream begins and ends this near to its type. */
const beforeType = 1_024;
const headBytes = 8 * 1_024;
/** One object stream, packed or unpacked. */
const mostInOne = 4 * 1024 * 1024;
/** All object streams together, packed and unpacked. */
const mostInAll = 32 * 1024 * 1024;

/**
 * Reads in a whole PDF whether it is signed, and what it can do when it is opened. `unchecked`: we could not read all
 * of it.
 */
export async function readPdfRemarks(bytes: Bytes): Promise<readonly Remark[]> {
  const signatures = createSignatureScan();
  const scan = createActionScan();
  for (let at = 0; at < bytes.size; at += pieceBytes) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other keeps the memory small
    const piece = await bytes.read(at, Math.min(pieceBytes, bytes.size - at));
    signatures.look(piece);
    scan.look(piece);
  }
  const { actions, objectStreams } = scan.end();
  const remarks = new Set<Remark>(actions);
  if (signatures.signed()) remarks.add('signed');
  // The object streams of an encrypted PDF are encrypted, too. Its own remark says so.
  const { encrypted } = await readPdfMarks(bytes);
  if (!encrypted) for (const remark of await readObjectStreams(bytes, objectStreams)) remarks.add(remark);
  return [...remarks];
}

async function readObjectStreams(bytes: Bytes, places: readonly ObjectStreamPlace[]): Promise<ReadonlySet<Remark>> {
  const remarks = new Set<Remark>();
  const seen = new Set<number>();
  const read = createWindow(bytes);
  let left = mostInAll;
  for await (const { at, isType } of unhurried(places.slice(0, mostObjectStreams))) {
    const found = await findStream({ size: bytes.size, read }, at);
    left -= headBytes + (found?.length ?? 0);
    if (left <= 0) return remarks.add('unchecked');
    if (found === null && isType) remarks.add('unchecked');
    if (found === null || seen.has(found.begin)) continue;
    seen.add(found.begin);
    const packed = await read(found.begin, found.length);
    const most = Math.min(mostInOne, left);
    const plain = unlessDamaged(() => unpack(packed, found.dictionary, plainValue, most));
    left -= plain?.length ?? mostInOne;
    if (plain === null) {
      remarks.add('unchecked');
      continue;
    }
    const scan = createActionScan();
    scan.look(plain);
    for (const action of scan.end().actions) remarks.add(action);
  }
  return places.length > mostObjectStreams ? remarks.add('unchecked') : remarks;
}

interface ObjectStream {
  readonly dictionary: PdfDictionary;
  readonly begin: number;
  readonly length: number;
}

const objectStart = /\d{1,10}\s{1,20}\d{1,5}\s{1,20}obj/g;

/**
 * Finds the object stream whose type is named at `place`. Null: there is none, for example because a text has this
 * word.
 */
async function findStream(bytes: Bytes, place: number): Promise<ObjectStream | null> {
  const from = Math.max(0, place - beforeType);
  const head = await bytes.read(from, headBytes);
  const start = [...head.toString('latin1', 0, place - from).matchAll(objectStart)].at(-1);
  const found = start === undefined ? null : (findObject(head, start.index)?.value ?? null);
  if (!isStream(found) || found.dictionary.get('/Type') !== '/ObjStm') return null;
  const begin = from + found.begin;
  const length = wholeNumber(found.dictionary.get('/Length')) ?? (await lengthOfStream(bytes, begin));
  return { dictionary: found.dictionary, begin, length: Math.min(length, mostInOne) };
}

/**
 * Finds the length by the word that ends a stream. The stated length may be in another object, which we do not look up.
 */
async function lengthOfStream(bytes: Bytes, begin: number): Promise<number> {
  for (let length = headBytes; ; length *= 2) {
    // oxlint-disable-next-line no-await-in-loop -- most streams are short
    const end = (await bytes.read(begin, length)).indexOf('endstream');
    if (end >= 0) return end;
    if (length >= mostInOne || begin + length >= bytes.size) return length;
  }
}
