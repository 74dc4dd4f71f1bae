import type { Handlers } from '../../preload/contract/index.ts';
import { separatorOf } from '../../shared/tables/separator.ts';
import type { Insight } from '../insight/insight.ts';
import { signatureTable } from '../insight/signature-counts.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Texts } from '../words/texts.ts';
import { withShown } from './known-connection.ts';
import { saveAs } from './save-as.ts';

interface InsightHandlersDeps {
  readonly insight: Insight;
  readonly desktop: Pick<Desktop, 'pickSavePath'>;
  readonly state: PublishedState;
  readonly texts: Texts;
}

export function insightHandlers({ insight, desktop, state, texts }: InsightHandlersDeps) {
  const shown = withShown(state);
  return {
    'insight.month': ({ month }) => insight.month(month),
    'insight.saveSignatures': shown(async (connectionId) => {
      const t = texts();
      const content = signatureTable(await insight.signatures(connectionId), separatorOf(state.get().language), t);
      return saveAs(desktop, { title: t('month.saveTitle'), name: t('month.fileName'), content });
    }),
  } satisfies Partial<Handlers>;
}
