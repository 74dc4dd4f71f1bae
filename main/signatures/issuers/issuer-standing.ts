import type { IssuerStanding, SignatureOfReport } from '../../../preload/contract/signature-report.ts';
import { endOfUse, type IssuerList } from './issuer-list.ts';

interface Judged extends Pick<SignatureOfReport, 'kind' | 'state' | 'isOwnIssuer'> {
  readonly chainKeys?: readonly string[] | undefined;
}

/** Returns the keys that a list may name: those of the issuers. Lists also name time-stamp services by their own key. */
function keysOf({ kind, state, isOwnIssuer, chainKeys = [] }: Judged): readonly string[] {
  // Anybody can put the certificate of somebody else beside a signature that does not fit.
  if (state !== 'intact' && state !== 'changed-after') return [];
  return kind === 'time-stamp' || isOwnIssuer ? chainKeys : chainKeys.slice(1);
}

/**
 * Looks for the issuers of a signature's certificate in the official lists. That one is on a list, or on none, says nothing
 * about legal validity.
 */
export function standingOf({ builtOn, lists }: IssuerList, now: number, signature: Judged): IssuerStanding {
  if (builtOn === null) return { kind: 'unknown-list' };
  const keys = keysOf(signature);
  if (keys.length === 0) return { kind: 'not-compared' };
  if (now >= endOfUse(builtOn)) return { kind: 'too-old', builtOn };
  const current = lists.filter(({ nextUpdate }) => now < Date.parse(nextUpdate));
  const grant = signature.kind === 'time-stamp' ? 'timeStamps' : 'certificates';
  const found = current.find((list) => keys.some((key) => list[grant].includes(key)));
  if (found !== undefined) return { kind: 'listed', grant, country: found.country, issuedOn: found.issuedOn };
  // The issuer may be on a list that must not be used any more.
  if (current.length < lists.length) return { kind: 'too-old', builtOn };
  // A service whose issuer is not in the file may be on a list by its issuer.
  if (!signature.isOwnIssuer && (signature.chainKeys ?? []).length < 2) return { kind: 'not-compared' };
  return { kind: 'not-listed', countries: lists.map(({ country }) => country), builtOn };
}
