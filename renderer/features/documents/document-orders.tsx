import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentCommandKind, DocumentEntry, DocumentOrder } from '../../../preload/contract/document.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { RowSelection } from '../../../preload/contract/selection.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { RemindPeople } from '../reminder/remind-people.tsx';

const isAsked = (order: DocumentOrder): order is DocumentCommandKind => order === 'withdraw' || order === 'delete';
const askTexts = { withdraw: 'submission.askText.withdraw', delete: 'order.askDelete' } as const;
const dropTexts = { withdraw: 'order.dropWithdraw', delete: 'order.dropDelete' } as const;

/** Reminds the people of a document. Withdraws or deletes it, if it was made elsewhere. */
export function DocumentOrders({ document }: { document: DocumentEntry }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [reminding, setReminding] = useState<RowSelection | null>(null);
  const [asking, setAsking] = useState<DocumentCommandKind | null>(null);
  const { id, name, command, orders } = document;
  const give = (order: DocumentOrder) =>
    run(async () => {
      const answer = await ask(bridge().documents.order({ id, order }));
      setProblem(answer.ok ? null : answer.problem);
    });
  const label = (order: DocumentOrder) => {
    if (order === 'drop') return t(dropTexts[command?.kind ?? 'withdraw']);
    return t(order === 'retry' ? 'problem.retry' : `submission.command.${order}`);
  };
  const told = problem ?? command?.problem ?? null;
  const isRunning =
    document.documentStatus === 'in-progress' && document.goneAt === null && document.people.waiting > 0;
  if (orders.length === 0 && told === null && !isRunning) return null;
  return (
    <section aria-label={t('order.actions')}>
      {told && <Notice problem={told} silent={problem === null} />}
      <Actions>
        {isRunning && <Button onPress={() => setReminding({ keys: [id] })}>{t('waiting.remind')}</Button>}
        {orders.map((order) => (
          <Button key={order} onPress={() => (isAsked(order) ? setAsking(order) : void give(order))}>
            {label(order)}
          </Button>
        ))}
      </Actions>
      {reminding && <RemindPeople selection={reminding} onClose={() => setReminding(null)} />}
      {asking !== null && (
        <Question
          title={t(`submission.ask.${asking}`, { name: shownName(name) })}
          text={t(askTexts[asking])}
          yes={t(`submission.confirm.${asking}`)}
          onYes={() => {
            setAsking(null);
            return give(asking);
          }}
          onNo={() => setAsking(null)}
        />
      )}
    </section>
  );
}
