import { create } from 'zustand';
import type { DocumentGroup } from './grouping.ts';

interface ListFilter {
  readonly filter: DocumentGroup | 'all';
  readonly search: string;
}

/** What the list is narrowed to. It stays while another screen is shown. */
export const useListFilter = create<ListFilter>(() => ({ filter: 'all', search: '' }));
