export interface Authorities {
  readonly zertes: readonly string[];
  readonly eidas: readonly string[];
}

/** Which signatures this account may ask for. An authority absent from a list cannot be used there. */
export interface AvailableModes {
  readonly timestamp: boolean;
  readonly advanced: Authorities;
  readonly qualified: Authorities;
  readonly raw: Readonly<Record<string, unknown>>;
}
