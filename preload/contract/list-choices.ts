/** The groups of the list, in their order. */
export const listGroups = ['needsYou', 'sending', 'waiting', 'finished', 'drafts', 'other'] as const;
export type ListGroup = (typeof listGroups)[number];

export const listSorts = ['created', 'name', 'due'] as const;
export type ListSort = (typeof listSorts)[number];
