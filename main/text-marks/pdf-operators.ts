import { PdfDamage } from '../pdf/pdf-damage.ts';
import type { PdfValue } from '../pdf/pdf-value.ts';
import { readValue } from '../pdf/value-reader.ts';
import { endOfWord, isBlank, isDigit, skipBlanks } from '../pdf/words.ts';

/** Operators of a page have six operands at most. Those of a font's table have some hundred. */
const mostOperands = 20_000;
const values: ReadonlySet<number> = new Set(Buffer.from('/(<['));

interface NumberFound {
  readonly value: number;
  readonly end: number;
}

/** Reads a number, of which drawings are made: without a text of it, because a page can have a million. */
function readNumber(bytes: Buffer, from: number): NumberFound | null {
  let at = from;
  const sign = bytes[at] === 0x2d ? -1 : 1;
  if (sign < 0 || bytes[at] === 0x2b) at += 1;
  const begin = at;
  let value = 0;
  for (let byte = bytes[at]; isDigit(byte); byte = bytes[at]) {
    value = value * 10 + (byte - 0x30);
    at += 1;
  }
  let digits = at - begin;
  if (bytes[at] === 0x2e) {
    at += 1;
    let unit = 0.1;
    for (let byte = bytes[at]; isDigit(byte); byte = bytes[at]) {
      value += unit * (byte - 0x30);
      unit /= 10;
      digits += 1;
      at += 1;
    }
  }
  return digits === 0 ? null : { value: sign * value, end: at };
}

/** Finds the end of an image whose bytes stand between the operators. */
function endOfImage(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('EI', from); at >= 0; at = bytes.indexOf('EI', at + 2))
    if (isBlank(bytes[at - 1]) && (at + 2 === bytes.length || isBlank(bytes[at + 2]))) return at + 2;
  throw new PdfDamage('An image does not end.');
}

/** Calls `run` with each operator of a page, or of the table of a font. Throws PdfDamage for what is neither. */
export function readOperators(bytes: Buffer, run: (name: string, operands: readonly PdfValue[]) => void): void {
  let operands: PdfValue[] = [];
  for (let at = skipBlanks(bytes, 0); at < bytes.length; at = skipBlanks(bytes, at)) {
    if (operands.length > mostOperands) throw new PdfDamage('An operator has too many operands.');
    const number = readNumber(bytes, at);
    if (number !== null) {
      operands.push(number.value);
      at = number.end;
      continue;
    }
    if (values.has(bytes[at] ?? 0)) {
      const found = readValue(bytes, at);
      operands.push(found.value);
      at = found.end;
      continue;
    }
    const end = endOfWord(bytes, at);
    if (end === at) throw new PdfDamage('There is a bracket where an operator should be.');
    const word = bytes.toString('latin1', at, Math.min(end, at + 32));
    at = word === 'BI' ? endOfImage(bytes, end) : end;
    if (word === 'true' || word === 'false' || word === 'null') operands.push(null);
    else {
      run(word, operands);
      operands = [];
    }
  }
}
