const refusals = {
  'too-large': 'It is larger than any real list.',
  'not-xml': 'It is no whole XML in UTF-8.',
  doctype: 'It has a document type or an entity, which no list needs and attacks use.',
  'no-list': 'It is no trusted list of ETSI TS 119 612 in version 5 or 6.',
  unsigned: 'It has no signature.',
  wrapped: 'Its signature is not the only one, or does not cover the whole list.',
  method: 'Its signature uses a method that is too weak or not in use for lists.',
  changed: 'It was changed after it was signed.',
  'other-signer': 'None of the given signers signed it.',
  'other-country': 'The signer is of another country than the list.',
  'not-yet': 'Its date lies in the future.',
  closed: 'It names no next update.',
  expired: 'Its next update is over.',
  twice: 'Another list is of the same country.',
} as const;
export type Refusal = keyof typeof refusals;

/** A list must not be used. */
export class ListRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, more = '') {
    super([refusals[refusal], more].filter(Boolean).join(' '));
    this.refusal = refusal;
  }
}
