import type { Offer } from '../intake/intake.ts';
import type { OutboxCommand } from '../outbox/carry-out.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Submission } from '../submission/submission.ts';

type Governed = Pick<Outbox, 'take' | 'takeDraft' | 'command'>;

/** Returns the command with the name in all that it sends. The window shows no other. */
function withName(command: OutboxCommand, alias: string): OutboxCommand {
  switch (command.kind) {
    case 'update':
    case 'complete':
      return { ...command, alias };
    case 'revise':
      return { ...command, choices: { ...command.choices, alias } };
    case 'redo': {
      const { corrected } = command;
      return corrected
        ? { ...command, corrected: { ...corrected, choices: { ...corrected.choices, alias } } }
        : command;
    }
    default:
      return command;
  }
}

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
    command: (id, command) => outbox.command(id, withName(command, senderName)),
  };
  return { ...outbox, ...governed };
}
