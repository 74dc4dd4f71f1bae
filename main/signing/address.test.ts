import { expect, test } from 'vitest';
import { joinAddress, trustedAddress } from './address.ts';

const installed = { allowLoopback: false };
const development = { allowLoopback: true };

test.each(['https://service.example', 'https://a.example:8443/x?y=1', 'https://127.0.0.1'])(
  '%s is trusted, also in the installed app',
  (address) => {
    expect(trustedAddress(address, installed)?.href).toBe(new URL(address).href);
    expect(trustedAddress(address, development)?.href).toBe(new URL(address).href);
  },
);

test.each(['http://127.0.0.1:8080', 'http://127.9.9.9', 'http://localhost:1/x', 'http://[::1]:2'])(
  '%s is trusted in development only',
  (address) => {
    expect(trustedAddress(address, installed)).toBeNull();
    expect(trustedAddress(address, development)?.href).toBe(new URL(address).href);
  },
);

test.each([
  '',
  'service.example',
  'http://service.example',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://2130706433.example',
  'ftp://localhost',
  'file:///etc/passwd',
  'https://anna@service.example',
  'https://anna:word@service.example',
  'javascript:alert(1)',
  'https://',
])('%s is never trusted', (address) => expect(trustedAddress(address, development)).toBeNull());

test('joins base and path with one slash', () => {
  expect(joinAddress('https://a/api/v1', 'overview')).toBe('https://a/api/v1/overview');
  expect(joinAddress('https://a/api/v1//', 'overview')).toBe('https://a/api/v1/overview');
});
