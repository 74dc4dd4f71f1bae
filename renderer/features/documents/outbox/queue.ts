import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { shareOf } from '../../../language/amounts.ts';

export interface Queue {
  /** Submissions on their way, without those that need a person. */
  readonly open: number;
  readonly uploading: number;
  /** Uploaded percent of the bytes of all uploads. */
  readonly share: number;
}

export function queueOf(submissions: readonly SubmissionRow[]): Queue {
  let open = 0;
  let uploading = 0;
  let bytes = 0;
  let total = 0;
  for (const { phase, step, progress, size } of submissions) {
    if (phase !== 'waiting' && phase !== 'calling' && phase !== 'unclear') continue;
    open += 1;
    if (phase !== 'calling' || step !== 'upload') continue;
    uploading += 1;
    bytes += progress?.bytes ?? 0;
    total += progress?.total ?? size;
  }
  return { open, uploading, share: shareOf(bytes, total) };
}
