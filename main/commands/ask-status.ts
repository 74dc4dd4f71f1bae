import type { StatusOutcome } from './program-command.ts';
import type { RequestBox } from './request-box.ts';

interface AskStatusDeps {
  readonly box: Pick<RequestBox, 'ask' | 'statusOf' | 'clear'>;
  /** Hands a request to the running app. False: none runs, and none is started. */
  readonly bring: (id: string) => boolean;
  readonly wait: (ms: number) => Promise<unknown>;
  readonly ids: readonly string[];
}

const LOOK_MS = 50;
/** The app answers from memory. A monitor must not wait for longer. */
const LOOKS = 10_000 / LOOK_MS;
/** The looks after which a message is sent again. Two starts at the same moment may lose it. */
const AGAIN_LOOKS = 40;

/** Asks the running app how things are. */
export async function askStatus({ box, bring, wait, ids }: AskStatusDeps): Promise<StatusOutcome> {
  const id = await box.ask({ version: 1, ask: 'status', ...(ids.length > 0 && { ids: [...ids] }) });
  /* oxlint-disable no-await-in-loop -- looks again until there is something */
  try {
    for (let look = 0; look < LOOKS; look += 1) {
      if (look % AGAIN_LOOKS === 0 && !bring(id)) return 'not-running';
      await wait(LOOK_MS);
      const answer = await box.statusOf(id);
      if (answer !== null) return answer;
    }
    return null;
  } finally {
    // Left-over files are swept later. The outcome stands.
    await box.clear(id).catch(() => {});
  }
  /* oxlint-enable no-await-in-loop */
}
