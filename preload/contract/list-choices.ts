/** The groups of the list, in their order. The archive has what a person put out of sight: it is not among all rows. */
export const listGroups = [
  'needsYou',
  'ready',
  'sending',
  'waiting',
  'finished',
  'drafts',
  'other',
  'archive',
] as const;
export type ListGroup = (typeof listGroups)[number];

export const listSorts = ['created', 'name', 'due'] as const;
export type ListSort = (typeof listSorts)[number];

/** The filter for rows of any watched folder, in place of the id of one. */
export const anyFolder = '*';

const anyStatus: string[] = [];

/** Which rows the list shows, and in which order, before a person chooses anything. */
export const everyRow = {
  group: 'all' as const,
  sort: 'created' as const,
  statuses: anyStatus,
  signStatuses: anyStatus,
  person: '',
  profile: '',
  folder: '',
  soon: false,
  unsaved: false,
};

/** All rows, as the query that the list is read with. */
export const wholeList = { ...everyRow, search: '' };
