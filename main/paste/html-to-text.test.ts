import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlToText, isHtml } from './html-to-text.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

describe('HTML as text', () => {
  test.each([
    ['cells of a row', '<tr><td>a</td>\n  <td>b</td></tr>', '\na\tb\n'],
    ['rows', '<tr><td>a</td></tr>\n<tr><td>b</td></tr>', '\na\n\n\nb\n'],
    ['a label and its value', '<label class="x">a</label><input readonly value="b">', 'a\tb'],
    ['a value of any characters', `<input value='a > "b" <c> &amp; d' type=text />`, 'a > "b" <c> & d'],
    ['a value without quotes', '<INPUT VALUE=a&lt;b>', 'a<b'],
    ['names of characters beyond a handful', 'na&iuml;ve &szlig; &hellip; &#x1F600; &#228;', 'naïve ß … 😀 ä'],
    ['a name without its semicolon', 'a&copyb', 'a&copyb'],
    ['what is escaped twice', '&amp;amp;', '&amp;'],
    ['a tag that was escaped', '&lt;b&gt;', '<b>'],
    ['a tag nobody closes', 'a <b c', 'a <b c'],
    ['a field nobody closes', 'a <input value="b <b>c</b>', 'a <input value="b c\t'],
    ['a sign that is no tag', 'a < b <3 c', 'a < b <3 c'],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  test('any escaped text is unescaped correctly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, value) => {
        expect(htmlToText(`<b>${escaped(text)}</b><input value="${escaped(value)}">`)).toBe(`${text}\t${value}`);
      }),
    );
  });

  test('text without tags changes only in its entities', () => {
    const piece = fc.constantFrom('<', '>', '"', "'", '=', '<3', ' ', 'x', '<!--', '/>', ';', '</');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('').replaceAll(/<(?=\/?x)/g, '');
        expect(htmlToText(text)).toBe(text);
      }),
    );
  });

  test('two closing tags make a text HTML', () => {
    expect(isHtml('<td>a</td><td>b</td>')).toBe(true);
    expect(isHtml('pass</b>word')).toBe(false);
  });
});
