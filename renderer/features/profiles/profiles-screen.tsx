import { useState } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import { go } from '../../store/ui.ts';
import page from '../../ui/page.module.css';
import { startEditing, stopEditing, useEditing } from './edited-profile.ts';
import { ProfileEditor } from './profile-editor.tsx';
import { ProfileList, type Said } from './profile-list.tsx';

interface Done {
  readonly connectionId: string;
  readonly said: Said | null;
  readonly id: string;
}

export function ProfilesScreen({ state }: { readonly state: State }) {
  const { active, profiles, folders } = state;
  // Profiles belong to a connection: the editor waits until its connection is shown again.
  const editing = useEditing((edits) => edits[active ?? '']);
  const [done, setDone] = useState<Done | null>(null);

  function close(connectionId: string, now: Omit<Done, 'connectionId'> | null): void {
    setDone(now && { ...now, connectionId });
    stopEditing(connectionId);
  }

  if (editing)
    return (
      <ProfileEditor
        key={`${editing.connectionId} ${editing.id}`}
        editing={editing}
        folders={folders}
        onSaved={(id, name) => {
          close(editing.connectionId, { id, said: { key: 'send.profileSaved', name } });
          if (editing.leadsTo !== null) go(editing.leadsTo);
        }}
        onClose={() => close(editing.connectionId, editing.id === null ? null : { id: editing.id, said: null })}
      />
    );
  return (
    <div className={page['scroll']}>
      <ProfileList
        key={active}
        profiles={profiles}
        folders={folders}
        done={done?.connectionId === active ? done : null}
        onEdit={(profile, imported) => active !== null && startEditing(active, profile, { imported })}
      />
    </div>
  );
}
