import { ArrowRight, Eye } from 'lucide-react';
import { Fragment } from 'react';
import type { DocumentEntry, DocumentSignee } from '../../../../preload/contract/document.ts';
import { stillTrue } from '../../../../shared/signee-state.ts';
import { Mark, markOfSignee } from './marks.tsx';
import { hasOpened, sayPerson, shortNames, waitedFor } from './people-of-document.ts';
import { useSpeaker } from './use-speaker.ts';
import styles from './who-signs.module.css';

/** The most people who are all named. Of more, only those who can sign now are named. */
const NAMED = 3;

/** Shows what is between two people: an arrow if one signs after the other. */
function Between({ one, next }: { readonly one: DocumentSignee; readonly next: DocumentSignee }) {
  if (one.order !== null && next.order !== null && one.order !== next.order)
    return <ArrowRight size={12} aria-hidden="true" className={styles['then'] ?? ''} />;
  return (
    <span aria-hidden="true" className={styles['then']}>
      ·
    </span>
  );
}

interface WhoSignsProps {
  /** The people, or only some of many. */
  readonly signees: readonly DocumentSignee[];
  readonly people: DocumentEntry['people'];
  readonly documentStatus: string;
}

/**
 * Shows the people of a document in their order, each with the state as a shape, and an eye if they opened it. The tooltip
 * has full names and words.
 */
export function WhoSigns({ signees: given, people, documentStatus }: WhoSignsProps) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const signees = given.map((signee) => ({
    ...signee,
    status: signee.status !== null && stillTrue(signee.status, documentStatus) ? signee.status : null,
  }));
  const names = shortNames(signees);
  const waiting = waitedFor({ signees });
  const named = people.all <= NAMED ? signees : (waiting.length > 0 ? waiting : signees).slice(0, NAMED - 1);
  const more = (count: number) => (count > 0 ? [t('submission.morePeople', { count })] : []);
  const all = signees
    .map((signee) => sayPerson(signee, speaker))
    .concat(more(people.all - signees.length))
    .join('\n');
  return (
    <span className={styles['who']} title={all}>
      {named.map((signee, index) => {
        const mark = markOfSignee(signee.status);
        const next = named[index + 1];
        return (
          // The service may list an address twice, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            <span className={styles['person']} data-state={mark?.state}>
              {mark && <Mark {...mark} />}
              <bdi>{names.get(signee)}</bdi>
              {hasOpened(signee) && <Eye className={styles['opened'] ?? ''} aria-hidden="true" />}
            </span>
            {next && <Between one={signee} next={next} />}
          </Fragment>
        );
      })}
      {documentStatus !== 'in-progress' && <span className={styles['then']}>{more(people.all - named.length)}</span>}
      {people.all > 1 && documentStatus === 'in-progress' && given.some(({ status }) => status !== null) && (
        <span className={styles['share']}>{t('row.signedOf', { signed: people.signed, all: people.all })}</span>
      )}
    </span>
  );
}
