import { writeFile } from 'node:fs/promises';
import type { Handlers } from '../../preload/contract/index.ts';
import type { Desktop } from '../desktop.ts';
import { safeStem, withoutEnding } from '../documents/copy-name.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { HistoryReader } from '../evidence/history.ts';
import { detailsOf } from '../journal/journal-fault.ts';
import type { PublishedState } from '../published-state.ts';
import type { Texts } from '../texts.ts';

interface EvidenceHandlersDeps {
  readonly evidence: Evidence;
  readonly historyOf: HistoryReader;
  readonly desktop: Pick<Desktop, 'pickSavePath' | 'printPage'>;
  readonly state: PublishedState;
  readonly texts: Texts;
}

export function evidenceHandlers({ evidence, historyOf, desktop, state, texts }: EvidenceHandlersDeps) {
  return {
    'evidence.history': (of) => {
      const { active } = state.get();
      return { lines: active === null ? [] : [...historyOf({ connectionId: active, ...of })] };
    },
    'evidence.sheet': (of) => evidence.sheet(of),
    'evidence.savePage': async ({ name }) => {
      const t = texts();
      const stem = safeStem(t('evidence.fileName', { name: withoutEnding(name) }));
      const path = await desktop.pickSavePath(t('evidence.save'), `${stem}.pdf`);
      if (path === null) return { ok: 'cancelled' };
      try {
        await writeFile(path, await desktop.printPage());
        return { ok: true };
      } catch (error) {
        return { ok: false, problem: { key: 'file-not-written', params: {}, details: detailsOf(error) } };
      }
    },
    'evidence.verify': () => evidence.verify(),
  } satisfies Partial<Handlers>;
}
