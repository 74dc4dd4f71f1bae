import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxNews } from '../../../../preload/contract/submission.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../ui/button.tsx';
import type { StackedNotice } from '../../../ui/notice-stack.tsx';
import { QueueNotice } from './queue-notice.tsx';
import { useSignedNews } from './signed-news.ts';

/**
 * Shows after the first document of all what happens now, and that nothing is left to do: until everyone signed, or fewer
 * documents wait because it was rejected or withdrawn.
 */
export function useFirstSent(waiting: number, onLeave: () => void) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<OutboxNews['firstAsked']>(null);
  const isSigned = useSignedNews(({ signed }) => signed !== null);
  const before = useRef(0);
  useEffect(() => bridge().outbox.onNews(({ firstAsked }) => firstAsked && setAsked(firstAsked)), []);
  useEffect(() => {
    if (isSigned || waiting < before.current) setAsked(null);
    before.current = waiting;
  }, [isSigned, waiting]);
  const said = asked === null ? '' : t('outbox.firstSent', { count: asked.count, who: asked.name });
  const close = () => {
    onLeave();
    setAsked(null);
  };
  const shown = (
    <QueueNotice Icon={MailCheck} tone="quiet" action={<Button onPress={close}>{t('outbox.firstSentClose')}</Button>}>
      {said}
    </QueueNotice>
  );
  const notice: StackedNotice | null = asked === null ? null : { id: 'first-sent', rank: 'answer', shown, said: '' };
  return { notice, spoken: <output className="visually-hidden">{said}</output> };
}
