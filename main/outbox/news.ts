import type { OutboxNews } from '../../preload/contract/submission.ts';
import type { Submission } from '../submission/submission.ts';

export const noNews: OutboxNews = { started: null, needYou: null };

const hasStarted = ({ stage }: Submission) => stage.kind === 'done' && stage.as === 'started';
const needsYou = ({ stage }: Submission) => stage.kind === 'needs-you';

const oneMore = (told: OutboxNews['started'], { wish }: Submission) => ({
  count: (told?.count ?? 0) + 1,
  name: told?.name ?? wish.file.name,
});

/** Adds a change to the news. A submission that already was so before is none. */
export function countNews(news: OutboxNews, now: Submission, before: Submission | null): OutboxNews {
  if (before === null) return news;
  const { started, needYou } = news;
  if (hasStarted(now) && !hasStarted(before)) return { started: oneMore(started, now), needYou };
  return needsYou(now) && !needsYou(before) ? { started, needYou: oneMore(needYou, now) } : news;
}
