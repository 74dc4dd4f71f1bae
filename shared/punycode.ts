/** The parameters of RFC 3492. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;

/** The longest label of a host name. */
const LONGEST = 63;

function digitOf(character: string): number {
  const at = '0123456789abcdefghijklmnopqrstuvwxyz'.indexOf(character.toLowerCase());
  if (at < 0 || character === '') return -1;
  return at < 10 ? at + 26 : at - 10;
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? DAMP : 2));
  left += Math.floor(left / count);
  let k = 0;
  for (; left > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) left = Math.floor(left / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW));
}

/** Decodes a label of a host name that begins with `xn--`. Null: it is damaged. */
export function decodePunycode(label: string): string | null {
  const text = label.slice(4);
  if (!/^xn--/i.test(label) || label.length > LONGEST) return null;
  const end = text.lastIndexOf('-');
  const output = Array.from(text.slice(0, Math.max(0, end)), (one) => one.codePointAt(0) ?? 0);
  let code = 128;
  let at = 0;
  let bias = 72;
  for (let next = end > 0 ? end + 1 : 0; next < text.length; ) {
    const before = at;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(text.charAt(next));
      next += 1;
      if (digit < 0) return null;
      at += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > 2 ** 31) return null;
    }
    const count = output.length + 1;
    bias = adapted(at - before, count, before === 0);
    code += Math.floor(at / count);
    at %= count;
    if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
    output.splice(at, 0, code);
    at += 1;
  }
  return String.fromCodePoint(...output);
}
