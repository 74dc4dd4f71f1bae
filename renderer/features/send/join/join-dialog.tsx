import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import { lengths, limits } from '../../../../preload/contract/limits.ts';
import type { Problem } from '../../../../preload/contract/problem.ts';
import { sizeAgainst } from '../../../../shared/megabytes.ts';
import { saySize } from '../../../language/amounts.ts';
import { Actions } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { shownName } from '../../../ui/shown-name.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import { nothingOwn, type SheetFile } from '../sheet.ts';
import { useVoice } from '../signees/use-voice.tsx';
import styles from './join.module.css';
import { JoinRows } from './join-rows.tsx';
import { dropped, inOrder, moved } from './joined-files.ts';
import { useJoining } from './use-joining.ts';

interface JoinDialogProps {
  /** The files that can be tried to join. */
  readonly files: readonly SheetFile[];
  readonly locale: string;
  readonly onClose: () => void;
}

const tooLarge: Problem = {
  key: 'join-too-large',
  params: { limit: sizeAgainst(0, limits.fileBytes).limit, pages: limits.joinedPages },
};

/** Asks for the order and the name of one document made from several files. */
export function JoinDialog({ files, locale, onClose }: JoinDialogProps) {
  const { t } = useTranslation();
  const { say, voice } = useVoice();
  const { isJoining, problem, alone, join, close, forgetProblem } = useJoining(onClose);
  useFocusAfter(isJoining);
  const [ordered, setOrdered] = useState<readonly string[]>([]);
  const [apart, setApartIds] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState<string | null>(null);
  const [tried, setTried] = useState(false);

  const order = inOrder(files, ordered, apart);
  const chosen = order.flatMap((id) => files.find((file) => file.id === id) ?? []);
  const name = typed ?? chosen[0]?.name ?? '';
  const size = chosen.reduce((sum, file) => sum + file.size, 0);
  const wrong = chosen.filter(({ id }) => alone.has(id));
  const shownProblem = size > limits.fileBytes ? tooLarge : problem;
  const missing =
    chosen.length < 2
      ? t('send.join.needsTwo')
      : chosen.length > limits.joinedFiles
        ? t('send.join.tooMany', { limit: limits.joinedFiles })
        : null;
  const nameOf = (id: string) => shownName(files.find((file) => file.id === id)?.name ?? '');

  function reorder(next: readonly string[], id: string): void {
    setOrdered(next);
    say(t('send.join.moved', { name: nameOf(id), place: next.indexOf(id) + 1, all: next.length }));
  }
  function setApart(ids: readonly string[]): void {
    setApartIds((now) => new Set([...now, ...ids]));
    forgetProblem();
    say(ids.map((id) => t('send.join.setApart', { name: nameOf(id) })).join(' '));
  }
  function submit(): void {
    setTried(true);
    if (missing !== null || name.trim() === '' || size > limits.fileBytes) return;
    const ids = chosen.map(({ id }) => id);
    void join(ids, name);
  }

  return (
    <ModalDialog title={t('send.join.title')} onClose={close}>
      <Form
        className={styles['form'] ?? ''}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {/* What is being joined must be what the list shows. */}
        <div className={styles['fields']} inert={isJoining}>
          <p className={styles['hint']}>{t('send.join.hint')}</p>
          <JoinRows
            files={chosen}
            alone={alone}
            locale={locale}
            onMove={(id, direction) => reorder(moved(order, id, direction), id)}
            onDrop={(id, target, position) => reorder(dropped(order, id, target, position), id)}
            onApart={(id) => setApart([id])}
          />
          <p className={styles['sum']}>
            {t('send.join.sum', { files: t('send.fileCount', { count: chosen.length }), size: saySize(size, locale) })}
          </p>
          {chosen.some(({ own }) => own !== nothingOwn) && <p>{t('send.join.ownChoices')}</p>}
          <TextInput
            label={t('send.join.name')}
            value={name}
            onChange={setTyped}
            maxLength={lengths.identifier}
            error={tried && name.trim() === '' ? t('send.join.needsName') : undefined}
          />
        </div>
        {shownProblem !== null && <Notice problem={shownProblem} />}
        <p role="status" className={styles['missing']}>
          {isJoining ? t('send.join.doing') : wrong.length > 0 ? t('send.join.someAlone') : missing}
        </p>
        <Actions end>
          <Button onPress={close}>{t('connect.cancel')}</Button>
          {wrong.length > 0 && !isJoining && (
            <Button look="primary" onPress={() => setApart(wrong.map(({ id }) => id))}>
              {t('send.join.restApart')}
            </Button>
          )}
          {/* It stays where it is when an answer comes: a second press must not meet another button. */}
          <Button type="submit" look={wrong.length > 0 ? 'plain' : 'primary'} aria-disabled={isJoining}>
            {t('send.join.do')}
          </Button>
        </Actions>
      </Form>
      {voice}
    </ModalDialog>
  );
}
