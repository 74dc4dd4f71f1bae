import type { SignPlace } from '../../../../preload/contract/sending.ts';

/** Somebody who signs, and where. Null: the service decides, or the person. */
export interface Signer {
  readonly key: string;
  readonly who: string;
  readonly place: SignPlace | null;
}

/** The places of the signatures, while people choose them. */
export interface Placing {
  readonly signers: readonly Signer[];
  readonly onPlace: (key: string, place: SignPlace | null) => void;
}
