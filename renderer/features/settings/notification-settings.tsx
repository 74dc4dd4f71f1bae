import { useTranslation } from 'react-i18next';
import type { NotificationKind, NotificationSettings } from '../../../preload/contract/notifications.ts';
import { bridge } from '../../bridge/bridge.ts';
import { changeAndTell } from '../../store/change-and-tell.ts';
import { useLocked } from '../../store/locked.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './settings.module.css';

const kinds: readonly NotificationKind[] = ['signed', 'rejected', 'needsYou', 'expiring'];
const NIGHT = { from: 22 * 60, to: 7 * 60 };
const HALF_HOUR = 30;
const halfHours = Array.from({ length: (24 * 60) / HALF_HOUR }, (_none, index) => index * HALF_HOUR);

const sayTime = (minute: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(
    new Date(2000, 0, 1, Math.floor(minute / 60), minute % 60),
  );

interface TimeChoiceProps {
  readonly label: string;
  readonly value: number;
  readonly locale: string;
  readonly isDisabled: boolean;
  readonly onChange: (minute: number) => void;
}

function TimeChoice({ label, value, locale, isDisabled, onChange }: TimeChoiceProps) {
  const options = [...new Set([...halfHours, value])].toSorted((one, other) => one - other);
  return (
    <label className={styles['time']}>
      {label}
      <Select
        value={String(value)}
        options={options.map((minute) => ({ id: String(minute), text: sayTime(minute, locale) }))}
        isDisabled={isDisabled}
        onChange={(minute) => onChange(Number(minute))}
      />
    </label>
  );
}

interface NotificationSettingsCardProps {
  readonly settings: NotificationSettings;
  readonly locale: string;
}

/** Shows which notifications the system may show, and when. Each change acts at once. */
export function NotificationSettingsCard({ settings, locale }: NotificationSettingsCardProps) {
  const { t } = useTranslation();
  const { quiet, hideNames } = settings;
  const isLocked = useLocked('notifications');
  const change = (wanted: Partial<NotificationSettings>) =>
    void changeAndTell(bridge().settings.notifications({ ...settings, ...wanted }));
  return (
    <section className={styles['section']} aria-labelledby="notifications">
      <h2 id="notifications">{t('settings.page.notifications')}</h2>
      {isLocked && <LockedNote />}
      <div role="group" aria-labelledby="notify-when" className={styles['boxes']}>
        <p id="notify-when">{t('settings.notify.when')}</p>
        {kinds.map((kind) => (
          <CheckBox
            key={kind}
            isDisabled={isLocked}
            isSelected={settings.kinds[kind]}
            {...(kind === 'expiring' ? { hint: t('settings.notify.expiringHint') } : {})}
            onChange={(wanted) => change({ kinds: { ...settings.kinds, [kind]: wanted } })}
          >
            {t(`settings.notify.${kind}`)}
          </CheckBox>
        ))}
      </div>
      <div className={styles['boxes']}>
        <CheckBox
          isDisabled={isLocked}
          isSelected={quiet !== null}
          hint={t('settings.notify.quietHint')}
          onChange={(wanted) => change({ quiet: wanted ? NIGHT : null })}
        >
          {t('settings.notify.quiet')}
        </CheckBox>
        {quiet !== null && (
          <div role="group" aria-label={t('settings.notify.quiet')} className={styles['times']}>
            <TimeChoice
              label={t('settings.notify.quietFrom')}
              value={quiet.from}
              locale={locale}
              isDisabled={isLocked}
              onChange={(from) => change({ quiet: { ...quiet, from } })}
            />
            <TimeChoice
              label={t('settings.notify.quietTo')}
              value={quiet.to}
              locale={locale}
              isDisabled={isLocked}
              onChange={(to) => change({ quiet: { ...quiet, to } })}
            />
          </div>
        )}
        <CheckBox
          isDisabled={isLocked}
          isSelected={hideNames}
          hint={t('settings.notify.hideNamesHint')}
          onChange={(wanted) => change({ hideNames: wanted })}
        >
          {t('settings.notify.hideNames')}
        </CheckBox>
      </div>
    </section>
  );
}
