import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { laterPart } from '../../language/later-part.ts';
import { useMinute } from '../../language/use-minute.ts';
import { useMirror } from '../../store/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { enterConnecting, signInName } from '../account/enter-connecting.ts';

const DiagnosisDialog = laterPart(async () => (await import('../account/diagnosis-dialog.tsx')).DiagnosisDialog);

/** Problems after which the list stays as it was and the next check comes automatically. */
const keptBy: readonly Problem['key'][] = ['unreachable', 'timed-out', 'service-down'];

/** Asks the service again at once, unless it allows no check yet: the status bar says when. */
export function TryAgain() {
  const { t } = useTranslation();
  const now = useMinute();
  const next = useMirror(({ state }) => state?.check.next ?? null);
  if (next !== null && next > now) return null;
  return <Button onPress={() => void ask(bridge().documents.check())}>{t('problem.retry')}</Button>;
}

/** Shows a failed check, with the button that helps: try again, sign in, or enter a new secret. */
export function CheckProblem({ problem, state, waiting }: { problem: Problem; state: State; waiting: number }) {
  const { t } = useTranslation();
  const active = state.connections.find((connection) => connection.id === state.active);
  const [diagnosing, setDiagnosing] = useState(false);
  const never = active?.signedIn === 'never';
  const isSignedOut = active !== undefined && active.signedIn !== 'yes';
  const held = isSignedOut && waiting > 0;
  const note = held ? t('outbox.signedOut', { count: waiting }) : t('check.kept');
  return (
    <Notice problem={problem} note={held || keptBy.includes(problem.key) ? note : undefined} hasWayOut={isSignedOut}>
      {isSignedOut && <Button onPress={() => enterConnecting(active, 'sign-in')}>{t(signInName(active))}</Button>}
      {!never && <TryAgain />}
      {active && <Button onPress={() => setDiagnosing(true)}>{t('diagnosis.run')}</Button>}
      {active && diagnosing && <DiagnosisDialog connection={active} onClose={() => setDiagnosing(false)} />}
    </Notice>
  );
}
