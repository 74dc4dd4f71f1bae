import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type Ref,
  type RefObject,
  use,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../../preload/contract/limits.ts';
import type { PersonEntry } from '../../../../shared/people/person-entry.ts';
import { Button } from '../../../ui/button.tsx';
import { isComplete, isListOfPeople, readSignees, validSignees } from './read-signees.ts';
import styles from './signees.module.css';
import { keepTyped, typedIn } from './typed-text.ts';

/** A person from earlier submissions. */
export interface KnownPerson {
  readonly email: string;
  readonly name: string;
}

export type Suggest = (text: string) => Promise<readonly KnownPerson[]>;

/** The text in the field that is not in the list yet. */
export interface TypedSignees {
  /** Adds the typed people if each has a valid address. */
  readonly addValid: () => void;
}

interface AddSigneesProps {
  readonly typed: Ref<TypedSignees> | undefined;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly suggest: Suggest;
  /** Returns false when there were too many. */
  readonly onAdd: (entries: readonly PersonEntry[]) => boolean;
  /** Receives the text in the field that is not in the list yet. */
  readonly onPending: ((text: string) => void) | undefined;
  /** The place whose text it keeps while it is out of sight. */
  readonly place: string | undefined;
  readonly mostAtOnce: number;
  readonly startsFocused: boolean;
}

const shown = 8;

function useSuggestions(suggest: Suggest) {
  const [people, setPeople] = useState<readonly KnownPerson[]>([]);
  const asked = useRef(0);
  const closer = useRef<(() => void) | null>(null);
  function show(found: readonly KnownPerson[]): void {
    // React Aria would close an empty list one frame later, and read out "0 options available" before.
    if (found.length === 0) closer.current?.();
    setPeople(found);
  }
  async function read(text: string, turn: number): Promise<void> {
    const found = await suggest(text);
    // Answers may arrive out of order: only the newest counts.
    if (turn === asked.current) show(found.slice(0, shown));
  }
  function ask(text: string): void {
    asked.current += 1;
    const turn = asked.current;
    if (text.trim() === '') {
      show([]);
      return;
    }
    void read(text.trim(), turn);
  }
  /** Ignores an answer that is still on its way. */
  const forget = () => void (asked.current += 1);
  return { people, ask, forget, closer };
}

interface OpenWhenFoundProps {
  readonly people: readonly KnownPerson[];
  /** Receives what closes the list. */
  readonly closer: Ref<() => void>;
}

/** Opens the list also when results arrive after the last letter. React Aria opens it only while people type. */
function OpenWhenFound({ people, closer }: OpenWhenFoundProps) {
  const list = use(ComboBoxStateContext);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useImperativeHandle(closer, () => () => latest.current?.close());
  useEffect(() => {
    const { current } = latest;
    if (people.length > 0 && current?.isFocused && !current.isOpen) current.open(null, 'input');
  }, [people]);
  return null;
}

type Trouble = 'left' | 'too-long';

/** Keeps the text in the field, and moves people from it into the list. */
function useTypedPeople({
  suggest,
  onAdd,
  onPending,
  place,
}: Pick<AddSigneesProps, 'suggest' | 'onAdd' | 'onPending' | 'place'>) {
  const [text, setText] = useState(() => typedIn(place));
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const { people, ask, forget, closer } = useSuggestions(suggest);

  // What was told of a text before counts for this one alone.
  const begun = useRef(text);
  useEffect(() => onPending?.(begun.current.trim()), [onPending]);

  function change(next: string): void {
    setText(next);
    keepTyped(place, next);
    setTrouble(null);
    ask(next);
    onPending?.(next.trim());
  }
  /** Adds the people of a text. Returns false if there are none in it. */
  function take(given: string): boolean {
    const entries = given.length > lengths.pastedPeople ? null : readSignees(given);
    if (entries?.length === 0) return false;
    const taken = entries !== null && onAdd(entries);
    if (taken) change('');
    else setTrouble('too-long');
    return true;
  }
  function pick(key: string | number | null): void {
    const person = people.find(({ email }) => email === key);
    if (person && onAdd([{ ...person, note: '' }])) change('');
  }
  return { text, people, trouble, setTrouble, change, take, pick, forget, closer };
}

/** Shows the known people that match the text. */
function Suggestions() {
  const { t } = useTranslation();
  return (
    <Popover className={styles['suggestions'] ?? ''} offset={4}>
      <ListBox className={styles['people'] ?? ''} aria-label={t('signees.suggestions')}>
        {({ email, name }: KnownPerson) => (
          <ListBoxItem
            id={email}
            textValue={name === '' ? email : `${name} ${email}`}
            className={styles['person'] ?? ''}
          >
            <span>{name === '' ? email : name}</span>
            {name !== '' && <span className={styles['personEmail']}>{email}</span>}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

/** Offers one field for a known name, an address or a whole list. */
export const AddSignees = memo(function AddSignees(props: AddSigneesProps) {
  const { typed, field, mostAtOnce, startsFocused } = props;
  const { t } = useTranslation();
  const { text, people, trouble, setTrouble, change, take, pick, forget, closer } = useTypedPeople(props);

  useImperativeHandle(typed, () => ({
    addValid() {
      if (validSignees(text).length > 0) take(text);
    },
  }));

  function type(next: string): void {
    if (!isComplete(next) || !take(next)) change(next);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const pasted = event.clipboardData.getData('text/plain');
    const whole = text.trim() === '' || /[\r\n\t]/.test(pasted.trim());
    if (pasted.length <= lengths.pastedPeople && !(whole && isListOfPeople(pasted))) return;
    event.preventDefault();
    take(pasted);
  }

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Escape') forget();
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '') return;
    // Enter takes the marked suggestion.
    if (field.current?.getAttribute('aria-activedescendant')) return;
    event.preventDefault();
    event.stopPropagation();
    take(text);
  }

  const messages = {
    left: t('signees.notAdded'),
    'too-long': t('signees.pasteTooLong', { limit: mostAtOnce }),
  } as const;
  return (
    <ComboBox
      className={styles['add'] ?? ''}
      aria-label={t('signees.add')}
      inputValue={text}
      onInputChange={type}
      value={null}
      onChange={pick}
      items={people}
      allowsCustomValue
      isInvalid={trouble !== null}
      validationBehavior="aria"
      onFocus={() => setTrouble((now) => (now === 'left' ? null : now))}
      onBlur={() => text.trim() !== '' && !(typed && validSignees(text).length > 0) && setTrouble('left')}
    >
      <OpenWhenFound people={people} closer={closer} />
      <div role="presentation" className={styles['addLine']} onKeyDownCapture={press}>
        <Input
          ref={field}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only the people are missing
          autoFocus={startsFocused}
          className={styles['addInput'] ?? ''}
          placeholder={t('signees.addHint')}
          spellCheck="false"
          onPaste={paste}
        />
        {text.trim() !== '' && (
          <Button slot={null} onPress={() => take(text)}>
            {t('signees.addNow')}
          </Button>
        )}
      </div>
      <FieldError className={styles['addMessage'] ?? ''}>{trouble && messages[trouble]}</FieldError>
      <Suggestions />
    </ComboBox>
  );
});
