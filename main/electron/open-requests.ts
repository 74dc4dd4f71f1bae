import { z } from 'zod';
import { type CommandLine, parseCommandLine } from '../command-line.ts';

/** What a later start hands over by itself. */
const handedOver = z.object({ args: z.array(z.string()), folder: z.string() });
export type HandedOver = z.infer<typeof handedOver>;

/** The two events of Electron's app by which others ask for something. */
interface AppEvents {
  on(event: 'open-file', listener: (event: { preventDefault(): void }, path: string) => void): unknown;
  on(
    event: 'second-instance',
    listener: (event: unknown, argv: string[], folder: string, data: unknown) => void,
  ): unknown;
}

export interface OpenRequests {
  /** Everything asked for so far, then whatever comes. */
  serve(open: (asked: CommandLine) => void): void;
}

/**
 * Hears what later starts and macOS want opened, from before the app is ready, and keeps it until somebody serves it. The
 * arguments that Chromium passes on by itself are of no use: it puts the switches first, so that `--connection` loses its
 * file.
 */
export function createOpenRequests(app: AppEvents): OpenRequests {
  const waiting: CommandLine[] = [];
  const state: { open: (asked: CommandLine) => void } = { open: (asked) => void waiting.push(asked) };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    state.open(parseCommandLine([path], '/'));
  });
  app.on('second-instance', (_event, _argv, _folder, data) => {
    // Without them it was a Countersign of another version: its window is wanted all the same.
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
