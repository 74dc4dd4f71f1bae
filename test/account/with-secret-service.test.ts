import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { environment, run, script } from './secret-service.ts';

const kept = mkdtempSync(join(tmpdir(), 'countersign-kept-'));
afterAll(() => rmSync(kept, { recursive: true, force: true }));

const alive = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readStatus(pid));
function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return 'State: Z';
  }
}

interface Running {
  readonly process: ChildProcess;
  /** Its command and the daemons. */
  readonly started: readonly number[];
  readonly command: number;
  readonly folder: string;
  readonly ended: Promise<number | null>;
}

/** The script with a command that says who it is and then waits until a signal ends it. */
async function start(
  command = 'trap "exit 9" INT TERM; echo $$ $DBUS_SESSION_BUS_ADDRESS; while :; do sleep 0.02; done',
): Promise<Running> {
  const child = spawn(script, ['bash', '-c', command], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  child.on('exit', resolve);
  const { promise: first, resolve: line } = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').once('data', line);
  const [, pid, path] = /^(\d+) unix:path=([^,]+),/.exec(await first) ?? [];
  const started = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number);
  return { process: child, started, command: Number(pid), folder: dirname(path ?? ''), ended };
}

describe('with-secret-service', () => {
  test('hands on arguments, input, output and the exit status', async () => {
    const ended = await run([script, 'bash', '-c', 'cat; echo "$1"; exit 7', '_', 'a  "b"'], environment(), 'input\n');
    expect(ended).toEqual({ status: 7, output: 'input\na  "b"\n', errors: '' });
  });

  test('says how it is used when it gets no command', async () => {
    const ended = await run([script], environment());
    expect(ended.status).toBe(64);
    expect(ended.errors).toContain('KEYRING_HOME');
  });

  test('the command sees no more of it than the address of the bus', async () => {
    const env = environment({
      KEYRING_PASSWORD: 'quite secret',
      KEYRING_LOCKED: '1',
      KEYRING_HOME: kept,
      HOME: '/root',
    });
    const before = (await run(['env'], environment({ HOME: '/root' }))).output.split('\n');
    const after = (await run([script, 'env'], env)).output.split('\n');
    const added = after.filter((entry) => !before.includes(entry) && !/^(_|SHLVL|OLDPWD|PWD)=/.test(entry));
    expect(added).toEqual([expect.stringMatching(/^DBUS_SESSION_BUS_ADDRESS=unix:path=\/tmp\/countersign-keyring\./)]);
  });

  test('leaves only the kept keyring', async () => {
    const before = readdirSync('/tmp');
    const env = environment({ KEYRING_HOME: join(kept, 'deep', 'er'), TMPDIR: join(kept, 'x'.repeat(100)) });
    const ended = await run([script, 'bash', '-c', 'echo "$DBUS_SESSION_BUS_ADDRESS"'], env);
    const folder = dirname(/unix:path=([^,]+)/.exec(ended.output)?.[1] ?? '');
    expect(before).not.toContain(folder);
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(join(kept, 'deep', 'er', 'keyrings'))).toContain('login.keyring');
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s reaches the command, and then all ends', async (signal) => {
    const running = await start(
      'trap "exit 9" INT TERM HUP; echo $$ $DBUS_SESSION_BUS_ADDRESS; while :; do sleep 0.02; done',
    );
    expect(running.started).toHaveLength(3);
    running.process.kill(signal);
    expect(await running.ended).toBe(9);
    expect(running.started.filter(alive)).toEqual([]);
    expect(existsSync(running.folder)).toBe(false);
  });

  test('Ctrl+C in a terminal reaches the command once', async () => {
    const command =
      'process.on("SIGINT", () => { console.log("interrupted"); setTimeout(process.exit, 300, 5); }); console.log("ready"); setInterval(Date, 1000)';
    const inTerminal = `exec ${script} ${process.execPath} -e '${command}'`;
    const terminal = spawn('/usr/bin/script', ['-qec', inTerminal, '/dev/null'], { env: environment(), stdio: 'pipe' });
    let output = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('ready')) terminal.stdin.write('\u0003');
      output += text;
    });
    const { promise: ended, resolve } = Promise.withResolvers<number | null>();
    terminal.on('exit', resolve);
    expect(await ended).toBe(5);
    expect(output.match(/interrupted/g)).toHaveLength(1);
  });

  test('a command that takes its time after the signal keeps its keychain until it is done', async () => {
    // The second signal may come in the very moment it ends.
    const running = await start(
      'trap "trap \\"\\" TERM; sleep 0.2; dbus-send --session --print-reply --dest=org.freedesktop.secrets / org.freedesktop.DBus.Peer.Ping >/dev/null; exit \\$?" TERM; echo $$ $DBUS_SESSION_BUS_ADDRESS; while :; do sleep 0.02; done',
    );
    running.process.kill('SIGTERM');
    running.process.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(running.started.filter(alive)).toEqual([]);
  });

  test('a killed command ends all and is reported', async () => {
    const running = await start();
    process.kill(running.command, 'SIGKILL');
    expect(await running.ended).toBe(137);
    expect(running.started.filter(alive)).toEqual([]);
    expect(existsSync(running.folder)).toBe(false);
  });

  test('even when it is killed itself, nothing goes on running', async () => {
    const running = await start();
    running.process.kill('SIGKILL');
    await running.ended;
    await vi.waitFor(() => expect(running.started.filter(alive)).toEqual([]), { timeout: 45_000 });
    rmSync(running.folder, { recursive: true });
  });
});
