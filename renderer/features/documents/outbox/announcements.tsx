import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../../preload/contract/state.ts';
import { shownName } from '../../../ui/shown-name.ts';
import { isNews, type News, newsBetween, noNews, together } from './submission-news.ts';

/** Wait this long, so that no announcement interrupts another and 200 files need only a few sentences. */
const PAUSE_MS = 6_000;
const FIRST_MS = 800;

function tell({ started, needYou }: News, t: TFunction): string {
  const [one] = started;
  const [stuck] = needYou;
  return [
    one && t('outbox.started', { count: started.length, name: shownName(one.name) }),
    stuck && t('outbox.needYou', { count: needYou.length, name: shownName(stuck.name) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Reads out started submissions and new problems: a few sentences for any number of files. */
export function Announcements({ active, submissions }: Pick<State, 'active' | 'submissions'>) {
  const { t } = useTranslation();
  const [told, setTold] = useState('');
  const [watchedSince] = useState(Date.now);
  const seen = useRef({ active, submissions });
  const pending = useRef(noNews);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const spokenAt = useRef(0);

  useEffect(() => {
    const before = seen.current;
    seen.current = { active, submissions };
    if (before.active !== active || before.submissions === submissions) return;
    pending.current = together(pending.current, newsBetween(before.submissions, submissions, watchedSince));
    if (timer.current !== null || !isNews(pending.current)) return;
    const wait = Math.max(FIRST_MS, spokenAt.current + PAUSE_MS - Date.now());
    timer.current = setTimeout(() => {
      timer.current = null;
      spokenAt.current = Date.now();
      setTold(tell(pending.current, t));
      pending.current = noNews;
    }, wait);
  }, [active, submissions, t, watchedSince]);

  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );

  return <output className="visually-hidden">{told}</output>;
}
