import { type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { laterPart } from '../../language/later-part.ts';
import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import foot from '../../ui/sheet-foot.module.css';
import { shownName } from '../../ui/shown-name.ts';
import { TellRefusal } from '../../ui/tell-refusal.ts';
import { countPeople, type MissingPart, missingParts, sendable, wanted } from './missing-parts.ts';
import { sayRefused } from './offer-files.ts';
import { isUnopened } from './open-result.ts';
import { type HandedOver, idsOf, isTouched, type Sheet, withoutFiles } from './sheet.ts';
import { changeSheet } from './sheet-actions.ts';
import styles from './sheet-foot.module.css';
import type { TypedSignees } from './signees/add-signees.tsx';
import { unjudged } from './take-files.ts';
import type { Press } from './use-send.ts';

const SaveProfile = laterPart(async () => (await import('./save-profile.tsx')).SaveProfile);

/** The actions of the sheet besides sending. */
const others = ['hold', 'draft', 'saveProfile'] as const;

interface SheetFootProps {
  readonly sheet: Sheet;
  readonly modes: AvailableModes | null;
  readonly typed: RefObject<TypedSignees | null>;
  readonly onPress: Press;
  readonly onShowRefused: () => void;
}

function Outcome({ outcome }: { outcome: HandedOver }) {
  const { t } = useTranslation();
  if (outcome.kind === 'all') return null;
  if (outcome.kind === 'refused') return <Notice problem={outcome.problem} />;
  if (outcome.kind === 'looked')
    return <p className={styles['result']}>{t('send.lookedFound', { count: outcome.left })}</p>;
  return (
    <p className={styles['result']}>
      {outcome.taken > 0 && `${t('send.handedOver', { count: outcome.taken })} `}
      {t('send.notTaken', { count: outcome.left })}
    </p>
  );
}

/** Shows the number at the start, so that it is read out once and not after each part. */
function HandingOver({ count }: { count: number }) {
  const { t } = useTranslation();
  const [all] = useState(count);
  return <p>{t('send.handingOver', { count: all })}</p>;
}

const readyText = ({ revised }: Sheet) =>
  revised?.replaces === undefined ? 'send.readyText' : (`send.replaceText.${revised.replaces}` as const);

interface FootWordsProps {
  readonly sheet: Sheet;
  readonly missing: readonly MissingPart[];
  /** The profile that was just saved. */
  readonly saved: string | null;
}

/** Says one thing: what happens now, how it ended, what is missing, or that all is ready. */
function FootWords({ sheet, missing, saved }: FootWordsProps) {
  const { t } = useTranslation();
  // Verdicts of many files arrive step by step: report problems when all are here.
  const judging = sheet.files.length > 1 && (unjudged(sheet).length > 0 || sheet.files.some(isUnopened));
  const isReplacing = sheet.revised?.replaces !== undefined;
  if (sheet.handing) return <HandingOver count={sendable(sheet).length} />;
  return (
    <>
      {sheet.outcome && <Outcome outcome={sheet.outcome} />}
      {judging && <p className={styles['ready']}>{t('send.judging')}</p>}
      {!judging && missing.length > 0 && (
        <p className={styles['missing']}>
          {missing
            .map((part) => {
              const named = 'files' in part ? part.files : [];
              const name = shownName(named[0]?.name ?? '');
              return t(`send.missing.${part.kind}`, { count: named.length || 1, name });
            })
            .join(' ')}
        </p>
      )}
      {!judging && missing.length === 0 && !sheet.outcome && (
        // The button says it in sight.
        <p className={saved === null && !isReplacing ? 'visually-hidden' : styles['ready']}>
          {saved === null ? t(readyText(sheet)) : t('send.profileSaved', { name: saved })}
        </p>
      )}
    </>
  );
}

/** Shows the missing parts, and the buttons. A button that is not ready says why and leads to the place. */
export function SheetFoot({ sheet, modes, typed, onPress, onShowRefused }: SheetFootProps) {
  const { t } = useTranslation();
  const messageId = useId();
  const { handing: busy, outcome, tried, refused } = sheet;
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const missing = missingParts(sheet, { goal: tried ?? 'send', modes });
  const going = sendable(sheet).length;
  const people = countPeople(sheet);
  const bad = missing.flatMap((part) => (part.kind === 'bad-files' ? part.files : []));
  const replaces = sheet.revised?.replaces;
  const sendLabel = replaces
    ? t(`send.replace.${replaces}`)
    : going > 0 && wanted(sheet).length > 1
      ? t('send.sendSeveral', { count: going })
      : people > 0
        ? t('submission.sendTo', { count: people })
        : t('submission.command.send');

  function saveProfile(): void {
    typed.current?.addValid();
    setSaving(true);
  }
  function leaveOutBad(): void {
    changeSheet((now) => withoutFiles(now, new Set(bad.map(({ id }) => id))));
    void ask(bridge().files.release({ ids: [...idsOf(bad)] }));
  }

  return (
    <footer className={foot['foot']} data-region="">
      {refusal && <Notice problem={refusal} onClose={() => setRefusal(null)} />}
      {refused.length > 0 && sheet.seen !== refused && (
        <p className={styles['result']}>
          {sayRefused(refused, 'notAdded', t)}{' '}
          <Button look="quiet" onPress={onShowRefused}>
            {t('send.refusedShow')}
          </Button>
        </p>
      )}
      {/* Nothing is read out before the person has done something. */}
      <div
        className={foot['words']}
        role={tried !== null || outcome !== null || isTouched(sheet) ? 'status' : undefined}
        id={messageId}
        data-tried={tried !== null || undefined}
      >
        <FootWords sheet={sheet} missing={missing} saved={saved} />
      </div>
      <div className={foot['buttons']}>
        {!busy && bad.length > 0 && sheet.files.length > 1 && (
          <span data-place="bad-files">
            <Button onPress={leaveOutBad}>{t('send.skipBad', { count: bad.length })}</Button>
          </span>
        )}
        <MoreMenu
          label={t('send.otherWays')}
          isDisabled={busy}
          items={(sheet.revised ? others.slice(2) : others).map((id) => ({ id, text: t(`send.${id}`) }))}
          onAction={(id) => (id === 'saveProfile' ? saveProfile() : void onPress(id))}
        />
        {sheet.revised && !replaces && <Button onPress={() => void onPress('hold')}>{t('submission.save')}</Button>}
        <Button
          look="primary"
          data-rest=""
          aria-describedby={messageId}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onPress={() => void onPress('send')}
        >
          {sendLabel}
        </Button>
      </div>
      {saving && (
        <TellRefusal value={setRefusal}>
          <SaveProfile sheet={sheet} onSaved={setSaved} onClose={() => setSaving(false)} />
        </TellRefusal>
      )}
    </footer>
  );
}
