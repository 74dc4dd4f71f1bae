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

/** The query of the list before a person chooses anything. */
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

const noGroup: ListGroup[] = [];

/** The same, with every section open. */
export const usualChoice = { ...everyRow, folded: noGroup };

/** All rows, as the query that the list is read with. */
export const wholeList = { ...usualChoice, search: '' };

type Asked = Omit<typeof wholeList, 'group' | 'sort'> & { readonly group: ListGroup | 'all' };

/** Tells whether sections fold. They do in the whole list only: what a person looks for is in sight. */
export const canFold = (query: Asked): boolean =>
  query.group === 'all' &&
  query.statuses.length + query.signStatuses.length === 0 &&
  !query.soon &&
  !query.unsaved &&
  (query.search + query.person + query.profile + query.folder).trim() === '';
