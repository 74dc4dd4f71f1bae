import type { SignatureCard } from '../../preload/contract/copy-verdict.ts';
import {
  type Change,
  harmlessChanges,
  type IssuerStanding,
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

/** The speech of whoever tells all of a signature. */
export interface FullSpeech extends Speech {
  /** Says how the issuer of the signature stands in the official lists. */
  readonly standing: (signature: SignatureOfReport) => IssuerStanding;
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

const dayIn = ({ locale }: Speech, day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

function countryIn({ locale }: Speech, code: string): string {
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  return (/^[A-Z]{2}$/.test(code) ? countries.of(code) : null) ?? code;
}

/** Says who issued the certificate, and what the official lists say of the issuer. */
function sayIssuer(
  standing: IssuerStanding,
  names: { readonly name: string; readonly issuer: string },
  speech: Speech,
) {
  const { t } = speech;
  if (standing.kind === 'unknown-list' || standing.kind === 'not-compared') return t('signatures.who', names);
  const date = dayIn(speech, standing.kind === 'listed' ? standing.issuedOn : standing.builtOn);
  const told = (): string => {
    if (standing.kind === 'too-old') return t('signatures.issuer.tooOld', { date });
    if (standing.kind === 'not-listed')
      return t('signatures.issuer.notListed', { date, countries: standing.countries.join(', ') });
    return t(`signatures.issuer.${standing.grant}`, { date, country: countryIn(speech, standing.country) });
  };
  return `${t('signatures.issuer.by', names)} ${told()}`;
}

/** Names the signer according to the certificate, and never says more than that. */
function* whoSigned(signature: SignatureOfReport, speech: FullSpeech) {
  const { kind, signer, issuer, isOwnIssuer, qualified } = signature;
  const { t } = speech;
  if (signer === null) return;
  const name = signer.name ?? t('signatures.noName');
  if (kind === 'time-stamp') yield t('signatures.timeStamp', { name });
  else if (kind === 'seal') yield t('signatures.seal', { name: signer.organisation ?? name });
  else if (signer.pseudonym !== null) yield t('signatures.pseudonym', { name: signer.pseudonym });
  const standing = speech.standing(signature);
  if (isOwnIssuer) yield t('signatures.ownIssuer', { name });
  else yield sayIssuer(standing, { name, issuer: issuer?.name ?? t('signatures.noName') }, speech);
  if (qualified === null) return;
  // Without a country, the law of the EU is meant (EN 319 412-5).
  const codes = qualified.countries.length === 0 ? ['EU'] : qualified.countries;
  const law = codes.map((one) => countryIn(speech, one)).join(', ');
  const isCompared = standing.kind === 'listed' || standing.kind === 'not-listed';
  yield t(isCompared ? 'signatures.issuer.qualified' : 'signatures.qualified', { law });
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
function* sentencesOfOne(signature: SignatureOfReport, speech: FullSpeech): Generator<string> {
  yield* whoSigned(signature, speech);
  yield* whenSigned(signature, speech);
  yield* whatCame(signature, speech);
}

/** Returns the kind and the name that stand on top of a signature. The name is null if the certificate has none. */
export function headOf({ kind, signer }: SignatureOfReport): Pick<SignatureCard, 'kind' | 'name'> {
  const pseudonym = signer?.pseudonym ?? null;
  const organisation = kind === 'seal' ? (signer?.organisation ?? null) : null;
  return {
    kind: kind === 'person' && pseudonym !== null ? 'pseudonym' : kind,
    name: pseudonym ?? organisation ?? signer?.name ?? null,
  };
}

/** Tells whether a person sees the change: of later additions that nobody need worry about, visible marks alone. */
const isSeen = (change: Change): boolean => !isHarmless(change) || change.kind === 'visible-mark';

/** Returns the changes that a person can look at on their pages. */
const shownOf = (signature: SignatureOfReport, speech: Speech): SignatureCard['changes'] =>
  toldOf(signature).flatMap((change) => {
    const { page, places = [] } = change;
    return page === null || !isSeen(change) ? [] : [{ what: nameOf(change, speech), page, places }];
  });

/** Describes a signature for the window, with the same sentences. */
export function cardOf(signature: SignatureOfReport, speech: FullSpeech): SignatureCard {
  const { state, signer, issuer, field, method } = signature;
  return {
    ...headOf(signature),
    state,
    sentences: [...sentencesOfOne(signature, speech)],
    changes: [...shownOf(signature, speech)],
    field,
    method,
    fingerprint: signer?.fingerprint ?? null,
    issuerFingerprint: issuer?.fingerprint ?? null,
  };
}

function* sentencesOf({ state, signatures, sent }: SignatureReport, speech: FullSpeech): Generator<string> {
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
export function textOfCheck(path: string, outcome: CheckOutcome, speech: FullSpeech): string {
  if (typeof outcome === 'string') return `${path}: ${speech.t(`signatures.${outcome}`)}\n`;
  return `${path}\n${[...sentencesOf(outcome, speech)].join('\n')}\n`;
}
