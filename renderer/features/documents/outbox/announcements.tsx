import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxNews } from '../../../../preload/contract/submission.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { shownName } from '../../../ui/shown-name.ts';
import { useServedRows } from '../rows/served-rows.ts';
import { saySigned, useSignedNews } from './signed-news.ts';

/** The pause that keeps announcements from interrupting each other, so that 200 files need only a few sentences. */
const PAUSE_MS = 6_000;
const FIRST_MS = 800;
/** A sentence goes before the next one comes: one that stays is not read out again, though as many were sent once more. */
const SPOKEN_MS = PAUSE_MS / 2;

type Told = Pick<OutboxNews, 'taken' | 'started' | 'needYou'>;
const noNews: Told = { taken: null, started: null, needYou: null };

type Some = OutboxNews['started'];

function joined(one: Some, other: Some): Some {
  if (one === null || other === null) return one ?? other;
  return { count: one.count + other.count, name: one.name };
}

function tell({ taken, started, needYou }: Told, t: TFunction): string {
  return [
    taken && t('outbox.taken', { count: taken.count, name: shownName(taken.name) }),
    started && t('outbox.started', { count: started.count, name: shownName(started.name) }),
    needYou && t('outbox.needYou', { count: needYou.count, name: shownName(needYou.name) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Reads out files taken from a folder, started submissions, new problems and what everyone signed: a few sentences for any number of files. */
export function Announcements() {
  const { t } = useTranslation();
  const [told, setTold] = useState(noNews);
  const signed = useSignedNews((news) => news.signed);
  const listed = useServedRows(({ rows }) => rows.get(signed?.entry ?? '')?.row.document ?? null);
  const spokenAt = useRef(0);

  useEffect(() => {
    let pending = noNews;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let spoken: ReturnType<typeof setTimeout> | undefined;
    const end = bridge().outbox.onNews((news) => {
      pending = {
        taken: joined(pending.taken, news.taken),
        started: joined(pending.started, news.started),
        needYou: joined(pending.needYou, news.needYou),
      };
      timer ??= setTimeout(
        () => {
          timer = null;
          spokenAt.current = Date.now();
          setTold(pending);
          pending = noNews;
          spoken = setTimeout(() => setTold(noNews), SPOKEN_MS);
        },
        Math.max(FIRST_MS, spokenAt.current + PAUSE_MS - Date.now()),
      );
    });
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
      clearTimeout(spoken);
    };
  }, []);

  return (
    <>
      <output className="visually-hidden">{tell(told, t)}</output>
      <output className="visually-hidden">{saySigned(signed, listed, t)}</output>
    </>
  );
}
