export interface ServiceUser {
  readonly id: string | null;
  readonly email: string | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly raw: Readonly<Record<string, unknown>>;
}
