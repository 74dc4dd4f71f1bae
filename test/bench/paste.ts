/** Hostile texts of the greatest length that is read, each as the median of some turns: the longest one holds the window. */

import { readPastedCredentials } from '../../main/paste/pasted-credentials.ts';
import { hostileTexts } from '../../main/paste/testing/hostile-texts.ts';

const TURNS = 5;

function medianMs(text: string): number {
  const times = Array.from({ length: TURNS }, () => {
    const began = performance.now();
    readPastedCredentials(text);
    return performance.now() - began;
  });
  return times.toSorted((a, b) => a - b)[TURNS >> 1] ?? 0;
}

export function paste(): Readonly<Record<string, number>> {
  const times = Object.values(hostileTexts).map(medianMs);
  return {
    hostileTexts: times.length,
    slowestMs: Math.round(Math.max(...times) * 10) / 10,
    allMs: Math.round(times.reduce((sum, time) => sum + time, 0) * 10) / 10,
  };
}
