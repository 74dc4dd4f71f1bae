import { z } from 'zod';
import { type CommandLine, parseCommandLine } from '../platform/command-line.ts';

/** The data that a second start of the app sends to the running one. */
const handedOver = z.object({ args: z.array(z.string()), folder: z.string() });
export type HandedOver = z.infer<typeof handedOver>;

/** The events of Electron's app that ask us to open something. */
interface AppEvents {
  on(event: 'open-file', listener: (event: { preventDefault(): void }, path: string) => void): unknown;
  on(event: 'open-url', listener: (event: { preventDefault(): void }, address: string) => void): unknown;
  on(
    event: 'second-instance',
    listener: (event: unknown, argv: string[], folder: string, data: unknown) => void,
  ): unknown;
}

export interface OpenRequests {
  /** Calls `open` for each request so far, then for each new one. */
  serve(open: (asked: CommandLine) => void): void;
}

/**
 * Collects requests to open files, from macOS and from later starts of the app, also before the app is ready. It uses
 * the data of a second start instead of its `argv`: Chromium moves the switches in it to the front, which separates
 * `--connection` from its file. `answer` tells the later start that its data arrived.
 */
export function createOpenRequests(app: AppEvents, answer: () => void): OpenRequests {
  const waiting: CommandLine[] = [];
  const state: { open: (asked: CommandLine) => void } = { open: (asked) => void waiting.push(asked) };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    state.open(parseCommandLine([path], '/'));
  });
  app.on('open-url', (event, address) => {
    event.preventDefault();
    state.open(parseCommandLine([address], '/'));
  });
  app.on('second-instance', (_event, _argv, _folder, data) => {
    answer();
    // Without valid data, another version of Countersign was started. Show the window all the same.
    const { args, folder } = handedOver.safeParse(data).data ?? { args: [], folder: '/' };
    state.open(parseCommandLine(args, folder));
  });
  return {
    serve(open) {
      state.open = open;
      for (const asked of waiting.splice(0)) open(asked);
    },
  };
}
