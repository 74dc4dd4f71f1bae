import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import type { z } from 'zod';
import {
  type CallName,
  contract,
  type EventName,
  type Handlers,
  type Input,
  type Output,
  type Reply,
  type Sources,
} from '../../preload/contract/index.ts';
import { appOrigin } from './app-protocol.ts';

/** Pairs each call's name with its schemas, so that the compiler matches them with the handler. */
type CallSchemas = {
  readonly [N in CallName]: { readonly input: z.ZodType<Input<N>>; readonly output: z.ZodType<Output<N>> };
};

export interface IpcServerDeps {
  readonly ipc: Pick<IpcMain, 'handle'>;
  /** Returns the contents of our window, or null without a window. */
  readonly contents: () => WebContents | null;
  readonly handlers: Handlers;
  /** Logs a bug in a handler. The window only learns that the call failed. */
  readonly onBug: (call: string, error: unknown) => void;
}

/** Tells whether the main frame of our window sent the call and shows our page. False for a frame that is gone. */
function isOurs(event: IpcMainInvokeEvent, contents: WebContents | null): boolean {
  const frame = event.senderFrame;
  if (!contents || contents.isDestroyed() || event.sender.id !== contents.id) return false;
  return frame !== null && frame.parent === null && frame.origin === appOrigin && frame.url.startsWith(`${appOrigin}/`);
}

/** Receives all calls of the window. The only place that checks the sender and the input. */
export function serveCalls(deps: IpcServerDeps): void {
  const schemas: CallSchemas = contract.calls;
  function serve<N extends CallName>(name: N): void {
    const { input: inputSchema, output: outputSchema } = schemas[name];
    deps.ipc.handle(name, async (event, input: unknown): Promise<Reply<Output<N>>> => {
      if (!isOurs(event, deps.contents())) return { ok: false, error: 'forbidden' };
      try {
        const decoded = inputSchema.safeParse(input);
        if (!decoded.success) return { ok: false, error: 'bad-input' };
        const value = await deps.handlers[name](decoded.data);
        return { ok: true, value: outputSchema.parse(value) };
      } catch (error) {
        deps.onBug(name, error);
        return { ok: false, error: 'failed' };
      }
    });
  }
  for (const name of typedKeys(contract.calls)) serve(name);
}

function typedKeys<T extends object>(object: T): (keyof T)[] {
  const keys: (keyof T)[] = [];
  for (const key in object) keys.push(key);
  return keys;
}

/** Sends every event of the contract to our window. */
export function serveEvents(sources: Sources, contents: IpcServerDeps['contents']): void {
  function forward<N extends EventName>(name: N): void {
    sources[name]((payload) => contents()?.send(name, payload));
  }
  for (const name of typedKeys(contract.events)) forward(name);
}
