import { create } from 'zustand';
import type { DocumentGroup } from './grouping.ts';

interface ListFilter {
  readonly filter: DocumentGroup | 'all';
  readonly search: string;
}

/** Filter and search of the list. They stay while another screen is shown. */
export const useListFilter = create<ListFilter>(() => ({ filter: 'all', search: '' }));
