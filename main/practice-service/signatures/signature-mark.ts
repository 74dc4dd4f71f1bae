import type { Page } from './pdf-document.ts';

/** The visible mark of a signature on the page. */
export interface SignatureMark {
  readonly lines: readonly string[];
  /** Counts from 0: each has a place of its own. */
  readonly place: number;
}

const [width, height, margin, gap] = [190, 40, 18, 6] as const;
const lineHeight = 11;

/** The standard fonts of PDF know Latin-1 only. */
export const printable = (text: string): string =>
  text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?').replaceAll(/[\\()]/g, '\\$&');

/** Draws the mark at the foot of the page, one above the other and then in the next column. */
export function drawMark({ lines, place }: SignatureMark, [left, bottom, right, top]: Page['box']) {
  const inColumn = Math.max(1, Math.floor((top - bottom - 2 * margin) / (height + gap)));
  const columns = Math.max(1, Math.floor((right - left - 2 * margin) / (width + gap)));
  const x = left + margin + (Math.floor(place / inColumn) % columns) * (width + gap);
  const y = bottom + margin + (place % inColumn) * (height + gap);
  const texts = lines.map(
    (line, at) => `1 0 0 1 6 ${height - (at + 1) * lineHeight} Tm (${printable(line.slice(0, 44))}) Tj`,
  );
  return {
    rect: `[${x} ${y} ${x + width} ${y + height}]`,
    content: `1 1 1 rg 0.05 0.2 0.5 RG 0.5 0.5 ${width - 1} ${height - 1} re B 0.05 0.2 0.5 rg BT /F1 8 Tf ${texts.join(' ')} ET`,
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >>`,
  };
}
