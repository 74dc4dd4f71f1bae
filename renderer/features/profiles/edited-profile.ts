import { create } from 'zustand';
import type { Profile } from '../../../preload/contract/profile.ts';
import type { Screen } from '../../store/ui.ts';
import { draftFrom } from '../send/draft-choices.ts';
import { type Draft, emptyDraft } from '../send/sheet.ts';
import { keepTyped, typedIn } from '../send/signees/typed-text.ts';

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

/** The store keeps the edited profile of each connection while another screen, or another connection, is shown. */
export const useEditing = create<Readonly<Record<string, Editing>>>(() => ({}));

export function edit(connectionId: string, patch: Partial<Pick<Editing, 'name' | 'isDefault' | 'draft'>>): void {
  const { [connectionId]: editing } = useEditing.getState();
  if (editing !== undefined) useEditing.setState({ [connectionId]: { ...editing, ...patch, touched: true } });
}

export function editDraft(connectionId: string, patch: Partial<Draft>): void {
  const { [connectionId]: editing } = useEditing.getState();
  if (editing !== undefined) edit(connectionId, { draft: { ...editing.draft, ...patch } });
}

/** The place of the text that is typed for its people. */
export const placeOf = (connectionId: string): string => `profile ${connectionId}`;

export function stopEditing(connectionId: string): void {
  keepTyped(placeOf(connectionId), '');
  useEditing.setState(({ [connectionId]: _over, ...others }) => others, true);
}

interface StartOptions {
  readonly imported?: boolean;
  readonly leadsTo?: Screen;
}

/** Opens a profile, or a new one. What was typed into another one of this connection stays in the editor. */
export function startEditing(connectionId: string, profile: Profile | null, options: StartOptions = {}): void {
  const { [connectionId]: kept } = useEditing.getState();
  if (kept?.touched === true || (kept !== undefined && typedIn(placeOf(connectionId)) !== '')) {
    useEditing.setState({ [connectionId]: { ...kept, leadsTo: options.leadsTo ?? kept.leadsTo } });
    return;
  }
  useEditing.setState({
    [connectionId]: {
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
