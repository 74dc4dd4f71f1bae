/** A signee as far as the answer shows one; the shape of the service's own record is not documented. */
export interface Signee {
  readonly email?: string;
  readonly name?: string;
  /** `signOrder` where the record has one, else the position of the group it stands in. */
  readonly order?: number;
  readonly status?: string;
  readonly raw: unknown;
}
