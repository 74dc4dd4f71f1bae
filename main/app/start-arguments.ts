import { lengths } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';
import { readSmallFile } from '../files/small-file.ts';
import type { GatheredFiles } from '../intake/gathered-files.ts';
import type { CommandLine } from '../platform/command-line.ts';
import type { Notices } from '../state/notices.ts';

interface ArgumentsDeps {
  readonly book: Pick<ConnectionBook, 'find' | 'offer'>;
  readonly notices: Notices;
  readonly gatheredFiles: Pick<GatheredFiles, 'add'>;
  readonly isShown: (connectionId: string) => boolean;
  readonly activate: (connectionId: string) => void;
  readonly choose: () => void;
  readonly showDocument: (id: string) => void;
  /** Answers a command that waits. */
  readonly answerRequest: (id: string) => void;
}

/** Carries out the arguments of a start: of this one, or of a second one that passed them on. */
export function createArguments({ book, notices, gatheredFiles, isShown, activate, ...deps }: ArgumentsDeps) {
  return ({ connectionFile, documents, unknown, choose, document, request }: CommandLine): void => {
    if (document !== null) {
      deps.showDocument(document);
      return;
    }
    if (request !== null) deps.answerRequest(request);
    const found: Problem[] = unknown.map((option) => ({ key: 'option-unknown', params: { option } }));
    const content = connectionFile === null ? null : readSmallFile(connectionFile, lengths.connectionFile);
    if (connectionFile !== null && content === null)
      found.push({ key: 'option-file-missing', params: { file: connectionFile } });
    if (content !== null) {
      const { problem, known } = book.offer(content);
      if (problem) found.push(problem);
      // A person who opens the file to sign in again finds the way there beside its documents.
      const connection = known === null ? undefined : book.find(known);
      if (connection && connection.signedIn !== 'never' && !isShown(connection.id)) activate(connection.id);
    }
    // A command that only asks takes no notice away.
    if (found.length > 0 || connectionFile !== null) notices.set('asked', found);
    gatheredFiles.add(documents);
    if (choose) deps.choose();
  };
}
