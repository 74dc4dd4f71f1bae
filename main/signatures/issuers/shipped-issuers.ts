import issuers from '../../../assets/issuers.json' with { type: 'json' };
import type { IssuerStanding, SignatureOfReport } from '../../../preload/contract/signature-report.ts';
import { issuerList } from './issuer-list.ts';
import { standingOf } from './issuer-standing.ts';

/** The list of this version. Import it when it is needed: a full one has thousands of hashes. */
export const shippedIssuers = issuerList.parse(issuers);

/** Says of signatures how their issuers stand in the list of this version. */
export const standingNow =
  (now: number) =>
  (signature: SignatureOfReport): IssuerStanding =>
    standingOf(shippedIssuers, now, signature);
