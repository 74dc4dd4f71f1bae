import type { SignatureOfReport, SignatureReport } from '../../preload/contract/signature-report.ts';
import { headOf, type Speech, sayChange } from './signature-words.ts';

/** A file made to annoy may have hundreds of signatures. */
const mostNames = 8;

function nameOf(signature: SignatureOfReport, speech: Speech): string {
  const { kind, name } = headOf(signature);
  const shown = name ?? speech.t('signatures.noName');
  return kind === 'person' ? shown : speech.t(`signatures.before.${kind}`, { name: shown });
}

function* whoSigned(signatures: readonly SignatureOfReport[], speech: Speech) {
  const fitting = signatures.filter(({ state }) => state === 'intact' || state === 'changed-after');
  if (fitting.length === 0) return;
  const names = new Set(fitting.slice(0, mostNames).map((one) => nameOf(one, speech)));
  const list = new Intl.ListFormat(speech.locale, { type: 'conjunction' }).format(names);
  yield speech.t('signatures.before.by', { names: list });
  if (fitting.length > mostNames) yield speech.t('verdict.more', { count: fitting.length - mostNames });
}

function* whatIsWrong(signatures: readonly SignatureOfReport[], speech: Speech) {
  for (const signature of signatures.filter(({ state }) => state !== 'intact').slice(0, mostNames)) {
    const { state } = signature;
    if (state === 'changed-after') yield sayChange(signature, speech);
    else if (state !== 'intact') yield speech.t(`signatures.before.${state}`, { name: nameOf(signature, speech) });
  }
}

/**
 * Says of a file that is about to be sent who signed it before, whether it is unchanged, and what a new signature means
 * for it. Nothing for a file that nobody signed.
 */
export function* signedBefore(report: SignatureReport | null, speech: Speech): Generator<string> {
  const { t } = speech;
  if (report === null || report.state === 'none') return;
  const { state, signatures } = report;
  yield* whoSigned(signatures, speech);
  if (signatures.length === 0 || state === 'intact') yield t(`signatures.state.${state}`);
  else yield* whatIsWrong(signatures, speech);
  if (signatures.some(({ isPractice }) => isPractice)) yield t('signatures.practice');
  if (signatures.length > 0) yield t(`signatures.before.${state === 'intact' ? 'onTop' : 'ask'}`);
}
