import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentEntry, DocumentOrder, DocumentOrderKind } from '../../../preload/contract/document.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { RowSelection } from '../../../preload/contract/selection.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import type { Action } from '../../ui/action-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { RemindPeople } from '../reminder/remind-people.tsx';
import { useServiceWords } from './entry/service-words.ts';

const isAsked = (order: DocumentOrder): order is DocumentOrderKind => order === 'withdraw' || order === 'delete';
const askTexts = { withdraw: 'submission.askText.withdraw', delete: 'order.askDelete' } as const;
const dropTexts = { withdraw: 'order.dropWithdraw', delete: 'order.dropDelete' } as const;

const weights = { retry: 1, drop: 2, withdraw: 4, delete: 6 } as const satisfies Record<DocumentOrder, number>;
const effects = { withdraw: 'submission.effect.withdraw', delete: 'order.askDelete' } as const;

interface DocumentActionsProps {
  /** Null: no check has listed it so far. */
  readonly document: DocumentEntry | null;
  /** Whether the row says what this document says, and not what its submission came to since. */
  readonly isSpeaking: boolean;
  readonly children: (actions: readonly Action[]) => ReactNode;
}

/** Reminds the people of a document. Withdraws or deletes it, if it was made elsewhere. */
export function DocumentActions({ document, isSpeaking, children }: DocumentActionsProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [reminding, setReminding] = useState<RowSelection | null>(null);
  const [asking, setAsking] = useState<{ readonly id: string; readonly order: DocumentOrderKind } | null>(null);
  const { id = '', name = '', command = null, orders = [] } = document ?? {};
  const give = (order: DocumentOrder) =>
    run(async () => {
      const answer = await ask(bridge().documents.order({ id, order }));
      setProblem(answer.ok ? null : answer.problem);
    });
  const label = (order: DocumentOrder) => {
    if (order === 'drop') return t(dropTexts[command?.kind ?? 'withdraw']);
    return t(order === 'retry' ? 'problem.retry' : `submission.command.${order}`);
  };
  const says = useServiceWords();
  const told = problem ?? command?.problem ?? null;
  const isRunning =
    document !== null &&
    isSpeaking &&
    document.documentStatus === 'in-progress' &&
    document.goneAt === null &&
    document.people.waiting > 0;
  const remind: Action = {
    id: 'remind',
    label: t('waiting.remind'),
    effect: null,
    look: command === null ? 'primary' : 'plain',
    weight: 3,
    act: () => setReminding({ keys: [id] }),
  };
  return (
    <>
      {told && <Notice problem={told} note={says(told)} silent={problem === null} />}
      {children([
        ...(isRunning ? [remind] : []),
        ...orders.map(
          (order): Action => ({
            id: `order ${order}`,
            label: label(order),
            effect: isAsked(order) ? t(effects[order]) : null,
            look: 'plain',
            weight: weights[order],
            act: () => (isAsked(order) ? setAsking({ id, order }) : void give(order)),
          }),
        ),
      ])}
      {reminding && <RemindPeople selection={reminding} onClose={() => setReminding(null)} />}
      {asking?.id === id && (
        <Question
          title={t(`submission.ask.${asking.order}`, { name: shownName(name) })}
          text={t(askTexts[asking.order])}
          yes={t(`submission.confirm.${asking.order}`)}
          onYes={() => {
            setAsking(null);
            return give(asking.order);
          }}
          onNo={() => setAsking(null)}
        />
      )}
    </>
  );
}
