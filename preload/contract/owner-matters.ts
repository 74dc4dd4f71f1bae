/** Problems that only the owner of the account at the service can solve. */
export const ownerMatters = ['quota', 'not-allowed', 'mode-not-open'] as const;
export type OwnerMatter = (typeof ownerMatters)[number];
