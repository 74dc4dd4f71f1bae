/** The groups of the list, in their order. */
export const listGroups = ['needsYou', 'sending', 'waiting', 'finished', 'drafts', 'other'] as const;
export type ListGroup = (typeof listGroups)[number];

export const listSorts = ['created', 'name', 'due'] as const;
export type ListSort = (typeof listSorts)[number];

/** The list as it is before a person chooses anything. */
export const everyRow = {
  group: 'all',
  sort: 'created',
  statuses: [],
  signStatuses: [],
  person: '',
  profile: '',
  folder: false,
  soon: false,
  unsaved: false,
} as const;
