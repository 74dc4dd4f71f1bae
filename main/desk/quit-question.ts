import type { DeskQuestion } from '../platform/desktop.ts';
import type { Texts } from '../words/texts.ts';

/** The work that quitting now would interrupt or lose. */
export interface QuitRisk {
  /** The number of files on their way into the journal. Only the journal survives. */
  readonly taking: number;
  /** Calls to the service that are running. */
  readonly sending: number;
  /** Calls for what a person ordered for a document, such as a withdrawal or another invitation. */
  readonly ordering: number;
  /** Submissions that were sent a moment ago and can still be undone. */
  readonly counting: number;
  /** Signed copies that are being saved. */
  readonly saving: number;
  /** The number of files in the Send window that were not sent. The window forgets them. */
  readonly unsent: number;
}

/** The step when a person quits. `wait`: no question yet, because the files will be safe in a moment. */
export type QuitStep = 'quit' | 'wait' | 'ask';

/** Decides whether quitting asks. Work for the network or a later day continues at the next start: no reason to ask. */
export function quitStep({ taking, sending, ordering, counting, saving, unsent }: QuitRisk): QuitStep {
  if (taking > 0) return 'wait';
  return sending + ordering + counting + saving + unsent > 0 ? 'ask' : 'quit';
}

/** Tells what an app that ends now would interrupt, or only lose. */
export function whatEnds(risk: QuitRisk): 'sending' | 'unsent' | null {
  if (quitStep(risk) === 'quit') return null;
  return quitStep({ ...risk, unsent: 0 }) === 'quit' ? 'unsent' : 'sending';
}

export function quitQuestion(t: ReturnType<Texts>, risk: QuitRisk): DeskQuestion {
  const { sending, ordering, counting, saving, unsent } = risk;
  const reasons = [
    ...(unsent > 0 ? [t('desk.quit.unsent', { count: unsent })] : []),
    ...(sending + counting > 0 ? [t('desk.quit.sending', { count: Math.max(sending, counting) })] : []),
    ...(ordering > 0 ? [t('desk.quit.ordering')] : []),
    ...(saving > 0 ? [t('desk.quit.saving')] : []),
  ];
  return {
    title: t('desk.quit.title'),
    text: reasons.join('\n'),
    buttons: [t('desk.quit.stay'), t('desk.quit.quit')],
  };
}
