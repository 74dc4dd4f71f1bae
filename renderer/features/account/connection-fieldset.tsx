import { useTranslation } from 'react-i18next';
import type { ConnectionFields, FieldProblem } from '../../../preload/contract/connection.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import { Choice } from '../../ui/choice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './connect.module.css';

interface ConnectionFieldsetProps {
  readonly fields: ConnectionFields;
  readonly clientSecret: string;
  readonly hasSecret: boolean;
  readonly wrong: readonly FieldProblem[];
  readonly onChange: (patch: Partial<ConnectionFields>) => void;
  readonly onSecret: (secret: string) => void;
}

type TextField = 'name' | 'base' | 'auth' | 'admin' | 'identity' | 'clientId' | 'kid' | 'actions';

const maximum: Readonly<Record<TextField, number>> = {
  name: lengths.name,
  base: lengths.address,
  auth: lengths.address,
  admin: lengths.address,
  identity: lengths.address,
  clientId: lengths.identifier,
  kid: lengths.identifier,
  actions: lengths.identifier,
};

export function ConnectionFieldset(props: ConnectionFieldsetProps) {
  const { fields, clientSecret, hasSecret, wrong, onChange, onSecret } = props;
  const { t } = useTranslation();
  const errorOf = (field: FieldProblem['field']) => {
    const found = wrong.find((candidate) => candidate.field === field);
    return found ? t(`fieldProblem.${found.problem}`) : undefined;
  };
  const text = (field: TextField, hint?: string) => (
    <TextInput
      label={t(`connection.${field}`)}
      value={fields[field]}
      onChange={(value) => onChange({ [field]: value })}
      hint={hint}
      error={errorOf(field)}
      maxLength={maximum[field]}
    />
  );
  return (
    <div className={styles['fields']}>
      {text('name', t('connection.nameHint'))}
      <Choice
        label={t('connection.environment')}
        value={fields.environment}
        options={[
          { id: 'production', text: t('connection.production') },
          { id: 'test', text: t('connection.test') },
        ]}
        onChange={(environment) => onChange({ environment })}
        error={errorOf('environment')}
      />
      {text('base', t('connection.baseHint'))}
      {text('auth')}
      {text('admin')}
      {text('identity')}
      {text('clientId')}
      <Choice
        label={t('connection.clientForm')}
        value={fields.clientForm}
        options={[
          { id: 'client-secret', text: t('connection.client-secret') },
          { id: 'public', text: t('connection.public') },
          { id: 'signed-assertion', text: t('connection.signed-assertion') },
        ]}
        onChange={(clientForm) => onChange({ clientForm })}
        error={errorOf('clientForm')}
      />
      {fields.clientForm === 'client-secret' && (
        <TextInput
          label={t('connection.clientSecret')}
          type="password"
          value={clientSecret}
          onChange={onSecret}
          hint={hasSecret ? t('connection.clientSecretKept') : undefined}
          error={errorOf('clientSecret')}
        />
      )}
      {fields.clientForm === 'signed-assertion' && text('kid', t('keys.kidHint'))}
      {text('actions')}
    </div>
  );
}
