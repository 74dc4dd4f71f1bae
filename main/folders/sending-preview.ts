import type { SendingPreview } from '../../preload/contract/folder.ts';
import { unhurried } from '../slices.ts';
import { isAside } from './file-names.ts';
import type { FolderFacts, Planned } from './file-plan.ts';
import type { FileRecord } from './file-table.ts';

/** People whose names fit into the question. All of them are counted. */
const namesShown = 5;

/** What a rule would send now, and to whom: every file is planned as if the rule were saved and nothing stood in the way. */
export async function previewSending(
  records: Iterable<FileRecord>,
  folder: FolderFacts,
  planAs: (record: FileRecord, folder: FolderFacts) => Promise<Planned>,
): Promise<Omit<SendingPreview, 'print'>> {
  const contents = new Set<string>();
  const people = new Map<string, string>();
  let { sentThisHour } = folder;
  let documents = 0;
  let held = 0;
  let isByFields = false;
  for await (const record of unhurried(records)) {
    if (isAside(record.file.path)) continue;
    const { verdict, chosen } = await planAs(record, { ...folder, sentThisHour });
    const sha256 = record.content?.ok === true ? record.content.sha256 : null;
    // The second file of the same content is a duplicate.
    if (sha256 !== null && contents.has(sha256)) continue;
    if (verdict.kind === 'would-hold' || verdict.kind === 'hour-limit') held += 1;
    // What is still being written is sent as soon as it rests.
    else if (verdict.kind === 'would-send' || (verdict.kind === 'writing' && record.file.size > 0)) {
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
