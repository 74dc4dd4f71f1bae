import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentSignee } from '../../../preload/contract/document.ts';
import { isOver, stillTrue } from '../../../shared/signee-state.ts';
import { sayMoment } from '../../language/say-moment.ts';
import { useMirror } from '../../store/mirror.ts';
import { Address } from '../../ui/address.tsx';
import { shownName } from '../../ui/shown-name.ts';
import styles from './documents.module.css';
import { Mark, markOfSignee } from './entry/marks.tsx';
import { OwnWords } from './entry/own-words.tsx';
import { useStatusWords } from './entry/status-words.ts';

export interface SigneeStatusListProps {
  readonly signees: readonly DocumentSignee[];
  readonly documentStatus: string;
  /** The time of sending. Null: nobody tells it. */
  readonly sentAt: number | null;
  /** Renders more below a person. */
  readonly renderExtra?: (person: DocumentSignee) => ReactNode;
}

/** Tells whether the line of time begins with "sent". A draft was not sent yet. */
const hasBegun = (status: string) => status === 'in-progress' || isOver(status);

/**
 * Shows a line of time: sent, who signs with the state of each, and the end. Numbers show the order, unless all sign at
 * once.
 */
export function SigneeStatusList({ signees, documentStatus, sentAt, renderExtra }: SigneeStatusListProps) {
  const { t } = useTranslation();
  const locale = useMirror(({ state }) => state?.locale ?? 'en');
  const words = useStatusWords();
  const inTurn = new Set(signees.map(({ order }) => order)).size > 1;
  return (
    <ul className={styles['signees']}>
      {hasBegun(documentStatus) && (
        <li data-past>
          <Mark state="done" />
          <span>
            {t('details.started')}
            {sentAt !== null && <small>{sayMoment(sentAt, locale)}</small>}
          </span>
        </li>
      )}
      {signees.map((person, index) => {
        const { name, email, order, status, reason, viewedAt, decidedAt } = person;
        const said = status && stillTrue(status, documentStatus) ? status : null;
        const mark = markOfSignee(said);
        // A question about one person must not become one about the next. The service may list an address twice.
        const earlier = signees.slice(0, index).filter((one) => one.email === email).length;
        return (
          <li key={`${email} ${earlier}`} data-past={said === 'signed' || undefined}>
            <Mark {...(mark ?? { state: 'idle' })} />
            <span>
              {inTurn && order !== null && `${t('details.order', { order: order + 1 })} `}
              {name ?? (email !== null && <Address email={email} />)}
              {name !== null && email !== null && (
                <small>
                  <Address email={email} />
                </small>
              )}
              {said !== null && (
                <small data-tone={mark?.state === 'bad' ? 'danger' : undefined}>
                  {words.signee(said)}
                  {decidedAt !== undefined && ` · ${sayMoment(decidedAt, locale)}`}
                </small>
              )}
              {viewedAt !== undefined && <small>{t('details.opened', { time: sayMoment(viewedAt, locale) })}</small>}
              {reason !== undefined && (
                <small>
                  <OwnWords words={shownName(reason)} />
                </small>
              )}
              {renderExtra?.(person)}
            </span>
          </li>
        );
      })}
      {documentStatus === 'in-progress' && (
        <li>
          <Mark state="idle" />
          <span>{t('details.atTheEnd')}</span>
        </li>
      )}
    </ul>
  );
}
