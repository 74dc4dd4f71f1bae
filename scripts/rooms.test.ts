import { expect, test } from 'vitest';
import { floorOf, rooms } from './rooms.ts';

test('each room is in the list once', () => {
  expect(new Set(rooms).size).toBe(rooms.length);
});

test('a file belongs to the room with the longest name', () => {
  const roomOf = (path: string) => rooms[floorOf(path)];
  expect(roomOf('main/time/clock.ts')).toBe('main/time');
  expect(roomOf('main/app/app.ts')).toBe('main/app');
  expect(roomOf('main/signing/node/connect.ts')).toBe('main/signing');
  expect(roomOf('renderer/features/send/preview/zoom.ts')).toBe('renderer/features/send/preview');
  expect(roomOf('renderer/features/send/sheet.ts')).toBe('renderer/features/send');
  expect(roomOf('renderer/main.tsx')).toBe('renderer/*');
  expect(floorOf('main/attic/x.ts')).toBe(-1);
});
