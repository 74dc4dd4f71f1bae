import { whyOf } from '../../shared/folder-why.ts';
import type { Texts } from '../texts.ts';
import type { Verdict } from './file-plan.ts';

/** The words of `name.pdf.txt`, for people who do not have the app. */
export function reasonText(t: ReturnType<Texts>, { kind, problem, who, at }: Verdict, name: string): string {
  const time = at === null ? '' : new Date(at).toLocaleString();
  const why =
    problem === null ? t(`folders.why.${whyOf(kind, who)}`, { who, time, file: name }) : sentencesOf(t, problem);
  return [`${name}: ${t(`folders.verdict.${kind}`)}`, why, t('folders.reason.again')].join('\n\n');
}

function sentencesOf(t: ReturnType<Texts>, { key, params }: NonNullable<Verdict['problem']>): string {
  return [t(`problem.${key}.what`, params), t(`problem.${key}.do`, params)].join(' ');
}
