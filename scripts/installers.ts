/** The runs of electron-builder that make every installer of a system. Some must not share a run. */

export type Cpu = 'x64' | 'arm64';

/** Where installed apps look for updates: a reserved example name until the owner names a real one. */
const feed = 'https://updates.countersign.example/';

/**
 * Only these installers get the address of the feed. The others are left to IT, so each kind needs its own run: the
 * builder puts the address into the folder from which all installers of a run take the app.
 */
const updatesItself = ['-c.publish.provider=generic', `-c.publish.url=${feed}`, '-c.publish.channel=latest'];

export function installerRuns(system: NodeJS.Platform, cpus: readonly Cpu[] = ['x64', 'arm64']): readonly string[][] {
  const each = cpus.map((cpu) => `--${cpu}`);
  if (system === 'win32')
    return [
      ['--win', 'nsis', ...each, ...updatesItself],
      // The builder makes MSI packages only for x64.
      ['--win', 'msi', '--x64'],
    ];
  if (system === 'darwin')
    return [
      ['--mac', 'dmg', 'zip', '--universal', ...updatesItself],
      ['--mac', 'pkg', '--universal'],
    ];
  return [
    ['--linux', 'AppImage', ...each, ...updatesItself],
    ['--linux', 'deb', 'rpm', ...each],
  ];
}

/** *Developer ID Application* signs the app. The builder signs a PKG with *Developer ID Installer*, or stops. */
const macCertificates = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'CSC_INSTALLER_LINK', 'CSC_INSTALLER_KEY_PASSWORD'];

/** Groups of variables; one group must be complete. */
const needed: Partial<Record<NodeJS.Platform, readonly (readonly string[])[]>> = {
  win32: [
    ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
    ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_ENDPOINT', 'AZURE_CODE_SIGNING_ACCOUNT', 'AZURE_CERTIFICATE_PROFILE'],
  ],
  darwin: [
    [...macCertificates, 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
    [...macCertificates, 'APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ],
};

export type Signing =
  | { readonly possible: true; readonly args: readonly string[] }
  | { readonly possible: false; readonly reason: string };

/** What electron-builder must be told to sign, from the environment. Without a certificate it would only warn. */
export function signing(system: NodeJS.Platform, env: Readonly<NodeJS.ProcessEnv>): Signing {
  const isSet = (name: string) => (env[name] ?? '') !== '';
  if (!isSet('COUNTERSIGN_UPDATE_KEY'))
    return { possible: false, reason: 'COUNTERSIGN_UPDATE_KEY is not set: installed apps would refuse the update.' };
  const groups = needed[system];
  if (!groups) return { possible: true, args: [] };
  const complete = groups.find((group) => group.every(isSet));
  if (!complete) {
    const choices = groups.map((group) => group.join(', ')).join('\n  or ');
    return { possible: false, reason: `To sign for this system, set\n     ${choices}` };
  }
  const force = '-c.forceCodeSigning=true';
  if (system !== 'win32') return { possible: true, args: [force] };
  // The whole name: a bare one would accept any certificate with the same common name.
  if (!isSet('WIN_PUBLISHER_NAME'))
    return {
      possible: false,
      reason: 'Set WIN_PUBLISHER_NAME to the full subject of the certificate (CN=…, O=…, C=…).',
    };
  const publisher = env['WIN_PUBLISHER_NAME'] ?? '';
  if (complete[0] === 'WIN_CSC_LINK')
    return { possible: true, args: [force, `-c.win.signtoolOptions.publisherName=${publisher}`] };
  const azure = '-c.win.azureSignOptions';
  return {
    possible: true,
    args: [
      force,
      `${azure}.publisherName=${publisher}`,
      `${azure}.endpoint=${env['AZURE_ENDPOINT']}`,
      `${azure}.codeSigningAccountName=${env['AZURE_CODE_SIGNING_ACCOUNT']}`,
      `${azure}.certificateProfileName=${env['AZURE_CERTIFICATE_PROFILE']}`,
    ],
  };
}
