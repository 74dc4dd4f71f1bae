import type { RequestBox } from './request-box.ts';
import type { SendAnswer, SendRequest } from './send-command.ts';

/** The answer of the app. `untaken`: no app took the request, and none will. Null: the outcome is unknown. */
type Outcome = SendAnswer | 'untaken' | null;

interface AskAppDeps {
  readonly box: Pick<RequestBox, 'ask' | 'isTaken' | 'takeBack' | 'answerOf' | 'clear'>;
  /** Brings the request to the running app, or starts it. Doing it twice does no harm. */
  readonly bring: (id: string) => void;
  readonly isAppRunning: () => boolean;
  /** Tells whether the system refused to say who runs, and nobody who could answer is alive. */
  readonly isRefused: () => boolean;
  readonly onFault: (error: unknown) => void;
  readonly wait: (ms: number) => Promise<unknown>;
}

const LOOK_MS = 50;
/** The looks after which a message is sent again. Two starts at the same moment may lose it. */
const AGAIN_LOOKS = 60;
/** A running app has read a message by then, or its process is seen. */
const REFUSED_LOOKS = 40;
/** A cold start on a slow computer takes its time. */
const TAKEN_LOOKS = 60_000 / LOOK_MS;
/** A thousand large files are copied and flushed. */
const ANSWERED_LOOKS = (30 * 60_000) / LOOK_MS;

/** Asks the app to send files, and waits for the result of each. */
export async function askApp(request: SendRequest, deps: AskAppDeps): Promise<Outcome> {
  const { box, wait } = deps;
  const id = await box.ask(request).catch(deps.onFault);
  if (id === undefined) return 'untaken';
  /* oxlint-disable no-await-in-loop -- looks again until there is something */
  try {
    let isTaken = false;
    let isRefused = false;
    for (let look = 0; look < TAKEN_LOOKS && !isTaken && !isRefused; look += 1) {
      if (look % AGAIN_LOOKS === 0) deps.bring(id);
      await wait(LOOK_MS);
      isTaken = await box.isTaken(id);
      isRefused = look % AGAIN_LOOKS === REFUSED_LOOKS && deps.isRefused();
    }
    if (!isTaken && (await box.takeBack(id))) return 'untaken';
    for (let look = 1; look < ANSWERED_LOOKS; look += 1) {
      const answer = await box.answerOf(id);
      if (answer !== null) return answer;
      if (look % AGAIN_LOOKS === 0 && !deps.isAppRunning()) return box.answerOf(id);
      await wait(LOOK_MS);
    }
    return null;
  } finally {
    // Left-over files are swept later. The outcome stands.
    await box.clear(id).catch(deps.onFault);
  }
  /* oxlint-enable no-await-in-loop */
}
