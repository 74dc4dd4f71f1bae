import { expect, test } from 'vitest';
import { bits, integer, octets, oid, sequence, time } from './der.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('numbers are as short as possible and never negative', () => {
  expect(hex(integer(Buffer.of(0)))).toBe('020100');
  expect(hex(integer(Buffer.of(0, 0, 5)))).toBe('020105');
  expect(hex(integer(Buffer.of(0x80)))).toBe('02020080');
  expect(hex(integer(Buffer.of(0, 0x80, 1)))).toBe('0203008001');
});

test('lengths take one, two or three bytes', () => {
  expect(hex(octets(Buffer.alloc(127))).slice(0, 4)).toBe('047f');
  expect(hex(octets(Buffer.alloc(128))).slice(0, 6)).toBe('048180');
  expect(hex(octets(Buffer.alloc(256))).slice(0, 8)).toBe('04820100');
});

test('identifiers, times, bits and sequences', () => {
  expect(hex(oid('1.2.840.10045.4.3.2'))).toBe('06082a8648ce3d040302');
  expect(time(new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toString('latin1')).toBe('\u0018\u000f20260102030405Z');
  expect(hex(bits(Buffer.of(4), 2))).toBe('03020204');
  expect(hex(sequence(integer(Buffer.of(1)), integer(Buffer.of(2))))).toBe('3006020101020102');
});
