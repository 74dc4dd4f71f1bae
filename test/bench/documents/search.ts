import { createListIndex } from '../../../main/list/list-index.ts';
import { createViewReader } from '../../../main/list/list-view.ts';
import { keyOfSubmission } from '../../../main/list/row-key.ts';
import { inSlices } from '../../../main/time/slices.ts';
import { wholeList } from '../../../preload/contract/list-choices.ts';
import { inTurns, type Pairs } from '../ratio.ts';
import { submissionOf } from './fill.ts';

const TURNS = 25;
const searches = ['ve', 'vert', 'mul', 'of', 'person12'];

/** The search of the list in main, without the window, in turns with a look into each of the same texts. */
export async function searchBesideScan(rows: number): Promise<Pairs> {
  const index = createListIndex();
  for (let at = 0; at < rows; at += 1) index.putSubmission(keyOfSubmission(submissionOf(at)));
  const viewOf = createViewReader(index, () => ({ now: 0, peopleOf: () => '', addressesOf: () => [] }));
  await inSlices(index.prepareSearch());
  const whole = await viewOf(wholeList);
  const texts = whole.groups.flatMap(({ rows: shown }) => shown.map(({ words }) => words));
  const wordOf = (turn: number) => searches[turn % searches.length] ?? '';
  let [ours, reference] = [0, 0];
  return inTurns(
    TURNS,
    async () => {
      const began = performance.now();
      await viewOf({ ...wholeList, search: wordOf(ours) });
      ours += 1;
      return performance.now() - began;
    },
    () => {
      const wanted = wordOf(reference);
      reference += 1;
      const began = performance.now();
      texts.filter((text) => text.includes(wanted));
      return performance.now() - began;
    },
  );
}
