// Run by `first.ts` in a process of its own, inside of a private keyring.
import { bulkRows, namesCut, narrowRows } from './amounts.ts';
import { everyday } from './everyday.ts';
import { firstSend } from './first-send.ts';
import { regularSend, signeeFieldInSight } from './regular-send.ts';

// One after the other: each has an app of its own.
const begun = await firstSend();
const figures = {
  gestures: begun.gestures,
  words: begun.words,
  regularGestures: await regularSend(),
  ...(await everyday()),
  namesCut: await namesCut(),
  narrowRows: await narrowRows(),
  bulkRows: await bulkRows(),
  signeeFieldInSight: await signeeFieldInSight(),
  wordsOf: begun.wordsOf,
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
