import { use } from 'react';
import type { PressEvent } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../ui/button.tsx';
import { shownName } from '../../../ui/shown-name.ts';
import { TellRefusal } from '../../../ui/tell-refusal.ts';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { IsEntrance } from '../rows/is-entrance.ts';
import styles from './submission.module.css';

type Kind = 'undo' | 'send-now' | 'send' | 'retry';

/** Texts for commands that differ in a row. */
const meanings = { undo: 'undo', retry: 'tryNow', send: 'send', 'send-now': 'send-now' } as const;

interface RowCommandsProps {
  readonly row: SubmissionRow;
  readonly name: string;
  readonly kinds: readonly Kind[];
}

/** Shows commands that people need at once, without opening the details. */
export function RowCommands({ row, name, kinds }: RowCommandsProps) {
  const { t } = useTranslation();
  const tell = use(TellRefusal);
  const isEntrance = use(IsEntrance);
  const run = useOneAtATime();
  const offered = kinds.filter((kind) => row.commands.includes(kind));
  if (offered.length === 0) return null;
  const press = (kind: Kind) => (event: PressEvent) => {
    // The button disappears: put the focus on its row.
    event.target.closest<HTMLElement>('[role="row"]')?.focus();
    void run(async () => {
      const answer = await ask(bridge().outbox.command({ id: row.id, command: { kind } }));
      tell(answer.ok ? null : answer.problem);
    });
  };
  return (
    <span className={styles['commands']} {...(offered.includes('undo') ? {} : { 'data-at-hand': true })}>
      {offered.map((kind) => {
        const text = t(`submission.command.${meanings[kind]}`);
        return (
          <span key={kind} className={styles[kind]} data-at-hand={kind === 'send-now' || undefined}>
            <Button aria-label={`${text} ${shownName(name)}`} excludeFromTabOrder={!isEntrance} onPress={press(kind)}>
              {text}
            </Button>
          </span>
        );
      })}
    </span>
  );
}
