import { createHash } from 'node:crypto';
import type { WatchedFoldersDeps } from '../../../main/folders/folder.ts';
import { folderWorld } from '../../../main/folders/testing/folder-world.ts';
import { chokidarEvents } from '../../../main/platform/folder-events.ts';
import type { Submission } from '../../../main/submission/submission.ts';
import { systemClock } from '../../../main/time/clock.ts';
import { until } from '../real/until.ts';

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

type World = ReturnType<typeof folderWorld>;
type WrapTake = Parameters<World['begin']>[2];

/** A watched folder with the system's own watcher and in real time. The shortest quiet time makes it quick. */
export async function realFolder(
  prepare: (world: World) => void = () => {},
  patch: Partial<WatchedFoldersDeps> = {},
  wrapTake?: WrapTake,
) {
  const world = folderWorld();
  prepare(world);
  const begin = () => world.begin({ clock: systemClock, events: chokidarEvents, ...patch }, {}, wrapTake);
  let app = await begin();
  const id = await app.add({ quietSeconds: 2 });
  const view = () => app.view(id);
  /** The verdicts of all files: `name: verdict`. */
  const shown = () => app.shown(id);
  const taken = (content: Buffer) => world.timesTaken().get(hashOf(content)) ?? 0;
  const state = () => JSON.stringify({ view: view(), shown: shown(), faults: world.faults.map(String) });
  return {
    world,
    path: world.path,
    view,
    shown,
    taken,
    /** Until the folder is in this state, as the window tells it. */
    status: (wanted: string) => until(() => view()?.status === wanted, state),
    hears: () => until(() => view()?.how === 'events', state),
    has: (line: string) => until(() => shown().includes(line), state),
    /** Until the content was taken. More than once is a fault, whenever it happens. */
    takes: (content: Buffer) => until(() => taken(content) > 0, state),
    lookNow: () => app.folders.look(id),
    /** The outbox tells what became of a submission. */
    changed: (submission: Submission) => app.folders.submissionChanged(submission),
    async restart(): Promise<void> {
      await app.end();
      app = await begin();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await app.end();
      await world[Symbol.asyncDispose]();
    },
  };
}
