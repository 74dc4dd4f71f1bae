import { createChance } from '../simulation/random.ts';
import type { AppProcess } from './app-process.ts';
import { type Judged, judge } from './judge.ts';
import { type Choose, evil, stormy } from './network-faults.ts';
import { bring, personWith, seeTo } from './person.ts';
import { createScene, type Scene, type SceneOptions } from './scene.ts';
import { check, comeToRest } from './wait-for-rest.ts';

export interface Uploads extends Judged {
  readonly uploads: number;
  readonly faults: number;
}

const atOnce = 100;

/** Sends many files with one app through a failing real network. */
async function sendAll(
  options: SceneOptions,
  weather: Choose,
  after: (scene: Scene, app: AppProcess) => Promise<void>,
) {
  const scene = await createScene({ speed: 20, ...options });
  try {
    const person = personWith(scene.files);
    const { app, ready } = scene.begin();
    await ready;
    scene.proxy.weather(weather);
    while (person.left.length > 0) {
      await bring(app, person, person.left.slice(0, atOnce));
      await comeToRest(scene, app);
    }
    const faults = scene.proxy.hits.length;
    await after(scene, app);
    await app.close();
    return { ...(await judge(scene, person.told)), uploads: options.files, faults };
  } finally {
    await scene.end();
  }
}

/** Sends files through a network with all kinds of faults. */
export function sendThroughChaos(seed: number, files: number): Promise<Uploads> {
  const chance = createChance(seed);
  return sendAll({ files }, stormy(chance, 0.2), async (scene, app) => {
    scene.proxy.clear();
    for (let visit = 0; visit < 3; visit += 1) {
      await seeTo(app, await comeToRest(scene, app), chance);
      await check(scene, app);
    }
  });
}

/** Sends files through a proxy that delivers every POST twice. Each file leaves an orphan, which must be offered. */
export async function sendThroughEvil(files: number, duplicateSignee: 'accept' | 'ignore') {
  const drafts = { found: 0, deleted: 0, left: 0 };
  const sent = await sendAll({ files, options: { duplicateSignee } }, evil, async (scene, app) => {
    const { submissions } = await check(scene, app);
    for (const { id, orphans } of submissions) {
      for (const documentId of orphans) {
        drafts.found += 1;
        const deleted = await app.call('outbox.deleteOrphan', { id, documentId });
        if (deleted.ok) drafts.deleted += 1;
      }
    }
    const owned = new Set(submissions.map((row) => row.documentId));
    drafts.left = scene.service.documents.all().filter((one) => !owned.has(one.documentId)).length;
  });
  return { ...sent, drafts };
}
