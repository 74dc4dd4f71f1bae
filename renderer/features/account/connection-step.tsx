import { useEffect, useRef } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import type { Connection, ConnectionOffer, FieldProblem } from '../../../preload/contract/connection.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { fitsFile, isOtherService } from '../../../shared/same-service.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useLocked } from '../../store/locked.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './connect.module.css';
import { backToWelcome, setConnecting, useConnecting } from './connecting.ts';
import { ConnectionFieldset } from './connection-fieldset.tsx';
import { ConnectionHosts } from './connection-hosts.tsx';
import { StepActions } from './step-actions.tsx';
import { backToTyped, takeConnectionFile } from './take-connection-file.ts';
import { type Way, WayChoice } from './way-choice.tsx';

interface ConnectionStepProps {
  readonly offer: ConnectionOffer | null;
  readonly connection: Connection | undefined;
  /** Whether a person can go back to the first screen. */
  readonly hasWelcome: boolean;
}

/** Finds the chosen way, and the connection that it leads to. */
function useWay({ offer, connection }: Pick<ConnectionStepProps, 'offer' | 'connection'>, isLocked: boolean) {
  const { fields, connectionId, touched, way: picked, fromFile, wrong } = useConnecting();
  const isNew = connectionId === null;
  const untouched = isNew && !touched && offer !== null;
  const first: Way = untouched
    ? offer.practice
      ? 'practice'
      : 'file'
    : !fromFile && (touched || !isNew)
      ? 'hand'
      : 'file';
  // Fields to correct are shown, wherever they came from.
  const way: Way = wrong.length > 0 ? 'hand' : (picked ?? first);
  // No other file would be taken: that of the IT department stays the one of its way. A secret is typed by hand.
  const staysOffered = !touched || (isLocked && way === 'file');
  const offered = isNew && (way === 'practice' || staysOffered) ? offer : null;
  const shown = offered?.fields ?? fields;
  // Main uses a secret only for the addresses that it was typed for.
  const fromOffer = offer?.hasSecret === true && fitsFile(offer.fields, shown);
  const isKept = connection?.hasSecret === true && !isOtherService(connection.fields, shown);
  return {
    way,
    shown,
    hasPractice: isNew && offer?.practice === true,
    hasFile: fromFile || (offered !== null && !offered.practice),
    hasSecret: fromOffer || isKept,
  };
}

/** Keeps the form for a connection: what was typed, and how main answers. */
function useConnectionForm({ way, shown }: Pick<ReturnType<typeof useWay>, 'way' | 'shown'>) {
  const { clientSecret, connectionId, isOfFile, touched, wrong } = useConnecting();
  const form = useRef<HTMLFormElement>(null);
  const refused = useRef(false);

  useEffect(() => {
    if (!refused.current) return;
    refused.current = false;
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);

  function change(patch: Partial<typeof shown>, secret = clientSecret): void {
    const changed = secret === clientSecret ? Object.keys(patch) : ['clientSecret'];
    setConnecting({
      touched: true,
      fromFile: false,
      way: 'hand',
      fields: { ...shown, ...patch },
      clientSecret: secret,
      wrong: wrong.filter(({ field }) => !changed.includes(field)),
    });
  }

  function refuse(why: Problem, where: readonly FieldProblem[]): void {
    refused.current = true;
    setConnecting({ problem: why, wrong: where, fields: shown, touched: touched || where.length > 0 });
  }

  async function save(): Promise<void> {
    if (clientSecret.length > lengths.secret) {
      const where: FieldProblem[] = [{ field: 'clientSecret', problem: 'too-long' }];
      refuse({ key: 'connection-incomplete', params: {} }, where);
      return;
    }
    const known = connectionId === null ? {} : { connectionId };
    const answer = await ask(
      bridge().connection.save({
        ...known,
        fields: shown,
        clientSecret: way === 'practice' ? '' : clientSecret,
        isOfFile,
      }),
    );
    if (!answer.ok) {
      refuse(answer.problem, answer.fields);
      return;
    }
    setConnecting({
      connectionId: answer.connectionId,
      fields: shown,
      clientSecret: '',
      problem: null,
      wrong: [],
      before: null,
      step: 'sign-in',
    });
  }

  return { form, change, save };
}

/** Shows step one: the practice service in development, a connection file, or fields typed by hand. */
export function ConnectionStep({ offer, connection, hasWelcome }: ConnectionStepProps) {
  const { t } = useTranslation();
  const { clientSecret, problem, wrong, before } = useConnecting();
  const canGoBack = hasWelcome && connection === undefined;
  const isLocked = useLocked('connection');
  const { way, shown, hasPractice, hasFile, hasSecret } = useWay({ offer, connection }, isLocked);
  const { form, change, save } = useConnectionForm({ way, shown });
  const run = useOneAtATime();

  async function open(): Promise<void> {
    takeConnectionFile(await ask(bridge().connection.open()));
  }

  return (
    <Form
      ref={form}
      className={styles['step'] ?? ''}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void run(way === 'file' && !hasFile ? open : save);
      }}
    >
      <ArrivingHeading level={2}>{t('connection.title')}</ArrivingHeading>
      <WayChoice
        way={way}
        hasPractice={hasPractice}
        fromFile={hasFile ? shown.name || shown.base : null}
        onChange={(next) => setConnecting({ way: next, wrong: [] })}
        onOpen={() => void run(open)}
      />
      {isLocked && offer !== null && <LockedNote />}
      <div role="status" className={styles['status']}>
        {before && (
          <>
            <p>{t('connection.taken')}</p>
            <Button onPress={backToTyped}>{t('connection.backToTyped')}</Button>
          </>
        )}
      </div>
      {problem && <Notice problem={problem} />}
      {way === 'file' && hasFile && <ConnectionHosts fields={shown} />}
      {way === 'hand' && (
        <ConnectionFieldset
          fields={shown}
          clientSecret={clientSecret}
          hasSecret={hasSecret}
          wrong={wrong}
          onChange={change}
          onSecret={(secret) => change({}, secret)}
        />
      )}
      <StepActions {...(canGoBack && { onBack: backToWelcome })}>
        <Button look="primary" type="submit">
          {t('connect.next')}
        </Button>
      </StepActions>
    </Form>
  );
}
