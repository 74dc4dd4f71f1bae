import type { During } from '../time/work.ts';
import type { RequestBox } from './request-box.ts';
import { createSendFiles, type SendFilesDeps } from './send-files.ts';
import type { DocumentStatus, StatusAnswer } from './status-answer.ts';

interface CommandsDeps extends SendFilesDeps {
  readonly box: Pick<RequestBox, 'take' | 'answer' | 'sweep'>;
  readonly status: () => StatusAnswer;
  readonly statusOfDocuments: (ids: readonly string[]) => DocumentStatus[];
  readonly during: During;
  readonly onFault: (error: unknown) => void;
}

/** Answers the commands of scripts. The app does not quit before a command has its answer. */
export function createCommands(deps: CommandsDeps) {
  const { box, during, onFault } = deps;
  const sendFiles = createSendFiles(deps);
  box.sweep(Date.now()).catch(onFault);

  async function answer(id: string, status: StatusAnswer): Promise<void> {
    const request = await box.take(id);
    if (request === 'gone') return;
    try {
      if (request !== 'unreadable' && 'ask' in request) {
        const { ids = [] } = request;
        const isAsked = ids.length > 0 && deps.durable;
        await box.answer(id, isAsked ? { ...status, documents: deps.statusOfDocuments(ids) } : status);
        return;
      }
      if (request !== 'unreadable') {
        await box.answer(id, await sendFiles.send(request));
        return;
      }
    } catch (error) {
      onFault(error);
    }
    // No file in the answer: the command says that it does not know.
    await box.answer(id, { version: 1, files: [] });
  }

  return {
    // To answer is work as well, which must not count in the answer.
    answer: (id: string): void => void during('take', answer(id, deps.status())).catch(onFault),
  };
}
