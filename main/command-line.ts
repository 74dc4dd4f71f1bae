import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface CommandLine {
  readonly connectionFile: string | null;
  /** Whatever else was opened with the app: to be sent. */
  readonly documents: readonly string[];
  readonly unknown: readonly string[];
}

/** Switches of Electron and Chromium that IT, the system or a debugger may add; the app itself does not read them. */
const runtimeSwitch =
  /^--(user-data-dir|no-sandbox|inspect|remote-debugging|lang|force-|disable-|enable-|ozone-|proxy-|use-|allow-file-access|original-process-start-time|squirrel|no-first-run|headless|gtk-)/;

/** An address that is no file of this computer. */
const elsewhere = /^[a-z][a-z\d+.-]+:\/\//i;

/** Linux desktops hand over addresses where they were asked for any number of files. */
function pathOf(arg: string): string {
  if (!arg.startsWith('file://')) return arg;
  try {
    return fileURLToPath(arg);
  } catch {
    return arg;
  }
}

/** Windows and macOS keep the case of a name and do not mind it. */
const isConnectionFile = (path: string) => basename(path).toLowerCase().endsWith('.countersign-connection.json');

/**
 * The app's own options: `--connection FILE`, or such a file alone, as a double click hands it over; and documents. Everything
 * else that looks like an option is reported, not ignored.
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
    } else if (elsewhere.test(pathOf(arg))) unknown.push(arg);
    else if (isConnectionFile(pathOf(arg))) connectionFile = resolve(folder, pathOf(arg));
    else if (arg !== '') documents.push(resolve(folder, pathOf(arg)));
  }
  return { connectionFile, documents, unknown };
}
