import type { Handlers } from '../../preload/contract/index.ts';
import { readMarkForms, writeMark } from '../../shared/text-marks.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import type { Tray } from '../intake/tray.ts';
import type { Desktop } from '../platform/desktop.ts';
import { refuse, refuseWith } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { TextMarkReader } from '../text-marks/text-mark-reader.ts';
import { withShown } from './known-connection.ts';

interface TextMarksDeps {
  readonly tray: Pick<Tray, 'judge' | 'withBytes'>;
  readonly desktop: Pick<Desktop, 'copyText'>;
  readonly state: PublishedState;
  readonly documentReader: TextMarkReader;
}

/** Answers about the marks in a document that say where people sign. Only the connection file says how they look. */
export function textMarksHandlers({ tray, desktop, state, documentReader }: TextMarksDeps) {
  const shown = withShown(state);
  const formsOf = (connectionId: string) => state.connectionOf(connectionId)?.fields.textMarks ?? [];

  return {
    'files.textMarks': shown(async (active, { id }) => {
      const forms = formsOf(active);
      if (readMarkForms(forms).length === 0) return { ok: true, found: { marks: [], isWhole: false } };
      const verdict = await tray.judge(id);
      if (!verdict.ok) return refuseWith(problemOfRefusal(verdict.refusal, ''));
      const found = await tray.withBytes(id, (bytes) => documentReader.textMarks(verdict.kind, bytes, forms));
      if (found !== null && 'kind' in found) return refuseWith(problemOfRefusal(found, ''));
      return { ok: true, found };
    }),
    'files.copyMark': shown(async (active, person) => {
      const mark = writeMark(readMarkForms(formsOf(active)), person);
      if (mark === null) return refuse('unknown', {}, 'no form of a mark names a person');
      await desktop.copyText(mark);
      return { ok: true };
    }),
  } satisfies Partial<Handlers>;
}
