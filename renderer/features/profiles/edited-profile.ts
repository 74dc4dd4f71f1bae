import { create } from 'zustand';
import type { Profile } from '../../../preload/contract/profile.ts';
import type { Screen } from '../../store/ui.ts';
import { draftFrom } from '../send/draft-choices.ts';
import { type Draft, emptyDraft } from '../send/sheet.ts';

/** The profile in the editor, with its unsaved changes. */
export interface Editing {
  readonly connectionId: string;
  /** The id. Null for a new profile. */
  readonly id: string | null;
  readonly name: string;
  /** The saved name, as the list shows it. */
  readonly savedName: string;
  readonly isDefault: boolean;
  readonly draft: Draft;
  /** Whether it was imported from a file and not yet looked at. */
  readonly imported: boolean;
  /** The screen that asked for a new profile, and is shown again once it is saved. */
  readonly leadsTo: Screen | null;
  /** Whether something was typed or chosen that would be lost. */
  readonly touched: boolean;
}

interface EditingStore {
  readonly editing: Editing | null;
}

/** The store keeps the edited profile while another screen is shown. */
export const useEditing = create<EditingStore>(() => ({ editing: null }));

export const edit = (patch: Partial<Pick<Editing, 'name' | 'isDefault' | 'draft'>>): void =>
  useEditing.setState(({ editing }) => ({ editing: editing && { ...editing, ...patch, touched: true } }));

export const editDraft = (patch: Partial<Draft>): void =>
  useEditing.setState(({ editing }) => ({
    editing: editing && { ...editing, draft: { ...editing.draft, ...patch }, touched: true },
  }));

export const stopEditing = (): void => useEditing.setState({ editing: null });

interface StartOptions {
  readonly imported?: boolean;
  readonly leadsTo?: Screen;
}

export function startEditing(connectionId: string, profile: Profile | null, options: StartOptions = {}): void {
  useEditing.setState({
    editing: {
      connectionId,
      id: profile?.id ?? null,
      name: profile?.name ?? '',
      savedName: profile?.name ?? '',
      isDefault: profile?.isDefault ?? false,
      draft: profile ? draftFrom(profile.choices) : emptyDraft,
      imported: options.imported ?? false,
      leadsTo: options.leadsTo ?? null,
      touched: false,
    },
  });
}
