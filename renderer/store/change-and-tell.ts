import type { Done } from '../../preload/contract/answer.ts';
import type { Reply } from '../../preload/contract/index.ts';
import { ask } from '../bridge/bridge.ts';
import { useUi } from './ui.ts';

/** Asks for a change whose control has no room for a refusal, and tells that above the screen. */
export async function changeAndTell(reply: Promise<Reply<Done | { ok: 'cancelled' }>>): Promise<void> {
  const answer = await ask(reply);
  if (answer.ok === false) useUi.setState({ fault: answer.problem });
}
