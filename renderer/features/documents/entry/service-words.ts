import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../../preload/contract/problem.ts';
import { type Json, parseJson } from '../../../../shared/parse-json.ts';

const LONGEST = 240;
/** The fields in which services write their sentence. The API of the signing service does not name them. */
const fields = ['message', 'error_description', 'detail', 'description', 'title', 'error', 'reason'] as const;

function sentenceIn(found: Json | undefined): string | null {
  if (typeof found === 'string') return found;
  if (Array.isArray(found)) return sentenceIn(found[0]);
  if (typeof found !== 'object' || found === null) return null;
  for (const field of fields) {
    const sentence = Object.hasOwn(found, field) ? sentenceIn(found[field]) : null;
    if (sentence !== null && sentence.trim() !== '') return sentence;
  }
  return null;
}

/** Finds the sentence with which the service refused in the details of a problem. Null: it said nothing readable. */
export function serviceWords(details: string): string | null {
  const [, said] = /(?:^| · )HTTP \d{3} · (.+)$/su.exec(details) ?? [];
  if (said === undefined) return null;
  const json = said.search(/[{[]/u);
  const found = json < 0 ? said : (sentenceIn(parseJson(said.slice(json))) ?? '');
  const sentence = found.trim();
  // Quote marks of our own go around it.
  if (sentence === '' || !/\p{L}/u.test(sentence)) return null;
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST).toWellFormed()}…` : sentence;
}

/** Quotes the service where it refused something. */
export function useServiceWords() {
  const { t } = useTranslation();
  return ({ key, details = '' }: Problem): string | undefined => {
    const words = key === 'refused' || key === 'upload-refused' ? serviceWords(details) : null;
    return words === null ? undefined : t('details.serviceSays', { words });
  };
}
