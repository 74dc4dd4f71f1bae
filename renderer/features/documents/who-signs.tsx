import { useTranslation } from 'react-i18next';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import styles from './document-list.module.css';
import { fullName, shortNames } from './entry/people-of-document.ts';
import { signeeLook } from './entry/signee-look.ts';
import { stillTrue, useStatusWords } from './entry/status-words.ts';

/** More people are said as a number. */
const NAMED = 3;

/** The people of a document, each with the state as an icon. The tooltip has full names and words. */
export function WhoSigns({ entry }: { entry: DocumentEntry }) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const { documentStatus, people } = entry;
  const signees = (entry.signees ?? []).map((signee) => ({
    ...signee,
    status: signee.status !== null && stillTrue(signee.status, documentStatus) ? signee.status : null,
  }));
  if (signees.length === 0) return null;
  const names = shortNames(signees);
  const all = signees
    .map((signee) => [fullName(signee), signee.status && words.signee(signee.status)].filter(Boolean).join(': '))
    .concat(people.all > signees.length ? [t('submission.morePeople', { count: people.all - signees.length })] : [])
    .join('\n');
  return (
    <span className={styles['who']} title={all}>
      {people.all > NAMED
        ? t('row.signedOf', { signed: people.signed, all: people.all })
        : signees.map((signee, index) => {
            const { Icon, tone } = signeeLook(signee.status);
            return (
              // The service may list an address twice, so the index is the key.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index} className={styles['person']}>
                <bdi>{names.get(signee)}</bdi>
                {signee.status !== null && <Icon size={14} aria-hidden="true" data-tone={tone} />}
              </span>
            );
          })}
    </span>
  );
}
