import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import type { PersonRow } from '../../../preload/contract/person.ts';
import type { AddressProblem } from '../../../shared/people/address.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog, type SaveResult } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './people.module.css';
import { useUsageText } from './use-usage-text.ts';

/** The refusal of an address. `known`: somebody else has it. */
type Refusal = AddressProblem | 'known';

interface PersonDialogProps {
  /** The person. Null for a new one. */
  readonly person: PersonRow | null;
  readonly locale: string;
  readonly onSaved: (who: string) => void;
  readonly onForget: (email: string) => void;
  readonly onClose: () => void;
}

export function PersonDialog({ person, locale, onSaved, onForget, onClose }: PersonDialogProps) {
  const { t } = useTranslation();
  const used = useUsageText(locale);
  const [email, setEmail] = useState(person?.email ?? '');
  const [name, setName] = useState(person?.name ?? '');
  const [wrong, setWrong] = useState<Refusal>();

  async function save(): Promise<SaveResult> {
    if (email.trim() === '') {
      setWrong('missing');
      return null;
    }
    const answer = await ask(bridge().people.save({ email, name, isNew: person === null }));
    if (answer.ok) onSaved(name.trim() || email.trim());
    else if ('why' in answer) setWrong(answer.why);
    else return answer.problem;
    return answer.ok ? 'saved' : null;
  }

  const forget = person && (
    <Button look="quiet" onPress={() => onForget(person.email)}>
      {t('people.forget')}
    </Button>
  );
  return (
    <FormDialog
      title={t(person ? 'people.editTitle' : 'people.newTitle')}
      onSave={save}
      onClose={onClose}
      more={forget}
    >
      {person ? (
        <p className={styles['who']}>
          <span>{person.email}</span>
          <span className={styles['quiet']}>{`${t('people.asked')} · ${used(person)}`}</span>
        </p>
      ) : (
        <TextInput
          label={t('people.address')}
          value={email}
          onChange={(text) => {
            setEmail(text);
            setWrong(undefined);
          }}
          error={wrong && t(wrong === 'known' ? 'people.known' : `signees.problem.${wrong}`)}
          maxLength={lengths.identifier}
          startsFocused
        />
      )}
      <TextInput
        label={t('people.name')}
        hint={t('people.nameHint')}
        value={name}
        onChange={setName}
        maxLength={lengths.name}
        startsFocused={person !== null}
      />
    </FormDialog>
  );
}
