import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface CommandLine {
  readonly connectionFile: string | null;
  /** Files to send. */
  readonly documents: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * Switches for Electron and Chromium, which IT, the system or a debugger may add. The installer restarts the app with
 * --updated, and Windows starts it with -Embedding for a click on a notification. We ignore them.
 */
const runtimeSwitch =
  /^(?:-Embedding$|--updated$)|^--(user-data-dir|no-sandbox|inspect|remote-debugging|lang|force-|disable-|enable-|ozone-|proxy-|use-|allow-file-access|original-process-start-time|squirrel|no-first-run|gtk-|smoke-file=)/;

/** An address, not a file of this computer. */
const addressPattern = /^[a-z][a-z\d+.-]+:\/\//i;

/** Linux desktops may pass file:// addresses instead of paths. */
function pathOf(arg: string): string {
  if (!arg.startsWith('file://')) return arg;
  try {
    return fileURLToPath(arg);
  } catch {
    return arg;
  }
}

/** Ignores case, as Windows and macOS do in file names. Windows opens files by the last part of a name alone. */
const isConnectionFile = (path: string) => /\.countersign(?:-connection\.json)?$/i.test(basename(path));

/**
 * Reads `--connection FILE`, a connection file alone, as a double click passes it, and documents. Other options are
 * reported as unknown, not ignored.
 */
export function parseCommandLine(args: readonly string[], folder: string): CommandLine {
  const unknown: string[] = [];
  const documents: string[] = [];
  let connectionFile: string | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      documents.push(...args.slice(index + 1).map((path) => resolve(folder, pathOf(path))));
      break;
    }
    if (arg === '--connection') {
      const file = args[index + 1];
      if (file === undefined || file.startsWith('--')) unknown.push(arg);
      else {
        connectionFile = resolve(folder, file);
        index += 1;
      }
    } else if (arg.startsWith('--connection=')) connectionFile = resolve(folder, arg.slice('--connection='.length));
    else if (arg.startsWith('-')) {
      if (!runtimeSwitch.test(arg)) unknown.push(arg);
    } else if (addressPattern.test(pathOf(arg))) unknown.push(arg);
    else if (isConnectionFile(pathOf(arg))) connectionFile = resolve(folder, pathOf(arg));
    else if (arg !== '') documents.push(resolve(folder, pathOf(arg)));
  }
  return { connectionFile, documents, unknown };
}
