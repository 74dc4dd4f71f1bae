import type { SignatureCard } from '../../preload/contract/copy-verdict.ts';
import {
  type Change,
  harmlessChanges,
  type SignatureOfReport,
  type SignatureReport,
} from '../../preload/contract/signature-report.ts';
import type { Texts } from '../words/texts.ts';
import type { CheckOutcome } from './check-command.ts';

type Words = ReturnType<Texts>;

/** The texts with their language. */
export interface Speech {
  readonly t: Words;
  readonly locale: string;
}

const isHarmless = ({ kind }: Change): boolean => harmlessChanges.some((one) => one === kind);

function timeIn({ locale }: Speech, time: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));
}

const nameOf = ({ kind, page }: Change, { t }: Speech): string =>
  page === null
    ? t(`signatures.change.${kind}`)
    : t('signatures.onPage', { what: t(`signatures.change.${kind}`), page });

function namesOf(changes: readonly Change[], speech: Speech): string {
  const { locale } = speech;
  const names = changes.map((change) => nameOf(change, speech));
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(new Set(names));
}

/** Names the signer according to the certificate, and never says more than that. */
function* whoSigned({ kind, signer, issuer, isOwnIssuer, qualified }: SignatureOfReport, { t, locale }: Speech) {
  if (signer === null) return;
  const name = signer.name ?? t('signatures.noName');
  if (kind === 'time-stamp') yield t('signatures.timeStamp', { name });
  else if (kind === 'seal') yield t('signatures.seal', { name: signer.organisation ?? name });
  else if (signer.pseudonym !== null) yield t('signatures.pseudonym', { name: signer.pseudonym });
  if (isOwnIssuer) yield t('signatures.ownIssuer', { name });
  else yield t('signatures.who', { name, issuer: issuer?.name ?? t('signatures.noName') });
  if (qualified === null) return;
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  // Without a country, the law of the EU is meant (EN 319 412-5).
  const codes = qualified.countries.length === 0 ? ['EU'] : qualified.countries;
  const law = codes.map((one) => (/^[A-Z]{2}$/.test(one) ? countries.of(one) : null) ?? one);
  yield t('signatures.qualified', { law: law.join(', ') });
}

function* whenSigned(signature: SignatureOfReport, speech: Speech) {
  const { t } = speech;
  const { confirmedTime, claimedTime, revocation } = signature;
  if (confirmedTime !== null)
    yield t('signatures.confirmedTime', {
      time: timeIn(speech, confirmedTime.at),
      authority: confirmedTime.authority ?? t('signatures.noName'),
    });
  else if (claimedTime !== null) yield t('signatures.claimedTime', { time: timeIn(speech, claimedTime) });
  if (signature.hasBadTimeStamp) yield t('signatures.badTimeStamp');
  if (signature.wasValidThen === false) yield t('signatures.expiredThen');
  if (signature.signer === null) return;
  if (revocation.kind === 'no-data') yield t('signatures.noData');
  else yield t(`signatures.${revocation.kind}`, { time: timeIn(speech, revocation.at) });
}

/** The changes that are told of a signature. */
function toldOf({ state, changes }: SignatureOfReport): readonly Change[] {
  const harmful = changes.filter((change) => !isHarmless(change));
  // Without one, the signer forbade what is harmless elsewhere.
  return state === 'changed-after' && harmful.some(({ kind }) => kind !== 'too-many') ? harmful : changes;
}

/** Says what came after a signature that it does not cover. */
export function sayChange(signature: SignatureOfReport, speech: Speech): string {
  const name = signature.signer?.name ?? speech.t('signatures.noName');
  return speech.t('signatures.changedAfter', { name, what: namesOf(toldOf(signature), speech) });
}

function* whatCame(signature: SignatureOfReport, speech: Speech) {
  const { t } = speech;
  const { state, changes } = signature;
  if (state === 'changed-after') yield sayChange(signature, speech);
  else if (state === 'intact') {
    const proof = changes.length > 0 && changes.every(({ kind }) => kind === 'proof');
    if (proof) yield t('signatures.onlyProof');
    else if (changes.length > 0) yield t('signatures.harmless', { what: namesOf(changes, speech) });
  } else yield t(`signatures.state.${state}`);
}

/** Says who signed, when, and what came after it. */
function* sentencesOfOne(signature: SignatureOfReport, speech: Speech): Generator<string> {
  yield* whoSigned(signature, speech);
  yield* whenSigned(signature, speech);
  yield* whatCame(signature, speech);
}

const kindOfCard = ({ kind, signer }: SignatureOfReport): SignatureCard['kind'] =>
  kind === 'person' && (signer?.pseudonym ?? null) !== null ? 'pseudonym' : kind;

/** Tells whether a person sees the change: of later additions that nobody need worry about, visible marks alone. */
const isSeen = (change: Change): boolean => !isHarmless(change) || change.kind === 'visible-mark';

/** Returns the changes that a person can look at on their pages. */
const shownOf = (signature: SignatureOfReport, speech: Speech): SignatureCard['changes'] =>
  toldOf(signature).flatMap((change) => {
    const { page, places = [] } = change;
    return page === null || !isSeen(change) ? [] : [{ what: nameOf(change, speech), page, places }];
  });

/** Describes a signature for the window, with the same sentences. */
export function cardOf(signature: SignatureOfReport, speech: Speech): SignatureCard {
  const { state, signer, issuer, field, method } = signature;
  const kind = kindOfCard(signature);
  const organisation = kind === 'seal' ? (signer?.organisation ?? null) : null;
  return {
    kind,
    state,
    name: signer?.pseudonym ?? organisation ?? signer?.name ?? null,
    sentences: [...sentencesOfOne(signature, speech)],
    changes: [...shownOf(signature, speech)],
    field,
    method,
    fingerprint: signer?.fingerprint ?? null,
    issuerFingerprint: issuer?.fingerprint ?? null,
  };
}

function* sentencesOf({ state, signatures, sent }: SignatureReport, speech: Speech): Generator<string> {
  const { t } = speech;
  yield t(`signatures.state.${state}`);
  if (signatures.some(({ isPractice }) => isPractice)) yield t('signatures.practice');
  for (const [at, signature] of signatures.entries()) {
    yield '';
    yield t('signatures.title', {
      number: at + 1,
      all: signatures.length,
      field: signature.field === '' ? '–' : signature.field,
    });
    yield* sentencesOfOne(signature, speech);
  }
  if (sent !== null) yield* ['', t(`signatures.sent.${sent.kind}`)];
  yield* ['', t('signatures.always')];
}

export const usageOfCheck = (t: Words): string =>
  `${(['use', 'lead', 'codes'] as const).map((part) => t(`signatures.usage.${part}`)).join('\n\n')}\n`;

/** Writes the sentences for a person, each on a line of its own. */
export function textOfCheck(path: string, outcome: CheckOutcome, speech: Speech): string {
  if (typeof outcome === 'string') return `${path}: ${speech.t(`signatures.${outcome}`)}\n`;
  return `${path}\n${[...sentencesOf(outcome, speech)].join('\n')}\n`;
}
