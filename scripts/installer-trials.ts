/** What an installer puts on a computer, and what must be gone when it is removed. */
import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { toastActivator } from '../main/electron/toast-activator.ts';
import { policyPath } from '../main/policy/policy-file.ts';

/** A key of the registry of Windows, or one value in it. */
export interface RegistryPlace {
  readonly key: string;
  readonly value?: string;
}

export interface InstallerTrial {
  readonly name: RegExp;
  readonly install: (file: string) => readonly string[];
  readonly program: (file: string) => string;
  readonly remove: (file: string) => readonly string[];
  /** There while it is installed, and gone afterwards. */
  readonly files: readonly string[];
  readonly registry: readonly RegistryPlace[];
  /** As `registry`, and written by electron-builder's own part of the installer. */
  readonly ofBuilder: readonly RegistryPlace[];
  /** Links that the app itself made, gone afterwards. */
  readonly links: readonly string[];
  /** What the way of removing leaves, and the next installer must not find. */
  readonly litter: readonly string[];
  /** Written by the app itself, for the person who used it, and gone afterwards. */
  readonly ofApp: readonly RegistryPlace[];
}

export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const inClasses = (root: 'HKCU' | 'HKLM', ...path: readonly string[]) =>
  [root, 'Software', 'Classes', ...path].join('\\');

/** The root that assets/installer.nsh calls SHELL_CONTEXT. */
const shellEntries = (root: 'HKCU' | 'HKLM'): readonly RegistryPlace[] => [
  ...['.pdf', '.docx', '.xlsx'].flatMap((ending) => [
    { key: inClasses(root, 'SystemFileAssociations', ending, 'shell', 'Countersign.Send') },
    { key: inClasses(root, ending, 'OpenWithProgids'), value: 'Countersign.Document' },
  ]),
  { key: inClasses(root, 'Countersign.Document') },
];

