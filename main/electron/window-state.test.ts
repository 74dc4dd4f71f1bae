import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWindowStates, placeBackOn, placeOn } from './window-state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-window-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const usual = { bounds: null, maximized: false, zoom: 1 };
const screen = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const bounds = { x: 2000, y: 100, width: 1180, height: 780 };

test('place, size and zoom come back', () => {
  const states = createWindowStates(join(folder, 'window.json'));
  expect(states.read()).toEqual(usual);
  states.write({ bounds, maximized: true, zoom: 1.2 });
  expect(states.read()).toEqual({ bounds, maximized: true, zoom: 1.2 });
});

test.each(['', 'null', '[1]', '{"bounds":{"x":"a"},"zoom":1e9,"maximized":3}', '{"zoom":null}'])(
  'a file with %j costs only the place',
  (content) => {
    const path = join(folder, 'window.json');
    writeFileSync(path, content);
    expect(createWindowStates(path).read()).toEqual(usual);
  },
);

test('a folder that cannot be written does not disturb', () => {
  const states = createWindowStates(join(folder, 'missing', 'window.json'));
  states.write({ ...usual, zoom: 2 });
  expect(states.read()).toEqual(usual);
});

test('a window returns to its screen', () => {
  expect(placeOn([screen, second], bounds)).toEqual(bounds);
});

test.each([
  ['its screen is gone', [screen], bounds],
  ['only a strip is visible', [screen], { ...bounds, x: 1860 }],
  ['its title bar is above the screen', [screen], { ...bounds, x: 0, y: -30 }],
  ['its title bar is below the screen', [screen], { ...bounds, x: 0, y: 1020 }],
  ['it has never been placed', [screen], null],
])('the system places a window when %s', (_when, areas, before) => {
  expect(placeOn(areas, before)).toBeNull();
});

test('a window whose screen was removed comes back to the first screen, whole', () => {
  const small = { x: 0, y: 0, width: 1280, height: 700 };
  const onSecond = { x: 2_000, y: 100, width: 1400, height: 600 };
  const large = { x: 1280, y: 0, width: 1920, height: 1080 };
  expect(placeBackOn([small, large], onSecond)).toBeNull();
  expect(placeBackOn([small], onSecond)).toEqual({ x: 0, y: 50, width: 1280, height: 600 });
  expect(placeBackOn([large], { x: 0, y: 0, width: 900, height: 700 })).toEqual({
    x: 1790,
    y: 190,
    width: 900,
    height: 700,
  });
  // While a screen is exchanged there may be none.
  expect(placeBackOn([], onSecond)).toBeNull();
});
