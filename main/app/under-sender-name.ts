import type { Offer } from '../intake/intake.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Submission } from '../submission/submission.ts';

type Governed = Pick<Outbox, 'take' | 'takeDraft' | 'command'>;

/** Applies a policy that sets the sender name of all invitations to the outbox, whoever adds a document. */
export function underSenderName<T extends Governed>(outbox: T, senderName: string | null): T {
  if (senderName === null) return outbox;
  const named = (submission: Submission): Submission => ({
    ...submission,
    wish: { ...submission.wish, alias: senderName },
  });
  const governed: Governed = {
    async take(offers, report) {
      const before = new Map<Offer, Offer>(
        offers.map((offer) => [{ ...offer, submission: (file) => named(offer.submission(file)) }, offer]),
      );
      await outbox.take([...before.keys()], (step) => report({ ...step, offer: before.get(step.offer) ?? step.offer }));
    },
    takeDraft: (submission, document) => outbox.takeDraft(named(submission), document),
    command: (id, command) =>
      outbox.command(
        id,
        command.kind === 'update' || command.kind === 'complete' ? { ...command, alias: senderName } : command,
      ),
  };
  return { ...outbox, ...governed };
}
