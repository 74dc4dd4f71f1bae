import { useTranslation } from 'react-i18next';
import type { ConnectionFields } from '../../../preload/contract/connection.ts';
import { type Host, type HostWarning, hostsOf } from '../../../shared/host.ts';
import { useMirror } from '../../store/mirror.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './connection-hosts.module.css';

type Addresses = Pick<ConnectionFields, 'admin' | 'auth' | 'base' | 'identity'>;

const remarks = { number: 'number', port: 'port', 'look-alike': 'lookAlike' } as const satisfies Record<
  HostWarning,
  string
>;

/** Tells whether these are the very addresses that the IT department has set on this computer. */
function useIsGiven({ admin, auth, base, identity }: Addresses): boolean {
  const given = useMirror(({ state }) => state?.givenConnection ?? null);
  if (given === null) return false;
  return [given.admin, given.auth, given.base, given.identity].join('\n') === [admin, auth, base, identity].join('\n');
}

/** Names the hosts that get the password and the documents, and warns of what a forged connection file may have. */
export function ConnectionHosts({ fields }: { fields: Addresses }) {
  const { t } = useTranslation();
  const isGiven = useIsGiven(fields);
  const { hosts, isSpread, isStrange } = hostsOf(fields);
  const reasons = [
    ...(isSpread
      ? [t('connection.strange.spread', { names: [...new Set(hosts.map(({ host }) => host.domain))].join(', ') })]
      : []),
    ...new Set(
      hosts.flatMap(({ host: { name, warnings } }) =>
        warnings.map((warning) => t(`connection.strange.${remarks[warning]}`, { name })),
      ),
    ),
  ];
  // Nothing leaves this computer: the practice service.
  if (hosts.every(({ host }) => host.isThisComputer)) return null;
  return (
    <>
      <dl className={styles['hosts']} aria-label={t('connection.hosts.title')}>
        {hosts.map(({ role, host }) => (
          <div key={role}>
            <dt>{t(`connection.hosts.${role}`)}</dt>
            <dd>
              <HostName host={host} />
            </dd>
          </div>
        ))}
      </dl>
      {isStrange && !isGiven && (
        <Notice problem={{ key: 'addresses-strange', params: { reasons: reasons.join(' ') } }} />
      )}
    </>
  );
}

function HostName({ host: { name, encoded, isThisComputer } }: { host: Host }) {
  const { t } = useTranslation();
  if (isThisComputer) return t('connection.hosts.here');
  return (
    <>
      <bdi>{name}</bdi>
      {encoded !== null && <span className={styles['encoded']}>{t('connection.hosts.encoded', { encoded })}</span>}
    </>
  );
}
