import { writeFile } from 'node:fs/promises';
import type { Handlers } from '../../preload/contract/index.ts';
import { separatorOf } from '../../shared/tables/separator.ts';
import { withoutEnding } from '../documents/copy-name.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { HistoryReader } from '../evidence/history.ts';
import type { SaveList } from '../evidence/save-list.ts';
import { safeStem } from '../files/safe-name.ts';
import type { Desktop } from '../platform/desktop.ts';
import { done, refuse } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Texts } from '../words/texts.ts';
import { withShown } from './known-connection.ts';
import { saveAs } from './save-as.ts';

interface EvidenceHandlersDeps {
  readonly evidence: Evidence;
  readonly historyOf: HistoryReader;
  readonly saveList: SaveList;
  readonly desktop: Pick<Desktop, 'pickSavePath' | 'printPage' | 'printOnPaper'>;
  readonly state: PublishedState;
  readonly texts: Texts;
}

export function evidenceHandlers({ evidence, historyOf, saveList, desktop, state, texts }: EvidenceHandlersDeps) {
  const shown = withShown(state);

  return {
    'evidence.history': (of) => {
      const { active } = state.get();
      return { lines: active === null ? [] : [...historyOf({ connectionId: active, ...of })] };
    },
    'evidence.sheet': (of) => evidence.sheet(of),
    'evidence.savePage': async ({ name }) => {
      const t = texts();
      const stem = safeStem(t('evidence.fileName', { name: withoutEnding(name) }));
      // Before the dialog: until it is answered, a notification may open another document.
      const printing = desktop.printPage();
      await printing.catch(() => {});
      const content = async (path: string) => writeFile(path, await printing);
      return saveAs(desktop, { title: t('evidence.save'), name: `${stem}.pdf`, content });
    },
    'evidence.print': async () => {
      const outcome = await desktop.printOnPaper();
      if (outcome.kind === 'cancelled') return { ok: 'cancelled' };
      return outcome.kind === 'failed' ? refuse('not-printed', {}, outcome.reason) : done;
    },
    'evidence.saveList': shown((connectionId, { selection }) => {
      const t = texts();
      const separator = separatorOf(state.get().language);
      const content = (path: string) => saveList({ connectionId, selection, path, separator, t });
      return saveAs(desktop, { title: t('table.save'), name: t('table.fileName'), content });
    }),
    'evidence.verify': () => evidence.verify(),
  } satisfies Partial<Handlers>;
}
