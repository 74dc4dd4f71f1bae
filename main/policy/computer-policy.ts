import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { readSmallFile } from '../files/small-file.ts';
import { unhurried } from '../time/slices.ts';
import { noPolicy, policyHead } from './policy.ts';
import { judgePolicy, type ReadPolicy, readPolicy } from './policy-file.ts';
import { policyOfRegistry, registryKey } from './registry-policy.ts';
import { isLeftToAdministrators } from './windows-acl.ts';

export interface PolicySources {
  readonly platform: NodeJS.Platform;
  /** The file that counts where the system itself manages no policy. */
  readonly file: string;
  readonly user: string;
  /** Tells whether ordinary users can write a file, on other systems than Windows. */
  readonly isWritable: (file: string) => boolean;
  /** Runs a program of the system. Null: it is not there, or failed. */
  readonly ask: (program: string, args: readonly string[]) => Promise<string | null>;
}

// Not from a variable: whoever starts the app could name a folder of their own.
const system32 = String.raw`C:\Windows\System32`;
const reg = `${system32}\\reg.exe`;
const powershell = `${system32}\\WindowsPowerShell\\v1.0\\powershell.exe`;
const largest = 2_000_000;

/** The key is always there, so a failure means that this computer lets nobody use reg.exe. */
const alwaysThere = String.raw`HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion`;

/** Reads the registry below `Policies`, where ordinary users cannot write. Null: it has no policy. */
async function readRegistry({ ask }: PolicySources): Promise<ReadPolicy | null> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-registry-'));
  const file = join(folder, 'policy.reg');
  try {
    // What `reg query` prints has the letters of an old code page; the exported file has all of them.
    if ((await ask(reg, ['export', registryKey, file, '/y', '/reg:64'])) !== null)
      return judgePolicy(policyOfRegistry(readSmallFile(file, largest) ?? new Uint8Array()), registryKey);
    if ((await ask(reg, ['query', alwaysThere, '/v', 'CurrentBuild'])) !== null) return null;
    return { ...judgePolicy(null, registryKey), isLasting: true };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks once for all: PowerShell takes half a second to start. An empty text: one of them could not be read. */
async function sddlsOf(paths: readonly string[], { ask }: PolicySources): Promise<readonly string[]> {
  const literals = paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(',');
  const command = `(Get-Acl -LiteralPath ${literals}).Sddl`;
  const lines = (await ask(powershell, ['-NoProfile', '-NonInteractive', '-Command', command]))?.trim().split(/\r?\n/);
  return lines?.length === paths.length ? lines : [''];
}

async function readWindows(sources: PolicySources): Promise<ReadPolicy> {
  const managed = await readRegistry(sources);
  if (!existsSync(sources.file)) return managed ?? { policy: noPolicy, problem: null };
  if (managed !== null && managed.problem?.key !== 'policy-unreadable') return managed;
  const sddls = await sddlsOf([dirname(sources.file), sources.file], sources);
  return readPolicy(sources.file, () => !sddls.every(isLeftToAdministrators));
}

/** Reads the policy of a mobile device management as macOS stores it: first for the computer, then for the person. */
async function readManagedPreferences({ user, ask, isWritable }: PolicySources): Promise<ReadPolicy | null> {
  for await (const folder of unhurried(['', `${user}/`])) {
    const file = `/Library/Managed Preferences/${folder}app.countersign.plist`;
    const text = await ask('/usr/bin/plutil', ['-convert', 'json', '-o', '-', file]);
    if (text === null) continue;
    if (isWritable(file)) return { policy: noPolicy, problem: { key: 'policy-writable', params: { file } } };
    const json = z.record(z.string(), z.unknown()).safeParse(parseJson(text));
    // macOS adds what the profile says about itself.
    const own = Object.entries(json.data ?? {}).filter(([name]) => !name.startsWith('Payload'));
    return judgePolicy(json.success ? JSON.stringify({ ...policyHead, ...Object.fromEntries(own) }) : null, file);
  }
  return null;
}

/** Reads the policy of this computer: what the system's own management says, or else the file. */
export async function readComputerPolicy(sources: PolicySources): Promise<ReadPolicy> {
  if (sources.platform === 'win32') return await readWindows(sources);
  const managed = sources.platform === 'darwin' ? await readManagedPreferences(sources) : null;
  return managed ?? readPolicy(sources.file, sources.isWritable);
}
