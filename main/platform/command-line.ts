import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lengths } from '../../preload/contract/limits.ts';

/** The requests of a start of the app. */
export interface CommandLine {
  readonly connectionFile: string | null;
  /** Files to send. */
  readonly documents: readonly string[];
  readonly unknown: readonly string[];
  /** Whether the computer or a script started the app, so that nobody waits for a window. */
  readonly hidden: boolean;
  /** Whether a person wants to send, and has not said which files. */
  readonly choose: boolean;
  /** The id of a document to show. It comes from outside and may be anything. */
  readonly document: string | null;
  /** A command waits for an answer under this id. */
  readonly request: string | null;
}

export const emptyCommandLine: CommandLine = {
  connectionFile: null,
  documents: [],
  unknown: [],
  hidden: false,
  choose: false,
  document: null,
  request: null,
};

/**
 * Switches for Electron and Chromium, which IT, the system or a debugger may add. The installer restarts the app with
 * --updated, and Windows starts it with -Embedding for a click on a notification. We ignore them.
 */
const runtimeSwitches =
  /^-Embedding$|^--(?:updated|user-data-dir|no-sandbox|no-first-run|lang|original-process-start-time|smoke-file|(?:inspect|squirrel|allow-file-access)(?:-[a-z-]+)?|(?:remote-debugging|force|disable|enable|ozone|proxy|use|gtk)-[a-z\d-]+)(?:=[^]*)?$/;
/** A file such as `--force-majeure=2.pdf` is no switch. Ignoring it would report success without sending it. */
const documentEnding = /\.(?:pdf|docx|xlsx|eml|msg)$/i;

export const isRuntimeSwitch = (arg: string): boolean => runtimeSwitches.test(arg) && !documentEnding.test(arg);

/** An address, not a file of this computer. */
const addressPattern = /^[a-z][a-z\d+.-]+:\/\//i;
const ourAddress = /^countersign:/i;

/** Returns a path, also for the file:// addresses that Linux desktops may pass. */
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

/** Shows a document, or the row of a submission by its key. */
export const addressOf = (document: string): string => `countersign://open?${new URLSearchParams({ document })}`;

/**
 * Returns the id in `countersign://open?document=ID`, or null for any other address, since any web page may ask for
 * one.
 */
function documentOf(address: string): string | null {
  const url = URL.parse(address);
  const [named, ...more] = [...(url?.searchParams ?? [])];
  const isPlain = url?.protocol === 'countersign:' && url.host === 'open' && /^\/?$/.test(url.pathname);
  if (!isPlain || url.username + url.password + url.hash !== '' || more.length > 0 || named?.[0] !== 'document')
    return null;
  const [, id] = named;
  return id !== '' && id.length <= lengths.identifier ? id : null;
}

/**
 * Reads `--connection FILE`, a connection file alone, as a double click passes it, and documents. Other options are
 * reported as unknown, not ignored.
 */
export function parseCommandLine(args: readonly string[], folder: string): CommandLine {
  // A page that gets more arguments past the system beside its address must gain nothing by them.
  const address = args.find((arg) => ourAddress.test(arg));
  if (address !== undefined) return { ...emptyCommandLine, document: documentOf(address) };
  const unknown: string[] = [];
  const documents: string[] = [];
  let connectionFile: string | null = null;
  let hidden = false;
  let choose = false;
  let request: string | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      documents.push(...args.slice(index + 1).map((path) => resolve(folder, pathOf(path))));
      break;
    }
    if (arg === '--hidden') hidden = true;
    else if (arg === '--send') choose = true;
    else if (arg.startsWith('--request=')) request = arg.slice('--request='.length);
    else if (arg === '--connection') {
      const file = args[index + 1];
      if (file === undefined || file.startsWith('--')) unknown.push(arg);
      else {
        connectionFile = resolve(folder, file);
        index += 1;
      }
    } else if (arg.startsWith('--connection=')) connectionFile = resolve(folder, arg.slice('--connection='.length));
    else if (arg.startsWith('-')) {
      if (!isRuntimeSwitch(arg)) unknown.push(arg);
    } else if (addressPattern.test(pathOf(arg))) unknown.push(arg);
    else if (isConnectionFile(pathOf(arg))) connectionFile = resolve(folder, pathOf(arg));
    else if (arg !== '') documents.push(resolve(folder, pathOf(arg)));
  }
  // With files, the person wants to send these.
  choose &&= documents.length === 0;
  return { connectionFile, documents, unknown, hidden, choose, document: null, request };
}
