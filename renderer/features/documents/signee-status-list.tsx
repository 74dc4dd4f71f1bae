import { CircleCheck, CircleDashed, CircleHelp, Clock, PenLine, TriangleAlert, User } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails } from '../../../preload/contract/document.ts';
import styles from './documents.module.css';
import { stillTrue, useStatusWords } from './entry/status-words.ts';

const looks = {
  'on-hold': { Icon: Clock, tone: 'quiet' },
  pending: { Icon: CircleDashed, tone: 'quiet' },
  'in-progress': { Icon: PenLine, tone: 'quiet' },
  signed: { Icon: CircleCheck, tone: 'ok' },
  rejected: { Icon: TriangleAlert, tone: 'warn' },
} as const;

const isKnown = (status: string): status is keyof typeof looks => Object.hasOwn(looks, status);

function lookOf(status: string | null) {
  if (status === null) return { Icon: User, tone: 'quiet' };
  return isKnown(status) ? looks[status] : { Icon: CircleHelp, tone: 'quiet' };
}

/** Who signs, with the state of each. Numbers show the order, unless all sign at once. */
export function SigneeStatusList({ details }: { details: DocumentDetails }) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const { signees, documentStatus } = details;
  const inTurn = new Set(signees.map(({ order }) => order)).size > 1;
  return (
    <ul className={styles['signees']}>
      {signees.map(({ name, email, order, status }, index) => {
        const said = status && stillTrue(status, documentStatus) ? status : null;
        const { Icon, tone } = lookOf(said);
        return (
          // The service may list an address twice, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Icon size={18} aria-hidden="true" className={styles['icon'] ?? ''} data-tone={tone} />
            <span>
              {inTurn && order !== null && `${t('details.order', { order: order + 1 })} `}
              {name ?? email}
              {name !== null && <small>{email}</small>}
              {said !== null && <small data-tone={tone}>{words.signee(said)}</small>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