const ofApp: readonly RegistryPlace[] = [
  { key: inClasses('HKCU', 'countersign') },
  { key: inClasses('HKCU', 'CLSID', `{${toastActivator}}`) },
  { key: String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`, value: 'app.countersign' },
];

function ofWindows({ arch, env }: Computer): readonly InstallerTrial[] {
  const perUser = join(env['LOCALAPPDATA'] ?? '', 'Programs', 'Countersign');
  const perMachine = join(env['ProgramFiles'] ?? '', 'Countersign');
  const startMenu = (folder = '') => join(folder, 'Microsoft/Windows/Start Menu/Programs/Countersign.lnk');
  // Electron makes it for notifications, in the Start menu of each person.
  const toastLink = startMenu(env['APPDATA']);
  const sendTo = join(env['APPDATA'] ?? '', 'Microsoft/Windows/SendTo/Countersign.lnk');
  const nsis = (folder: string, scope: string, root: 'HKCU' | 'HKLM', links: readonly string[]): InstallerTrial => ({
    name: new RegExp(`-${arch}-setup\\.exe$`),
    install: (file) => [file, '/S', scope],
    program: () => join(folder, 'Countersign.exe'),
    // Without _?= the uninstaller copies itself and returns at once.
    remove: () => [join(folder, 'Uninstall Countersign.exe'), '/S', scope, `_?=${folder}`],
    litter: [folder],
    links: [toastLink],
    ofBuilder: [{ key: inClasses(root, '.countersign') }],
    files: [join(folder, 'Countersign.exe'), join(folder, 'resources'), ...links],
    registry: shellEntries(root),
    ofApp,
  });
  return [
    nsis(perUser, '/currentuser', 'HKCU', [startMenu(env['APPDATA']), sendTo]),
    // Windows has no folder "Send to" for all accounts.
    nsis(perMachine, '/allusers', 'HKLM', [startMenu(env['ProgramData'])]),
    {
      name: /\.msi$/,
      install: (file) => ['msiexec', '/i', file, '/qn', '/norestart'],
      program: () => join(perMachine, 'Countersign.exe'),
      remove: (file) => ['msiexec', '/x', file, '/qn', '/norestart'],
      files: [perMachine],
      registry: [],
      ofBuilder: [],
      links: [],
      litter: [toastLink],
      // An MSI of the computer cannot remove what the app wrote for each person (docs/admin.md).
      ofApp: [],
    },
  ];
}

const macApp = '/Applications/Countersign.app';
const copyFromDmg =
  'hdiutil attach -nobrowse -mountpoint /tmp/cs "$0" && cp -R /tmp/cs/Countersign.app /Applications/; hdiutil detach /tmp/cs';
const noRegistry = { registry: [], ofBuilder: [], links: [], litter: [], ofApp: [] };
const onMac = {
  program: () => join(macApp, 'Contents/MacOS/Countersign'),
  files: [macApp],
  ...noRegistry,
};
const ofMac: readonly InstallerTrial[] = [
  {
    ...onMac,
    name: /\.dmg$/,
    install: (file) => ['sh', '-c', copyFromDmg, file],
    remove: () => ['rm', '-rf', macApp],
  },
  {
    ...onMac,
    name: /\.pkg$/,
    install: (file) => ['sudo', 'installer', '-pkg', file, '-target', '/'],
    remove: () => ['sudo', 'rm', '-rf', macApp],
  },
];

const ofLinux = (arch: string): readonly InstallerTrial[] => [
  {
    name: arch === 'x64' ? /_amd64\.deb$/ : /_arm64\.deb$/,
    install: (file) => ['sudo', 'apt-get', 'install', '-y', file],
    program: () => '/usr/bin/countersign',
    remove: () => ['sudo', 'apt-get', 'purge', '-y', 'countersign'],
    files: [
      '/opt/Countersign',
      '/usr/bin/countersign',
      '/usr/share/applications/app.countersign.Countersign.desktop',
      '/usr/share/mime/packages/countersign.xml',
    ],
    ...noRegistry,
  },
  {
    name: arch === 'x64' ? /-x86_64\.AppImage$/ : /-arm64\.AppImage$/,
    install: (file) => ['chmod', '+x', file],
    program: (file) => file,
    remove: () => ['true'],
    files: [],
    ...noRegistry,
  },
];

/**
 * How Node starts a command. NSIS wants `_?=` and its folder bare to the end of the line, and Node would put an argument with
 * blanks between quotes (libuv, `quote_cmd_arg`).
 */
export function startOptions([program = '', ...args]: readonly string[]) {
  const isBare = args.at(-1)?.startsWith('_?=') === true;
  return isBare ? { windowsVerbatimArguments: true, argv0: `"${program}"` } : {};
}

/** Must not be there after any trial, whether the installer brought it or the app wrote it. */
export const strays: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['/etc/apparmor.d/countersign', join(homedir(), '.local/share/applications/countersign.desktop')],
};

/** Every installer that is tried on this kind of computer. */
export function installerTrials(computer: Computer): readonly InstallerTrial[] {
  if (computer.platform === 'win32') return ofWindows(computer);
  return computer.platform === 'darwin' ? ofMac : ofLinux(computer.arch);
}

type Commands = readonly (readonly string[])[];

/** Puts a policy where the installed app reads it and ordinary users cannot write, and takes it away again. */
export interface PolicyTrial {
  readonly place: (file: string) => Commands;
  readonly remove: Commands;
}

export function policyTrial({ platform }: Pick<Computer, 'platform'>): PolicyTrial {
  const path = policyPath({ platform, env: {}, packaged: true });
  if (platform === 'win32') {
    const folder = win32.dirname(path);
    // As docs/admin.md says. A folder of an installer for the computer is so already.
    const ownedByAdministrators = (place: string) => ['icacls', place, '/setowner', '*S-1-5-32-544'];
    const rights = ['*S-1-5-32-544:(OI)(CI)F', '*S-1-5-18:(OI)(CI)F', '*S-1-5-32-545:(OI)(CI)RX'];
    return {
      place: (file) => [
        ['cmd', '/c', 'if', 'not', 'exist', folder, 'mkdir', folder],
        ownedByAdministrators(folder),
        ['icacls', folder, '/inheritance:r', '/grant:r', ...rights],
        ['cmd', '/c', 'copy', file, path],
        ownedByAdministrators(path),
      ],
      remove: [['cmd', '/c', 'rmdir', '/s', '/q', folder]],
    };
  }
  const folder = posix.dirname(path);
  return {
    place: (file) => [
      ['sudo', 'mkdir', '-p', folder],
      ['sudo', 'install', '-m', '644', file, path],
    ],
    remove: [['sudo', 'rm', '-rf', folder]],
  };
}
