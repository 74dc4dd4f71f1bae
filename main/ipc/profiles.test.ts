import { expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import { createProfileBook } from '../profiles/profile-book.ts';
import { sampleChoices } from '../profiles/testing/sample-choices.ts';
import { createPublishedState } from '../state/published-state.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { createTexts } from '../words/texts.ts';
import { profilesHandlers } from './profiles.ts';

test.each([
  ['is added to the connection that is shown', 'c', true],
  ['is added nowhere when another connection is shown meanwhile', 'd', false],
])('a profile of a file %s', async (_what, shown, isAdded) => {
  const { journal } = openJournal(':memory:');
  for (const id of ['c', 'd']) journal.connections.save({ ...sampleConnection, id }, 1);
  const state = createPublishedState({ ...emptyState, active: 'c' });
  const handlers = profilesHandlers({
    profiles: createProfileBook({ clock: stoppedClock(), journal, state, newId: () => 'p' }),
    reader: { readProfile: async () => ({ kind: 'read', name: 'Leases', choices: sampleChoices }) },
    desktop: {
      async pickSmallFile() {
        state.publish({ active: shown });
        return { kind: 'read', content: new Uint8Array() };
      },
      pickSavePath: async () => null,
    },
    texts: () => createTexts().in('en'),
    state,
  });
  expect(await handlers['profiles.import']()).toMatchObject({ ok: isAdded });
  expect(['c', 'd'].map((id) => journal.profiles.of(id).length)).toEqual(isAdded ? [1, 0] : [0, 0]);
  journal.close();
});
