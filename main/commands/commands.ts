import { setTimeout as pause } from 'node:timers/promises';
import type { During } from '../time/work.ts';
import type { RequestBox } from './request-box.ts';
import { createSendFiles, type SendFilesDeps } from './send-files.ts';
import type { DocumentStatus, StatusAnswer } from './status-answer.ts';

/** Longer than a virus scanner holds a new file. */
const ANSWER_AGAIN_MS = 2_000;

type Request = Awaited<ReturnType<RequestBox['take']>>;

interface CommandsDeps extends SendFilesDeps {
  readonly box: Pick<RequestBox, 'take' | 'answer' | 'sweep'>;
  readonly status: () => StatusAnswer;
  readonly statusOfDocuments: (ids: readonly string[]) => DocumentStatus[];
  readonly during: During;
  readonly onFault: (error: unknown) => void;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** Answers the commands of scripts. The app does not quit before a command has its answer. */
export function createCommands(deps: CommandsDeps) {
  const { box, during, onFault, wait = pause } = deps;
  const sendFiles = createSendFiles(deps);
  box.sweep(Date.now()).catch(onFault);

  /** Returns the answer. No file in it: the command says that it does not know. */
  async function answerTo(request: Exclude<Request, 'gone'>, status: StatusAnswer) {
    const unknown = { version: 1 as const, files: [] };
    if (request === 'unreadable') return unknown;
    try {
      if (!('ask' in request)) return await sendFiles.send(request);
      const { ids = [] } = request;
      return ids.length > 0 && deps.durable ? { ...status, documents: deps.statusOfDocuments(ids) } : status;
    } catch (error) {
      onFault(error);
      return unknown;
    }
  }

  async function answer(id: string, status: StatusAnswer): Promise<void> {
    const request = await box.take(id);
    if (request === 'gone') return;
    const known = await answerTo(request, status);
    // A scanner may hold the new file for a moment: what happened to the files must not be lost with that.
    await box.answer(id, known).catch(async (error: unknown) => {
      onFault(error);
      await wait(ANSWER_AGAIN_MS);
      await box.answer(id, known);
    });
  }

  return {
    // To answer is work as well, which must not count in the answer.
    answer: (id: string): void => void during('take', answer(id, deps.status())).catch(onFault),
  };
}
