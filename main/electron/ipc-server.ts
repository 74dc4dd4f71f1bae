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

/** The contract seen call by call, so that a name, its schemas and its handler stay together for the compiler. */
type CallSchemas = {
  readonly [N in CallName]: { readonly input: z.ZodType<Input<N>>; readonly output: z.ZodType<Output<N>> };
};

export interface IpcServerDeps {
  readonly ipc: Pick<IpcMain, 'handle'>;
  /** Our window's contents, while there is one. */
  readonly contents: () => WebContents | null;
  readonly handlers: Handlers;
  /** A bug in a handler: told to the log, not to the window. */
  readonly onBug: (call: string, error: unknown) => void;
}

/** Only our window's main frame, showing our page. A frame that is gone already is a no. */
function isOurs(event: IpcMainInvokeEvent, contents: WebContents | null): boolean {
  const frame = event.senderFrame;
  if (!contents || contents.isDestroyed() || event.sender.id !== contents.id) return false;
  return frame !== null && frame.parent === null && frame.origin === appOrigin && frame.url.startsWith(`${appOrigin}/`);
}

/** The only place where calls come in: the sender and the input are checked here, once, for all of them. */
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

/** The other direction: every event of the contract goes to our window, while there is one. */
export function serveEvents(sources: Sources, contents: IpcServerDeps['contents']): void {
  function forward<N extends EventName>(name: N): void {
    sources[name]((payload) => contents()?.send(name, payload));
  }
  for (const name of typedKeys(contract.events)) forward(name);
}
