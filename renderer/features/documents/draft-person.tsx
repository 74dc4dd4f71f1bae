import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languages } from '../../../preload/contract/language.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { PersonOrderKind } from '../../../preload/contract/person-order.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { checkAddress } from '../../../shared/people/address.ts';
import { languageNames } from '../../language/language-choice.tsx';
import { useMirror } from '../../store/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog, type SaveResult } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { Select } from '../../ui/select.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './documents.module.css';
import type { PeopleView } from './use-person-orders.ts';

interface PersonDialogProps {
  readonly title: string;
  readonly email: string;
  readonly language: string | null;
  readonly onSave: (email: string, language: Language | null) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Asks for the address of a person, and the language in which the service writes. */
function PersonDialog({ title, email, language, onSave, onClose }: PersonDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(email);
  const [chosen, setChosen] = useState<Language | 'same'>(languages.find((one) => one === language) ?? 'same');
  const [tried, setTried] = useState(false);
  const address = typed.trim();
  // An address that the service has is good enough for it.
  const wrong = address === email && email !== '' ? null : checkAddress(address).problem;
  async function save(): Promise<SaveResult> {
    setTried(true);
    if (wrong !== null) return null;
    return (await onSave(address, chosen === 'same' ? null : chosen)) ?? 'saved';
  }
  return (
    <FormDialog title={title} onSave={save} onClose={onClose}>
      <TextInput
        label={t('signees.email')}
        value={typed}
        onChange={setTyped}
        maxLength={lengths.identifier}
        error={tried && wrong !== null ? t(`signees.problem.${wrong}`) : undefined}
        startsFocused
      />
      <label className={styles['pair']}>
        {t('personOrder.language')}
        <Select
          value={chosen}
          options={[
            { id: 'same', text: t('personOrder.same') },
            ...languages.map((id) => ({ id, text: languageNames[id] })),
          ]}
          onChange={setChosen}
        />
      </label>
    </FormDialog>
  );
}

/** Shows the progress of a change, or why it was not made. */
function Progress({
  kinds,
  email,
  view,
}: Omit<DraftPersonProps, 'language' | 'remove'> & { kinds: PersonOrderKind[] }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const isPaused = useMirror(({ state }) => state?.outbox.paused === true);
  return kinds.map((kind) => {
    const order = view.orderOf(kind, email);
    if (order === null || order.phase === 'done' || order.phase === 'perhaps') return null;
    const waits = order.phase === 'waiting' && (order.problem !== null || isPaused);
    const said = order.problem === null && t(waits ? 'desk.stop.paused' : 'personOrder.working');
    return (
      <Fragment key={kind}>
        {order.problem && <Notice problem={order.problem} silent />}
        {said !== false && <small role="status">{said}</small>}
        {waits && (
          <Button look="quiet" onPress={() => void run(() => view.give('drop', email))}>
            {t('connect.cancel')}
          </Button>
        )}
      </Fragment>
    );
  });
}

interface DraftPersonProps {
  readonly email: string;
  readonly language: string | null;
  /** The order that removes the person: a signee, or somebody in copy. */
  readonly remove: 'remove-signee' | 'remove-observer';
  readonly view: PeopleView;
}

/** Changes or removes one person of a draft. */
export function DraftPerson({ email, language, remove, view }: DraftPersonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const who = shownName(email);
  const canChange = remove === 'remove-signee' && view.can('change-signee');

  async function change(address: string, spoken: Language | null): Promise<Problem | null> {
    const isOther = address.toLowerCase() !== email.toLowerCase();
    const isSpoken = spoken !== null && spoken !== language;
    if (!isOther && !isSpoken) return null;
    return view.order('change-signee', email, {
      ...(isOther && { email: address }),
      ...(isSpoken && { language: spoken }),
    });
  }

  return (
    <>
      <Progress kinds={['change-signee', remove]} email={email} view={view} />
      {canChange && (
        <Button look="quiet" onPress={() => setOpen('change')} aria-label={t('personOrder.changeWho', { who })}>
          {t('personOrder.change')}
        </Button>
      )}
      {view.can(remove) && (
        <Button look="quiet" onPress={() => setOpen('remove')} aria-label={t('signees.remove', { who })}>
          {t('send.remove')}
        </Button>
      )}
      {open === 'change' && (
        <PersonDialog
          title={t('personOrder.changeWho', { who })}
          email={email}
          language={language}
          onSave={change}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <Question
          title={`${t('signees.remove', { who })}?`}
          text={t('personOrder.removeText')}
          yes={t('send.remove')}
          onYes={() => {
            close();
            return view.give(remove, email);
          }}
          onNo={close}
        />
      )}
    </>
  );
}

/** Shows the people in copy of a draft, and lets a person remove and add some. */
export function DraftObservers({
  observers,
  view,
}: {
  readonly observers: readonly string[];
  readonly view: PeopleView;
}) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const underWay = view.orders.filter(({ kind, phase }) => kind === 'add-observer' && phase !== 'done');
  if (!view.can('add-observer') && !view.can('remove-observer') && underWay.length === 0) return null;
  return (
    <section aria-label={t('details.observers')}>
      <h3>{t('details.observers')}</h3>
      {observers.map((email) => (
        <div key={email}>
          {shownName(email)} <DraftPerson email={email} language={null} remove="remove-observer" view={view} />
        </div>
      ))}
      {underWay.map(({ email }) => (
        <div key={email}>
          {shownName(email)} <Progress kinds={['add-observer']} email={email} view={view} />
        </div>
      ))}
      {view.can('add-observer') && (
        <Button look="quiet" onPress={() => setAdding(true)}>
          {t('personOrder.addObserver')}
        </Button>
      )}
      {adding && (
        <PersonDialog
          title={t('personOrder.addObserver')}
          email=""
          language={null}
          onSave={(email, language) => view.order('add-observer', email, language === null ? {} : { language })}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}
