import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PolicySources, readComputerPolicy } from './computer-policy.ts';
import { noPolicy } from './policy.ts';
import { registryKey } from './registry-policy.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-managed-'));
  file = join(folder, 'policy.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const held = { ...noPolicy, forceHold: true };
const none = { policy: noPolicy, problem: null };
const placeFile = () =>
  writeFileSync(file, JSON.stringify({ format: 'countersign-policy', version: 1, forceHold: true }));
const locked = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';
const open = `${locked}(A;OICI;DCLC;;;BU)`;

interface Windows {
  /** The values of the key. Null: there is no such key. */
  readonly managed?: string | null;
  readonly isRegForbidden?: boolean;
  readonly sddl?: (path: string) => string;
}

/** Stands for reg.exe and PowerShell, which print and write what they do on Windows. */
const onWindows = ({ managed = null, isRegForbidden = false, sddl = () => locked }: Windows = {}) =>
  read('win32', async (program, args) => {
    if (program.endsWith('powershell.exe'))
      return [...(args.at(-1) ?? '').matchAll(/'(.*?)'/g)].map(([, path = '']) => `${sddl(path)}\r\n`).join('');
    if (!program.endsWith('reg.exe') || isRegForbidden) return null;
    if (args[0] === 'query') return 'CurrentBuild    REG_SZ    26100';
    const [, key, target = ''] = args;
    if (managed === null || key !== registryKey) return null;
    writeFileSync(
      target,
      `\uFEFFWindows Registry Editor Version 5.00\r\n\r\n[${registryKey}]\r\n${managed}\r\n`,
      'utf16le',
    );
    return 'The operation completed successfully.';
  });

const read = (platform: NodeJS.Platform, ask: PolicySources['ask'], isWritable = () => false) =>
  readComputerPolicy({ platform, file, user: 'anna', isWritable, ask });

describe('on Windows', () => {
  test('nothing is decided where there is neither a key nor a file', async () => {
    expect(await onWindows()).toEqual(none);
  });

  test('group policy counts, and the file beside it does not', async () => {
    placeFile();
    expect(await onWindows({ managed: '"updates"="off"' })).toEqual({
      policy: { ...noPolicy, updates: 'off' },
      problem: null,
    });
  });

  test('the file counts when it and its folder are left to administrators', async () => {
    placeFile();
    expect(await onWindows()).toEqual({ policy: held, problem: null });
  });

  test('the file is ignored with a word when an ordinary user could have written it, or made its folder', async () => {
    placeFile();
    const told = { policy: noPolicy, problem: { key: 'policy-writable', params: { file } } };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const place of [file, folder])
      for (const sddl of [open, locked.replace('O:BA', 'O:S-1-5-21-1-2-3-1001'), ''])
        expect(await onWindows({ sddl: (path) => (path === place ? sddl : locked) })).toEqual(told);
  });

  test('a computer that lets nobody read the registry says so, unless it has a file', async () => {
    expect(await onWindows({ isRegForbidden: true })).toMatchObject({
      problem: { key: 'policy-unreadable' },
      isLasting: true,
    });
    placeFile();
    expect(await onWindows({ isRegForbidden: true })).toEqual({ policy: held, problem: null });
  });
});

describe('on macOS', () => {
  const mac = (files: Readonly<Record<string, unknown>>, isWritable?: () => boolean) =>
    read(
      'darwin',
      async (program, args) => {
        const content = files[args.at(-1) ?? ''];
        return program === '/usr/bin/plutil' && content !== undefined ? JSON.stringify(content) : null;
      },
      isWritable,
    );
  const ofComputer = '/Library/Managed Preferences/app.countersign.plist';
  const ofPerson = '/Library/Managed Preferences/anna/app.countersign.plist';

  test('managed preferences count, first those of the computer, and then the file', async () => {
    placeFile();
    const profile = { PayloadUUID: '1', forceHold: true, updates: 'off' };
    expect(await mac({ [ofComputer]: profile, [ofPerson]: {} })).toEqual({
      policy: { ...held, updates: 'off' },
      problem: null,
    });
    expect((await mac({ [ofPerson]: { updates: 'beta' } })).policy).toEqual({ ...noPolicy, updates: 'beta' });
    expect(await mac({})).toEqual({ policy: held, problem: null });
  });

  test('what a person could have written is ignored with a word', async () => {
    expect(await mac({ [ofPerson]: { updates: 'beta' } }, () => true)).toEqual({
      policy: noPolicy,
      problem: { key: 'policy-writable', params: { file: ofPerson } },
    });
  });
});
