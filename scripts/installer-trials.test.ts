/** The trials run on other computers only, so what they look for is compared here with what the installer does. */
import { readFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { policyPath } from '../main/policy/policy-file.ts';
import { installerTrials, policyTrial, type RegistryPlace, startOptions } from './installer-trials.ts';

const script = readFileSync(new URL('../assets/installer.nsh', import.meta.url), 'utf8');
const verb = /!define CS_VERB "([^"]+)"/.exec(script)?.[1] ?? '';
const endings = ['.pdf', '.docx', '.xlsx'];

/** All places of the registry that a command of the script names, with the root that `context` stands for. */
function placesOf(command: RegExp, context: 'HKCU' | 'HKLM'): readonly RegistryPlace[] {
  return [...script.matchAll(command)].flatMap(([, root = '', key = '', value]) =>
    (key.includes('EXT') ? endings : ['']).map((ending) => ({
      key: `${root.replace('SHELL_CONTEXT', context)}\\${key.replace(`\${EXT}`, ending).replace(`\${CS_VERB}`, verb)}`,
      ...(value !== undefined && { value }),
    })),
  );
}

const isBelow = (place: RegistryPlace, above: RegistryPlace) =>
  above.value === undefined
    ? place.key === above.key || place.key.startsWith(`${above.key}\\`)
    : place.key === above.key && place.value === above.value;

const trialsOfWindows = installerTrials({
  platform: 'win32',
  arch: 'x64',
  env: { LOCALAPPDATA: 'L', APPDATA: 'A', ProgramFiles: 'P', ProgramData: 'D' },
});
const [perUser, perMachine] = trialsOfWindows;

test.each([
  ['for one account', perUser, 'HKCU'],
  ['for the computer', perMachine, 'HKLM'],
] as const)(
  'the trial %s looks at each entry that the installer writes, and that it is gone again',
  (_who, trial, root) => {
    const written = placesOf(/WriteRegStr (\w+) "([^"]+)" "([^"]*)"/g, root);
    const removed = [
      ...placesOf(/DeleteRegKey (\w+) "([^"]+)"/g, root),
      ...placesOf(/DeleteRegValue (\w+) "([^"]+)" "([^"]+)"/g, root),
    ];
    expect(written.length).toBeGreaterThan(10);
    const looked = trial?.registry ?? [];
    expect(written.filter((place) => !looked.some((one) => isBelow(place, one)))).toEqual([]);
    // What it looks for is there at all, and the uninstaller removes exactly this and what the app wrote.
    expect(looked.filter((one) => !written.some((place) => isBelow(place, one)))).toEqual([]);
    const say = ({ key, value = '' }: RegistryPlace) => `${key} ${value}`;
    expect([...looked, ...(trial?.ofBuilder ?? []), ...(trial?.ofApp ?? [])].map(say).toSorted()).toEqual(
      removed.map(say).toSorted(),
    );
  },
);

test('IT can read what stays of the app in the registry of each person', () => {
  const admin = readFileSync(new URL('../docs/admin.md', import.meta.url), 'utf8');
  const places = perUser?.ofApp ?? [];
  expect(places).toHaveLength(3);
  for (const { key, value = '' } of places) expect(admin.includes(`\`${key}\``) && admin.includes(value)).toBe(true);
});

test('the entries that IT can distribute are those that the installer writes', () => {
  const admin = readFileSync(new URL('../docs/admin.md', import.meta.url), 'utf8');
  for (const { key } of placesOf(/WriteRegStr (\w+) "([^"]+)" "[^"]*"/g, 'HKLM').filter((place) =>
    place.key.includes('.pdf\\shell'),
  ))
    expect(admin).toContain(`reg add "${key}"`);
  const [, command = ''] = /EXT\}\\\$\{CS_VERB\}\\command" "" '"\$appExe" (.*)'/.exec(script) ?? [];
  expect(command).not.toBe('');
  expect(admin).toContain(`Countersign.exe\\" ${command.replaceAll('"', String.raw`\"`)}"`);
  expect(script).toContain('"$appExe" "--send --"');
  expect(admin).toContain('`Countersign.exe --send --`');
});

test('the folder after `_?=` reaches the uninstaller of NSIS without quotes', () => {
  const [program = '', ...args] = perMachine?.remove('') ?? [];
  const options = startOptions([program, ...args]);
  expect(args.at(-1)).toBe(`_?=${program.slice(0, -'/Uninstall Countersign.exe'.length)}`);
  expect(options).toEqual({ windowsVerbatimArguments: true, argv0: `"${program}"` });
  expect(startOptions(perMachine?.install('C:/a b/setup.exe') ?? [])).toEqual({});
});

test('nothing of an installation is left for the next one to find', () => {
  for (const trial of [perUser, perMachine]) {
    expect(trial?.litter).toEqual([trial?.remove('').at(-1)?.slice('_?='.length)]);
    expect(trial?.links[0]).toContain('Start Menu');
  }
});

test('only an installation for one account has an entry in "Send to"', () => {
  expect(script).toContain('CreateShortCut "$SENDTO\\Countersign.lnk"');
  const withSendTo = trialsOfWindows.filter(({ files }) => files.some((file) => file.includes('SendTo')));
  expect(withSendTo).toEqual([perUser]);
});

test.each(['win32', 'darwin', 'linux'] as const)('on %s each installer of this processor is tried', (platform) => {
  const made = [
    'Countersign-1.0.0-x64-setup.exe',
    'Countersign-1.0.0-arm64-setup.exe',
    'Countersign-1.0.0.msi',
    'Countersign-1.0.0-mac.dmg',
    'Countersign-1.0.0-mac.pkg',
    'countersign_1.0.0_amd64.deb',
    'countersign_1.0.0_arm64.deb',
    'Countersign-1.0.0-x86_64.AppImage',
    'Countersign-1.0.0-arm64.AppImage',
  ];
  for (const arch of ['x64', 'arm64']) {
    const trials = installerTrials({ platform, arch, env: {} });
    expect(trials.every(({ name }) => made.filter((file) => name.test(file)).length === 1)).toBe(true);
  }
});

test.each(['win32', 'darwin', 'linux'] as const)(
  'on %s the policy of the trial lies where the app reads it',
  (platform) => {
    const { place, remove } = policyTrial({ platform });
    const path = policyPath({ platform, env: {}, packaged: true });
    const folder = (platform === 'win32' ? win32 : posix).dirname(path);
    const commands = place('given.json');
    expect(commands[0]?.at(-1)).toBe(folder);
    const copied = commands.findIndex((command) => command.includes('given.json'));
    expect(commands[copied]?.slice(-2)).toEqual(['given.json', path]);
    expect(remove.at(-1)?.at(-1)).toBe(folder);
    expect(folder).toMatch(/countersign$/i);
    // Nobody who runs the app may write the policy, or the app ignores it.
    const isProtected =
      platform === 'win32'
        ? commands[copied - 1]?.includes('/inheritance:r') && commands[copied + 1]?.includes('/setowner')
        : commands[copied]?.[0] === 'sudo';
    expect(isProtected).toBe(true);
  },
);
