import { createHash } from 'node:crypto';
import type { TakenBefore } from '../../preload/contract/bulk.ts';
import type { Handlers } from '../../preload/contract/index.ts';
import { lengths, limits } from '../../preload/contract/limits.ts';
import { separatorOf } from '../../shared/tables/separator.ts';
import { writeTable } from '../../shared/tables/write-table.ts';
import { howFar, toKnown } from '../hand-over/known-content.ts';
import type { Tray } from '../intake/tray.ts';
import type { Journal } from '../journal/journal.ts';
import type { Desktop } from '../platform/desktop.ts';
import { refuse } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';
import { hashOf, type Submission } from '../submission/submission.ts';
import { unhurried } from '../time/slices.ts';
import type { Texts } from '../words/texts.ts';
import { saveAs } from './save-as.ts';

interface BulkDeps {
  readonly tray: Pick<Tray, 'place' | 'read'>;
  readonly journal: Pick<Journal, 'documents' | 'documentFacts'> & {
    readonly submissions: Pick<Journal['submissions'], 'newerOfContent'>;
  };
  readonly desktop: Pick<Desktop, 'pickSmallFile' | 'pickSavePath'>;
  readonly state: PublishedState;
  readonly texts: Texts;
}

/** Submissions that are read at once. */
const PAGE = 100;

export function bulkHandlers({ tray, journal, desktop, state, texts }: BulkDeps) {
  async function contentOf(id: string): Promise<string | null> {
    const place = await tray.place(id);
    if ('kind' in place) return null;
    const hash = createHash('sha256');
    for (let at = 0; at < place.size; at += limits.pieceBytes) {
      // oxlint-disable-next-line no-await-in-loop -- a file may be large: read one piece after the other
      const piece = await tray.read(id, at, Math.min(at + limits.pieceBytes, place.size));
      if ('kind' in piece) return null;
      hash.update(piece);
    }
    return hash.digest('hex');
  }

  /** Reads in pages: a thousand rows of a list may have one content. */
  function* pagesOf(connectionId: string, content: string): Generator<readonly Submission[]> {
    let page: readonly Submission[] = [];
    do {
      page = journal.submissions.newerOfContent(content, connectionId, page.at(-1)?.id ?? null, PAGE);
      yield page;
    } while (page.length > 0);
  }

  function toTaken(submission: Submission): TakenBefore {
    const { id, acceptedAt, wish } = submission;
    const { file, signees, scanPredefined } = wish;
    const people = { signees: signees.map(({ email }) => email), scanPredefined };
    const about = { content: hashOf(submission), submissionId: id, name: file.name, acceptedAt };
    return { ...about, ...people, state: howFar(submission) };
  }

  return {
    'bulk.open': async () => {
      const filter = { name: 'CSV', extensions: ['csv', 'tsv', 'txt'] };
      const picked = await desktop.pickSmallFile(texts()('bulk.dialog.open'), filter, lengths.peopleFile);
      if (picked.kind === 'cancelled') return { ok: 'cancelled' };
      if (picked.kind === 'read') return { ok: true, bytes: new Uint8Array(picked.content) };
      return refuse('file-not-readable');
    },
    'bulk.contents': async ({ ids }) => {
      const found: { id: string; content: string | null }[] = [];
      for await (const id of unhurried(ids)) found.push({ id, content: await contentOf(id) });
      return { contents: found };
    },
    async 'bulk.taken'({ connectionId, contents }) {
      const taken: TakenBefore[] = [];
      for (const content of contents)
        for await (const page of unhurried(pagesOf(connectionId, content)))
          taken.push(...page.filter((one) => toKnown(one, journal).live).map(toTaken));
      return { taken };
    },
    'bulk.save': ({ what, rows }) =>
      saveAs(desktop, {
        title: texts()(`bulk.dialog.${what}`),
        name: texts()(`bulk.dialog.${what}Name`),
        content: writeTable(rows, separatorOf(state.get().language)),
      }),
  } satisfies Partial<Handlers>;
}
