import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Packing {
  /** The folder with package.json, electron-builder.yml and the build. */
  readonly project: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly say: (text: string) => void;
  readonly signal?: AbortSignal;
}

const downloadFailed = /failedTask.{1,60}\b(?:Request|HTTP|Read|Timeout)Error:/s;
const missing =
  '\nElectron itself, or a tool that makes installers, could not be downloaded, so nothing was packaged. Run the same ' +
  'command again where the internet can be reached, or set ELECTRON_MIRROR to a place that has Electron.\n';

/** Runs electron-builder in a built project. Returns its exit code. */
export function packageApp({ project, args, env, say, signal }: Packing): Promise<number> {
  return new Promise((resolve, reject) => {
    const builder = join(project, 'node_modules', 'electron-builder', 'cli.js');
    const child = spawn(process.execPath, [builder, ...args, '--publish', 'never'], {
      cwd: project,
      env: { ...env, NO_UPDATE_NOTIFIER: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    const heard: string[] = [];
    const stuck = () => downloadFailed.test(heard.join(''));
    const listen = (text: string) => {
      heard.push(text);
      say(text);
      // After a failed download a timer keeps electron-builder alive for half a minute: end it.
      if (stuck()) child.kill();
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.on('error', reject);
    child.on('close', (code) => {
      if (stuck()) say(missing);
      resolve(code ?? 1);
    });
  });
}
