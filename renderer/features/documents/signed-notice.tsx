import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedNews } from '../../../preload/contract/notifications.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { openRow } from '../../store/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DraggableCopy } from './draggable-copy.tsx';
import { QueueNotice } from './outbox/queue-notice.tsx';
import { doubtOf, forgetSigned, isAtHand, saySigned, useSignedNews } from './outbox/signed-news.ts';
import { useServedRows } from './rows/served-rows.ts';

interface SignedNoticeProps {
  readonly signed: SignedNews;
}

/** Shows what everyone has signed, with the signed copy at hand. */
export function SignedNotice({ signed }: SignedNoticeProps) {
  const { count, id, entry } = signed;
  const { t } = useTranslation();
  const [failed, setFailed] = useState<{ readonly of: SignedNews; readonly problem: Problem } | null>(null);
  const problem = failed?.of === signed ? failed.problem : null;
  const listed = useServedRows(({ rows }) => rows.get(entry)?.row.document ?? null);
  const isHere = isAtHand(signed, listed);
  const isDoubtful = doubtOf(signed, listed) !== null;
  const said = saySigned({ ...signed, saved: isHere && problem === null }, listed, t);
  const close = () => {
    // The focused button disappears.
    document.querySelector('h1')?.focus();
    forgetSigned();
  };
  const open = async () => {
    const answer = await ask(bridge().documents.openCopy({ id, how: 'open' }));
    if (!answer.ok) setFailed({ of: signed, problem: answer.problem });
    // Nobody has seen what joined the news since.
    else if (useSignedNews.getState().signed === signed) close();
  };
  const show = () => {
    close();
    openRow(entry);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && close();
  return (
    // The keys of its buttons bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDownCapture={onKeyDown}>
      <QueueNotice
        Icon={isDoubtful ? TriangleAlert : CircleCheck}
        tone={isDoubtful ? 'warn' : 'ok'}
        action={
          <>
            {isHere && <Button onPress={() => void open()}>{t('copy.open')}</Button>}
            {count === 1 && !isHere && <Button onPress={show}>{t('send.refusedShow')}</Button>}
            <Button look="quiet" aria-label={t('problem.close')} onPress={close}>
              <X size={18} aria-hidden="true" />
            </Button>
          </>
        }
      >
        {isHere ? <DraggableCopy id={id} text={said} /> : said}
      </QueueNotice>
      {problem && <Notice problem={problem} onClose={() => setFailed(null)} />}
    </div>
  );
}
