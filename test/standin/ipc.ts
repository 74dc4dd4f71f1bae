import { EventEmitter } from 'node:events';
import type { PreventableEvent } from './event.ts';
import type { WebContents } from './web-contents.ts';
import type { WebFrame } from './web-frame.ts';

/** What a handler learns about who called. The frame is null once it is gone, and tests can make it so. */
export interface IpcEvent extends PreventableEvent {
  readonly type: 'frame';
  readonly sender: WebContents;
  readonly senderFrame: WebFrame | null;
  readonly processId: number;
  readonly frameId: number;
  readonly ports: readonly never[];
  returnValue: unknown;
  reply(channel: string, ...args: unknown[]): void;
}

type Handler = (event: IpcEvent, ...args: unknown[]) => unknown;

export class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  get channels(): readonly string[] {
    return [...this.#handlers.keys()];
  }

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  async invoke(event: IpcEvent, channel: string, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return handler(event, ...args);
  }
}
