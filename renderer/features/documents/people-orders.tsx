import { useTranslation } from 'react-i18next';
import type { DocumentDetails } from '../../../preload/contract/document.ts';
import type { PersonOrder } from '../../../preload/contract/person-order.ts';
import { peopleToSign, withInferred } from '../../../shared/people/people-to-sign.ts';
import { sayMoment } from '../../language/say-moment.ts';
import { useMirror } from '../../store/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { DraftObservers, DraftPerson } from './draft-person.tsx';
import { SigneeStatusList, type SigneeStatusListProps } from './signee-status-list.tsx';
import { type PeopleView, usePersonOrders } from './use-person-orders.ts';

interface PeopleOrdersProps extends SigneeStatusListProps {
  readonly details: DocumentDetails;
  /** Reports that the people at the service have changed. */
  readonly onChanged: () => void;
}

/** Shows the people of a document, with what can be ordered for each of them. */
export function PeopleOrders({ details, onChanged, ...list }: PeopleOrdersProps) {
  const view = usePersonOrders(details.id, onChanged);
  const isDraft = details.documentStatus === 'draft';
  // The status of the document, as its row or its details say.
  const signing =
    list.documentStatus === 'in-progress' ? peopleToSign(withInferred(list.signees, details.signStatus)) : [];
  return (
    <>
      <SigneeStatusList
        {...list}
        renderExtra={(person) => {
          const { email, language = null } = person;
          if (email === null) return null;
          if (isDraft) return <DraftPerson email={email} language={language} remove="remove-signee" view={view} />;
          return <OfPerson email={email} canSign={signing.some((one) => one.email === email)} view={view} />;
        }}
      />
      {isDraft && <DraftObservers observers={details.observers} view={view} />}
      {view.problem && <Notice problem={view.problem} />}
    </>
  );
}

interface OfPersonProps {
  readonly email: string;
  readonly canSign: boolean;
  readonly view: PeopleView;
}

function OfPerson({ email, canSign, view }: OfPersonProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const order = view.orderOf('resend-invitation', email);
  const isOffered = view.can('resend-invitation') && canSign && (order === null || order.phase === 'failed');
  return (
    <>
      {order && <ResendState order={order} onDrop={() => void run(() => view.give('drop', email))} />}
      {isOffered && (
        <Button look="quiet" onPress={() => void run(() => view.give('resend-invitation', email))}>
          {t('personOrder.resend')}
        </Button>
      )}
    </>
  );
}

/** Shows the progress of another invitation. */
function ResendState({ order, onDrop }: { readonly order: PersonOrder; readonly onDrop: () => void }) {
  const { t } = useTranslation();
  const locale = useMirror(({ state }) => state?.locale ?? 'en');
  const { phase, at, problem } = order;
  const isPaused = useMirror(({ state }) => state?.outbox.paused === true) && phase === 'waiting';
  if ((phase === 'done' || phase === 'perhaps') && at !== null)
    return (
      <small data-tone={phase === 'perhaps' ? 'warn' : undefined} role="status">
        {t(`personOrder.${phase}`, { time: sayMoment(at, locale) })}
      </small>
    );
  return (
    <>
      {problem && <Notice problem={problem} silent />}
      {phase !== 'failed' && <small role="status">{t(isPaused ? 'desk.stop.paused' : 'personOrder.working')}</small>}
      {phase === 'waiting' && (problem || isPaused) && (
        <Button look="quiet" onPress={onDrop}>
          {t('connect.cancel')}
        </Button>
      )}
    </>
  );
}
