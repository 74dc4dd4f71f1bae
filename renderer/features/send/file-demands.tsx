import { useTranslation } from 'react-i18next';
import type { FileDemand } from '../../../shared/file-demands.ts';
import { Button } from '../../ui/button.tsx';
import styles from './files-pane.module.css';
import { jurisdictions, modes } from './mode-choice.ts';
import type { Draft } from './sheet.ts';
import { setDraft } from './sheet-actions.ts';

const authorities = ['ras', 'did'] as const;

/** Returns the words for the signatures, laws and authorities that people know. Others stay as they are. */
function useNames() {
  const { t } = useTranslation();
  return (name: string): string => {
    const mode = modes.find((one) => one === name);
    if (mode !== undefined) return t(`mode.${mode}`);
    const other = [...jurisdictions, ...authorities].find((one) => one === name);
    return other === undefined ? name : t(`details.${other}`);
  };
}

interface FileDemandsProps {
  readonly demands: readonly FileDemand[];
  readonly draft: Draft;
}

/** Shows the demands of the document that the choices do not meet: otherwise they would be lost silently. */
export function FileDemands({ demands, draft }: FileDemandsProps) {
  const { t } = useTranslation();
  const nameOf = useNames();
  const others = demands.flatMap(({ what, value }) =>
    what === 'stronger' || what === 'law' || what === 'nobody'
      ? []
      : [t(`send.asks.${what}`, { value: nameOf(value) })],
  );
  return (
    <>
      {demands.map(({ what, value }) => {
        if (what === 'stronger') return <Asked key={what} asked={value} chosen={draft.mode} />;
        return what === 'law' ? <Asked key={what} asked={value} chosen={draft.jurisdiction} /> : null;
      })}
      {others.length > 0 && (
        <div role="alert" className={styles['remark']}>
          {t('send.alsoAsks')}
          <ul className={styles['asks']}>
            {others.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          {t('send.alsoAsksHint')}
        </div>
      )}
    </>
  );
}

/** Shows a choice that the document asks for, with a button that accepts it if people can choose it. */
function Asked({ asked, chosen }: { readonly asked: string; readonly chosen: string }) {
  const { t } = useTranslation();
  const nameOf = useNames();
  const mode = modes.find((one) => one === asked);
  const law = jurisdictions.find((one) => one === asked);
  const change = law === undefined ? mode && { mode } : { jurisdiction: law };
  return (
    <>
      <span role="alert" className={styles['remark']}>
        {t('send.asksMore', { mode: nameOf(asked), chosen: nameOf(chosen) })}
      </span>
      {change !== undefined && (
        <Button onPress={() => setDraft(change)}>{t('send.useMode', { mode: nameOf(asked) })}</Button>
      )}
    </>
  );
}
