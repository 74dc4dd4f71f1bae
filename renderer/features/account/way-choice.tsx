import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import field from '../../ui/field.module.css';
import styles from './way-choice.module.css';

/** The ways to name a service: the practice service, a file from the IT department, or fields by hand. */
export type Way = 'practice' | 'file' | 'hand';

interface WayChoiceProps {
  readonly way: Way;
  readonly hasPractice: boolean;
  /** The connection that a file named. */
  readonly fromFile: string | null;
  readonly onChange: (way: Way) => void;
  readonly onOpen: () => void;
}

/** Shows three ways to choose from. The button to open a file is beside its way. */
export function WayChoice({ way, hasPractice, fromFile, onChange, onOpen }: WayChoiceProps) {
  const { t } = useTranslation();
  const option = (id: Way, title: string, text: string) => (
    <Radio value={id} className={`${field['option']} ${styles['way']}`}>
      <span className={field['dot']} aria-hidden="true" />
      <span className={styles['words']}>
        <span className={styles['title']}>{title}</span>
        {text !== '' && <span className={styles['text']}>{text}</span>}
      </span>
    </Radio>
  );
  const pick = (id: string) => (id === 'practice' || id === 'file' || id === 'hand') && onChange(id);
  return (
    <RadioGroup className={styles['ways'] ?? ''} value={way} onChange={pick}>
      <Label className="visually-hidden">{t('connection.title')}</Label>
      {hasPractice && option('practice', t('connection.practice'), t('connection.practiceLead'))}
      <div className={styles['line']}>
        {option('file', t('connection.file'), fromFile ?? t('connection.fileLead'))}
        <Button onPress={onOpen}>{t('connection.openFile')}</Button>
      </div>
      {option('hand', t('connection.details'), '')}
    </RadioGroup>
  );
}
