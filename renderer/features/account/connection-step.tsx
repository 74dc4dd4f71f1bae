import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { DropZone } from 'react-aria-components/DropZone';
import { Form } from 'react-aria-components/Form';
import { Heading } from 'react-aria-components/Heading';
import { useTranslation } from 'react-i18next';
import type { Connection, ConnectionOffer, FieldProblem } from '../../../preload/contract/connection.ts';
import type { Output } from '../../../preload/contract/index.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../app/client.ts';
import { setConnecting, useUi } from '../../app/stores/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './connect.module.css';
import { ConnectionFieldset } from './connection-fieldset.tsx';

interface ConnectionStepProps {
  readonly offer: ConnectionOffer | null;
  readonly connection: Connection | undefined;
}

/** Step one: a connection file, the practice service in development, or fields typed by hand. */
export function ConnectionStep({ offer, connection }: ConnectionStepProps) {
  const { t } = useTranslation();
  const { fields, clientSecret, connectionId } = useUi((ui) => ui.connecting);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [wrong, setWrong] = useState<readonly FieldProblem[]>([]);
  const run = useOneAtATime();
  const untouched = fields.base === '' && connectionId === null;
  const shown = untouched && offer ? offer.fields : fields;
  const fromOffer = offer?.hasSecret === true && offer.fields.clientId === shown.clientId;
  const hasSecret = fromOffer || connection?.hasSecret === true;

  function take(answer: Output<'connection.read'> | Output<'connection.open'>): void {
    if (answer.ok === 'cancelled') return;
    if (!answer.ok) {
      setProblem(answer.problem);
      return;
    }
    setProblem(null);
    setWrong(answer.fields);
    setConnecting({ fields: answer.offer.fields, clientSecret: '' });
  }

  async function save(): Promise<void> {
    const known = connectionId === null ? {} : { connectionId };
    const answer = await ask(bridge().connection.save({ ...known, fields: shown, clientSecret }));
    if (answer.ok)
      setConnecting({ connectionId: answer.connectionId, fields: shown, clientSecret: '', step: 'sign-in' });
    else {
      setProblem(answer.problem);
      setWrong(answer.fields);
    }
  }

  async function drop(items: readonly { readonly kind: string; getFile?: () => Promise<File> }[]): Promise<void> {
    const file = await items.find((item) => item.kind === 'file')?.getFile?.();
    if (!file) return;
    const text = file.size > lengths.connectionFile ? '' : await file.text();
    take(await ask(bridge().connection.read({ text })));
  }

  return (
    <Form
      className={styles['step'] ?? ''}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <h2>{t('connection.title')}</h2>
      <DropZone className={styles['drop'] ?? ''} onDrop={({ items }) => void drop(items)}>
        <p>{t('connection.lead')}</p>
        <Button onPress={() => void ask(bridge().connection.open()).then(take)}>{t('connection.openFile')}</Button>
      </DropZone>
      {untouched && offer?.practice && (
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
        defaultExpanded={!(untouched && offer)}
        key={String(untouched && offer !== null && wrong.length === 0)}
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
            onChange={(patch) => setConnecting({ fields: { ...shown, ...patch } })}
            onSecret={(secret) => setConnecting({ fields: shown, clientSecret: secret })}
          />
        </DisclosurePanel>
      </Disclosure>
      <div className={styles['actions']}>
        <Button look="primary" type="submit">
          {t('connect.next')}
        </Button>
      </div>
    </Form>
  );
}
