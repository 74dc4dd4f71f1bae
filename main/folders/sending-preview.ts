import type { SendingPreview } from '../../preload/contract/folder.ts';
import { createSlices } from '../slices.ts';
import type { Entry } from './folder-entries.ts';
import { isAside } from './folder-scan.ts';
import type { Judged } from './judge-entry.ts';
import type { FolderFacts } from './verdict.ts';

/** People whose names fit into the question. All of them are counted. */
const namesShown = 5;

/** What a rule would send now, and to whom: every file is judged as if the rule were saved and nothing stood in the way. */
export async function previewSending(
  entries: Iterable<Entry>,
  facts: FolderFacts,
  judge: (entry: Entry, facts: FolderFacts) => Promise<Judged>,
): Promise<SendingPreview> {
  const slices = createSlices('parts');
  const contents = new Set<string>();
  const people = new Map<string, string>();
  let { sentThisHour } = facts;
  let documents = 0;
  let held = 0;
  let isByFields = false;
  for (const entry of entries) {
    // oxlint-disable-next-line no-await-in-loop -- each counts for the limit of the next one
    if (slices.isOver()) await slices.rest();
    if (isAside(entry.file.path)) continue;
    // oxlint-disable-next-line no-await-in-loop
    const { verdict, chosen } = await judge(entry, { ...facts, wait: null, isPreview: true, sentThisHour });
    const sha256 = entry.content?.ok === true ? entry.content.sha256 : null;
    // The second file of the same content is a duplicate.
    if (sha256 !== null && contents.has(sha256)) continue;
    if (verdict.kind === 'would-hold' || verdict.kind === 'hour-limit') held += 1;
    // What is still being written is sent as soon as it rests.
    else if (verdict.kind === 'would-send' || (verdict.kind === 'writing' && entry.file.size > 0)) {
      documents += 1;
      sentThisHour += 1;
      const signees = chosen?.choices.signees ?? [];
      for (const { email, name } of signees) people.set(email.toLowerCase(), name || email);
      isByFields ||= signees.length === 0;
    } else continue;
    if (sha256 !== null) contents.add(sha256);
  }
  return { documents, held, people: [...people.values()].slice(0, namesShown), peopleCount: people.size, isByFields };
}
