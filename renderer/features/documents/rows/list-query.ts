import { create } from 'zustand';
import type { ListQuery } from '../../../../preload/contract/list.ts';

export const wholeList: ListQuery = {
  group: 'all',
  sort: 'created',
  search: '',
  statuses: [],
  signStatuses: [],
  person: '',
  folder: false,
  soon: false,
  unsaved: false,
};

/** What the list shows, and in which order. It stays while another screen is shown. */
export const useListQuery = create<ListQuery>(() => wholeList);
