import { expect, test } from 'vitest';
import { toShownText } from './shown-text.ts';

const everything = () => true;
const nothing = () => false;

test('names in usual scripts stay as they are', () => {
  const names = 'Łukasz Ünsal Νίκος Дмитрий Nguyễn Thị Hồng – «1’000»';
  expect(toShownText(names, nothing)).toBe(names);
});

test('a character that no font has appears as its number', () => {
  expect(toShownText('渡辺 A', everything)).toBe('渡辺 A');
  expect(toShownText('渡 A', nothing)).toBe('[U+6E21] A');
});

test('characters that nobody can see, or that nobody has, appear as their number', () => {
  expect(toShownText('fdp.\u202Eexe\u0007\uE000\u{10FFFE}\uD800', everything)).toBe(
    'fdp.[U+202E]exe[U+0007][U+E000][U+10FFFE]\uFFFD',
  );
});
