import type { Handlers } from '../../preload/contract/index.ts';
import { limits } from '../../preload/contract/limits.ts';
import { sizeAgainst } from '../../shared/megabytes.ts';
import { checkFile } from '../commands/check-file.ts';
import { signedBefore } from '../commands/signed-before.ts';
import type { SentCopies } from '../documents/sent-copies.ts';
import { foundInFile } from '../intake/found-in-file.ts';
import type { OpenedFiles } from '../intake/opened-files.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import type { Refusal, Remark } from '../intake/refusal.ts';
import type { Tray, TrayVerdict } from '../intake/tray.ts';
import type { Offered } from '../intake/tray-offers.ts';
import { joinFiles } from '../joining/join-files.ts';
import type { PdfJoiner } from '../joining/pdf-joiner.ts';
import type { Desktop } from '../platform/desktop.ts';
import { problemOfFailure } from '../problems/problem-of.ts';
import { refuse, refuseWith } from '../problems/refuse.ts';
import type { SignatureReader } from '../signatures/signature-reader.ts';
import type { SigningClient } from '../signing/client.ts';
import type { PublishedState } from '../state/published-state.ts';
import { inLanes, unhurried } from '../time/slices.ts';
import type { Texts } from '../words/texts.ts';
import { withShown } from './known-connection.ts';

interface FilesDeps {
  readonly tray: Tray;
  readonly openedFiles: OpenedFiles;
  readonly desktop: Desktop;
  readonly state: PublishedState;
  readonly texts: Texts;
  readonly sentCopies: Pick<SentCopies, 'verified' | 'kindOf'>;
  readonly documentReader: SignatureReader & PdfJoiner;
  readonly clientOf: (connectionId: string) => Pick<SigningClient, 'scanPredefined'> | null;
}

/** Files judged at the same time. Each takes a few small reads. */
const atOnce = 4;

const isRefusal = (found: object): found is Refusal => 'kind' in found;

function toOffer({ files, refused }: Offered) {
  return {
    files: [...files],
    refused: refused.map(({ name, refusal }) => ({ name, problem: problemOfRefusal(refusal, name) })),
    pathless: [],
  };
}

export const pickDocuments = (desktop: Pick<Desktop, 'pickDocuments'>, texts: Texts): Promise<readonly string[]> =>
  desktop.pickDocuments(texts()('files.choose'));

export function filesHandlers(deps: FilesDeps) {
  const { tray, openedFiles, desktop, state, texts, sentCopies, documentReader, clientOf } = deps;
  const shown = withShown(state);

  /**
   * Reports what is in a file of the tray, or in our copy of one that waits for a person. Null: no PDF, or it takes too
   * long.
   */
  async function reportOf(of: 'file' | 'submission', id: string) {
    if (of === 'file') return tray.withBytes(id, (bytes) => documentReader.signatures(bytes, null));
    const { active } = state.get();
    if (active === null || sentCopies.kindOf(id) !== 'pdf') return null;
    const copy = await sentCopies.verified(active, id);
    const found = 'key' in copy ? null : await checkFile(copy.path, documentReader);
    return typeof found === 'string' ? null : found;
  }

  async function judge(id: string) {
    const verdict: TrayVerdict = await tray.judge(id);
    return verdict.ok
      ? { id, kind: verdict.kind, remarks: [...verdict.remarks], problem: null }
      : { id, kind: null, remarks: [], problem: problemOfRefusal(verdict.refusal, '') };
  }

  return {
    'files.offer': async ({ paths }) => {
      // Something dragged out of a mail program has no path.
      const pathless = paths.flatMap((path, at) => (path === '' ? [at] : []));
      return { ...toOffer(await tray.offer(paths.filter((path) => path !== ''))), pathless };
    },
    'files.choose': async () => toOffer(await tray.offer(await pickDocuments(desktop, texts))),
    'files.takeOpened': async () => toOffer(await tray.offer(openedFiles.take())),
    'files.receive': async (piece) => {
      const received = await tray.receive(piece);
      if (received === null) return { ok: true, offered: null };
      if (isRefusal(received)) return refuseWith(problemOfRefusal(received, piece.name));
      return { ok: true, offered: toOffer(received) };
    },
    'files.judge': async ({ ids }) => {
      const verdicts: Awaited<ReturnType<typeof judge>>[] = [];
      await inLanes(ids.entries(), atOnce, async ([at, id]) => void (verdicts[at] = await judge(id)));
      return { verdicts };
    },
    'files.remarks': async ({ ids }) => {
      const found: { id: string; remarks: Remark[] }[] = [];
      // In the background: one file after the other.
      for await (const id of unhurried(ids)) found.push({ id, remarks: [...(await tray.remarks(id))] });
      return { found };
    },
    'files.signedBefore': async ({ id, of }) => {
      const found = await reportOf(of, id);
      if (found !== null && isRefusal(found)) return refuseWith(problemOfRefusal(found, ''));
      return { ok: true, sentences: [...signedBefore(found, { t: texts(), locale: state.get().locale })] };
    },
    'files.read': async ({ id, from, to }) => {
      const bytes = await tray.read(id, from, to);
      return isRefusal(bytes) ? refuseWith(problemOfRefusal(bytes, '')) : { ok: true, bytes: new Uint8Array(bytes) };
    },
    'files.join': async ({ ids, name }) => {
      const found = await joinFiles({ tray, documentReader }, ids, name);
      if (found.kind === 'joined') return { ok: true, file: found.file };
      if (found.kind === 'alone') return { ok: 'alone', files: [...found.files] };
      if (found.kind === 'refused') return refuseWith(problemOfRefusal(found.refusal, name));
      if (found.kind === 'failed') return refuse('join-failed');
      const { limit } = sizeAgainst(0, limits.fileBytes);
      return refuse('join-too-large', { limit, pages: limits.joinedPages });
    },
    'files.scan': shown(async (active, { id }) => {
      const client = clientOf(active);
      if (!client) return refuse('signed-out');
      // Nothing but a document goes to the service.
      const verdict = await tray.judge(id);
      if (!verdict.ok) return refuseWith(problemOfRefusal(verdict.refusal, ''));
      const place = await tray.place(id);
      if (isRefusal(place)) return refuseWith(problemOfRefusal(place, ''));
      const { path, size, name, open } = place;
      const scan = await client.scanPredefined({ path, size, name, open, type: 'application/pdf' });
      if (scan.ok) return { ok: true, scan: foundInFile(scan.value) };
      // A file that was replaced meanwhile could not be opened.
      const now = await tray.place(id);
      if (isRefusal(now)) return refuseWith(problemOfRefusal(now, ''));
      return refuseWith(problemOfFailure(scan.failure, state.addressOf(active)));
    }),
    'files.release': async ({ ids }) => {
      await tray.drop(ids);
      return { ok: true };
    },
  } satisfies Partial<Handlers>;
}
