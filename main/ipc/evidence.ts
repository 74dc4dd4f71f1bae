import { writeFile } from 'node:fs/promises';
import type { Handlers } from '../../preload/contract/index.ts';
import { separatorOf } from '../../shared/tables/separator.ts';
import { withoutEnding } from '../documents/copy-name.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { HistoryReader } from '../evidence/history.ts';
import type { SaveList } from '../evidence/save-list.ts';
import { safeStem } from '../files/safe-name.ts';
import { detailsOf } from '../journal/journal-fault.ts';
import type { Desktop } from '../platform/desktop.ts';
import { done, refuse } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Texts } from '../words/texts.ts';

interface EvidenceHandlersDeps {
  readonly evidence: Evidence;
  readonly historyOf: HistoryReader;
  readonly saveList: SaveList;
  readonly desktop: Pick<Desktop, 'pickSavePath' | 'printPage' | 'printOnPaper'>;
  readonly state: PublishedState;
  readonly texts: Texts;
}

export function evidenceHandlers({ evidence, historyOf, saveList, desktop, state, texts }: EvidenceHandlersDeps) {
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
    'evidence.print': async () => {
      const outcome = await desktop.printOnPaper();
      if (outcome.kind === 'cancelled') return { ok: 'cancelled' };
      return outcome.kind === 'failed' ? refuse('not-printed', {}, outcome.reason) : done;
    },
    'evidence.saveList': async ({ selection }) => {
      const { active, language } = state.get();
      if (active === null) return { ok: false, problem: { key: 'signed-out', params: {} } };
      const t = texts();
      const path = await desktop.pickSavePath(t('table.save'), t('table.fileName'));
      if (path === null) return { ok: 'cancelled' };
      try {
        await saveList({ connectionId: active, selection, path, separator: separatorOf(language), t });
        return { ok: true };
      } catch (error) {
        return { ok: false, problem: { key: 'file-not-written', params: {}, details: detailsOf(error) } };
      }
    },
    'evidence.verify': () => evidence.verify(),
  } satisfies Partial<Handlers>;
}
