import { FlaskConical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Form } from 'react-aria-components/Form';
import { Heading } from 'react-aria-components/Heading';
import { useTranslation } from 'react-i18next';
import type { Connection, ConnectionOffer, FieldProblem } from '../../../preload/contract/connection.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './connect.module.css';
import { setConnecting, useConnecting } from './connecting.ts';
import { ConnectionFieldset } from './connection-fieldset.tsx';
import { StepActions } from './step-actions.tsx';
import { backToTyped, takeConnectionFile } from './take-connection-file.ts';

interface ConnectionStepProps {
  readonly offer: ConnectionOffer | null;
  readonly connection: Connection | undefined;
}

/** Step one: a connection file, the practice service in development, or fields typed by hand. */
export function ConnectionStep({ offer, connection }: ConnectionStepProps) {
  const { t } = useTranslation();
  const { fields, clientSecret, connectionId, touched, problem, wrong, before } = useConnecting();
  const [open, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const refused = useRef(false);
  const run = useOneAtATime();
  const offered = !touched && connectionId === null ? offer : null;
  const shown = offered?.fields ?? fields;
  const fromOffer = offer?.hasSecret === true && offer.fields.clientId === shown.clientId;
  const hasSecret = fromOffer || connection?.hasSecret === true;

  useEffect(() => {
    if (!refused.current) return;
    refused.current = false;
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);

  function change(patch: Partial<typeof shown>, secret = clientSecret): void {
    const changed = secret === clientSecret ? Object.keys(patch) : ['clientSecret'];
    setConnecting({
      touched: true,
      fields: { ...shown, ...patch },
      clientSecret: secret,
      wrong: wrong.filter(({ field }) => !changed.includes(field)),
    });
  }

  function refuse(why: Problem, where: readonly FieldProblem[]): void {
    refused.current = true;
    setConnecting({ problem: why, wrong: where });
  }

  async function save(): Promise<void> {
    if (clientSecret.length > lengths.secret) {
      const where: FieldProblem[] = [{ field: 'clientSecret', problem: 'too-long' }];
      refuse({ key: 'connection-incomplete', params: {} }, where);
      return;
    }
    const known = connectionId === null ? {} : { connectionId };
    const answer = await ask(bridge().connection.save({ ...known, fields: shown, clientSecret }));
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

  return (
    <Form
      ref={form}
      className={styles['step'] ?? ''}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <ArrivingHeading level={2}>{t('connection.title')}</ArrivingHeading>
      <div className={styles['drop']}>
        <p>{t('connection.lead')}</p>
        <Button onPress={() => void ask(bridge().connection.open()).then(takeConnectionFile)}>
          {t('connection.openFile')}
        </Button>
      </div>
      <div role="status" className={styles['status']}>
        {before && (
          <>
            <p>{t('connection.taken')}</p>
            <Button onPress={backToTyped}>{t('connection.backToTyped')}</Button>
          </>
        )}
      </div>
      {offered?.practice && (
        <div className={styles['practice']}>
          <FlaskConical size={20} aria-hidden="true" />
          <p>
            <strong>{t('connection.practice')}</strong>
            <br />
            {t('connection.practiceLead')}
          </p>
        </div>
      )}
      {problem && <Notice problem={problem} />}
      <Disclosure
        className={styles['details'] ?? ''}
        isExpanded={open || wrong.length > 0 || offered === null}
        onExpandedChange={setOpen}
      >
        <Heading level={3}>
          <AriaButton slot="trigger" className={styles['trigger'] ?? ''}>
            {t('connection.details')}
          </AriaButton>
        </Heading>
        <DisclosurePanel>
          <ConnectionFieldset
            fields={shown}
            clientSecret={clientSecret}
            hasSecret={hasSecret}
            wrong={wrong}
            onChange={change}
            onSecret={(secret) => change({}, secret)}
          />
        </DisclosurePanel>
      </Disclosure>
      <StepActions>
        <Button look="primary" type="submit">
          {t('connect.next')}
        </Button>
      </StepActions>
    </Form>
  );
}
