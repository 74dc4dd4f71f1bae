import type { SigningClient } from '../../../main/signing/client.ts';
import type { Submission } from '../../../main/submission/submission.ts';
import type { World } from './world.ts';

/** Looks that one check may lead to, beside one for each submission: the rest waits for the next check. */
const SPARE = 100;

/** A person has chosen this document for the submission: that leads to a look of its own. */
const hasChosen = ({ stage }: Submission, documentId: string) =>
  stage.kind === 'unclear' && stage.candidates.includes(documentId);

/** Counts the outbox's looks at documents of nobody here, in one process. Hundreds may have one of our names. */
export function createLooksJudge(world: Pick<World, 'rows' | 'problem' | 'looks'>) {
  const { rows, problem } = world;
  let looks = 0;
  return {
    /** A check has ended: what it showed may be looked at. */
    checked(): void {
      looks = 0;
    },
    watch(client: SigningClient): SigningClient {
      return {
        ...client,
        details(documentId, options) {
          const all = rows();
          if (!all.some((row) => row.documentId === documentId || hasChosen(row, documentId))) {
            looks += 1;
            world.looks += 1;
          }
          if (looks === all.length + SPARE + 1)
            problem(`${looks} looks after one check, for ${all.length} submissions`);
          return client.details(documentId, options);
        },
      };
    },
  };
}
