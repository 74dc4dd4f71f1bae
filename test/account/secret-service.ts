import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const script = fileURLToPath(new URL('../../scripts/with-secret-service.sh', import.meta.url));
const child = fileURLToPath(new URL('./keychain-child.ts', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Without any session bus of the machine's own. */
export function environment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const {
    DBUS_SESSION_BUS_ADDRESS: _,
    DISPLAY: __,
    WAYLAND_DISPLAY: ___,
    XDG_RUNTIME_DIR: ____,
    ...rest
  } = process.env;
  return { ...rest, ...extra };
}

export async function run(command: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<Ended> {
  const [program = '', ...args] = command;
  const running = spawn(program, args, { env, stdio: 'pipe' });
  running.stdin.on('error', () => undefined).end(input);
  let output = '';
  let errors = '';
  running.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  running.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  running.on('error', reject).on('close', resolve);
  return { status: await promise, output, errors };
}

/** The answers of the real keychain to the steps, each asked in one child process. */
export async function askKeychain(
  steps: readonly string[],
  options: { readonly session: boolean; readonly env?: Readonly<Record<string, string>> },
): Promise<readonly unknown[]> {
  const command = [...(options.session ? [script] : []), process.execPath, child, ...steps];
  const { status, output, errors } = await run(command, environment(options.env));
  if (status !== 0) throw new Error(`ended with ${status}: ${errors}`);
  return output
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}
