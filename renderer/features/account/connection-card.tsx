import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../preload/contract/connection.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { isOtherService } from '../../../shared/same-service.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useLocked } from '../../store/locked.ts';
import { useMirror } from '../../store/mirror.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { LockedNote } from '../../ui/locked-note.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { DiagnosisDialog } from './diagnosis-dialog.tsx';
import { enterConnecting, signInName } from './enter-connecting.ts';
import { KeyPair } from './key-pair.tsx';
import { isPractice } from './start-practice.ts';

interface ForgetDialogProps {
  readonly connection: Connection;
  readonly onForgotten: () => void;
  readonly onClose: () => void;
}

function ForgetDialog({ connection, onForgotten, onClose }: ForgetDialogProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const forget = async () => {
    const answer = await ask(bridge().account.forget({ connectionId: connection.id }));
    if (answer.ok) onForgotten();
    else setProblem(answer.problem);
  };
  const practised = isPractice(connection);
  const title = practised ? t('practice.leaveTitle') : t('settings.signOutTitle', { name: connection.fields.name });
  return (
    <Question
      title={title}
      text={practised ? t('practice.leaveText') : t(`settings.signOutText.${connection.fields.clientForm}`)}
      yes={t(practised ? 'practice.leaveConfirm' : 'settings.signOutConfirm')}
      onYes={forget}
      onNo={onClose}
    >
      {problem && <Notice problem={problem} />}
    </Question>
  );
}

type Rare = 'forget' | 'diagnosis' | 'keys';

export function ConnectionCard({ connection, active }: { connection: Connection; active: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Rare | null>(null);
  const connectionId = connection.id;
  const name = useRef<HTMLHeadingElement>(null);
  const forgotten = useRef(false);
  const close = () => setOpen(null);
  useEffect(() => {
    if (open !== null || !forgotten.current) return;
    forgotten.current = false;
    // The pressed button is gone: there is nothing left to forget.
    name.current?.focus();
  }, [open]);
  const { signedIn, username, person, fields } = connection;
  const is = (what: string) => t('profiles.of', { what, name: fields.name });
  const practised = isPractice(connection);
  const isOnlyGiven = useLocked('connection');
  const given = useMirror(({ state }) => state?.givenConnection ?? null);
  // It goes on as it is, but nothing that leads to another service than the given one can be entered.
  const isLocked = isOnlyGiven && !practised && given !== null && isOtherService(given, fields);
  const lacksSecret = fields.clientForm === 'client-secret' && !connection.hasSecret;
  const signIn = signInName(connection);
  const rare: readonly { readonly id: Rare; readonly text: string }[] = [
    ...(practised ? [] : [{ id: 'diagnosis' as const, text: t('diagnosis.run') }]),
    ...(fields.clientForm === 'signed-assertion' ? [{ id: 'keys' as const, text: t('keys.title') }] : []),
    ...(signedIn === 'never'
      ? []
      : [{ id: 'forget' as const, text: t(practised ? 'practice.leave' : 'settings.signOut') }]),
  ];
  return (
    <li className={card['card']}>
      <div className={card['head']}>
        <h3 ref={name} tabIndex={-1}>
          {fields.name}
        </h3>
        {fields.environment === 'test' && (
          <span className={card['chip']}>{t(practised ? 'app.practice' : 'app.test')}</span>
        )}
        {active && <span className={card['chip']}>{t('settings.current')}</span>}
      </div>
      <p className={card['facts']}>
        {signedIn === 'yes' && username !== null
          ? t('settings.signedInAs', { username: person ?? username })
          : t(signedIn === 'client-refused' ? 'problem.client-refused.what' : 'settings.signedOut')}
      </p>
      <Actions>
        {!active && (
          <Button
            aria-label={is(t('settings.use'))}
            onPress={() => void ask(bridge().connection.select({ connectionId }))}
          >
            {t('settings.use')}
          </Button>
        )}
        {(practised ? signedIn !== 'yes' : signIn !== 'settings.changeConnection') && (
          <Button
            isDisabled={isLocked && (signIn === 'signIn.newSecret' || lacksSecret)}
            aria-label={is(t(signIn))}
            onPress={() => enterConnecting(connection, 'sign-in')}
          >
            {t(signIn)}
          </Button>
        )}
        {!practised && (
          <Button
            isDisabled={isLocked}
            aria-label={is(t('settings.changeConnection'))}
            onPress={() => enterConnecting(connection, 'change')}
          >
            {t('settings.changeConnection')}
          </Button>
        )}
        <MoreMenu label={is(t('send.more'))} items={rare} onAction={setOpen} />
      </Actions>
      {isLocked && <LockedNote />}
      {open === 'forget' && (
        <ForgetDialog
          connection={connection}
          onForgotten={() => {
            forgotten.current = true;
            close();
          }}
          onClose={close}
        />
      )}
      {open === 'diagnosis' && <DiagnosisDialog connection={connection} onClose={close} />}
      {open === 'keys' && (
        <ModalDialog title={fields.name} onClose={close}>
          <KeyPair connection={connection} />
          <Actions end>
            <Button onPress={close}>{t('diagnosis.close')}</Button>
          </Actions>
        </ModalDialog>
      )}
    </li>
  );
}
