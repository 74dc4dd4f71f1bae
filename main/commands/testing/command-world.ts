import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Profile } from '../../../preload/contract/profile.ts';
import { sampleConnection } from '../../account/testing/sample-connection.ts';
import type { FoundSignees } from '../../hand-over/signee-scan.ts';
import { noWishes } from '../../hand-over/testing/no-wishes.ts';
import { pdfOf } from '../../intake/testing/sample-files.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { outboxFolder } from '../../outbox/testing/outbox-folder.ts';
import { sampleChoices } from '../../profiles/testing/sample-choices.ts';
import { directSignatureReader } from '../../signatures/testing/direct-signature-reader.ts';
import { directTextMarkReader } from '../../text-marks/testing/direct-text-mark-reader.ts';
import { createTexts } from '../../words/texts.ts';
import { createSendFiles, type SendFilesDeps } from '../send-files.ts';

export const contracts: Profile = {
  id: 'p',
  name: 'Contracts',
  choices: { ...sampleChoices, alias: 'Muster AG' },
  isDefault: false,
};

export interface Given {
  readonly profiles?: Readonly<Record<string, readonly Profile[]>>;
  readonly connections?: readonly (typeof sampleConnection)[];
  readonly found?: FoundSignees;
  /** The signature that the document asks for. */
  readonly mode?: string;
  /** The service gives no answer about the people in a file. */
  readonly isSilent?: boolean;
  readonly durable?: boolean;
  readonly now?: number;
  /** Happens after the files were judged, and before they are taken. */
  readonly meanwhile?: (outbox: Outbox) => Promise<unknown>;
}

/** Creates a computer with files, and an outbox that takes what a command sends. */
export function commandWorld() {
  const home = mkdtempSync(join(tmpdir(), 'countersign-command-'));
  const queue = outboxFolder();

  /** Writes a file and returns its path. */
  function put(name: string, content: Buffer | string = pdfOf(`% ${name}`)): string {
    writeFileSync(join(home, name), content);
    return join(home, name);
  }

  function prepare({
    profiles = { c: [contracts] },
    connections = [sampleConnection],
    found = [],
    mode = 'timestamp',
    isSilent = false,
    durable = true,
    now = 7_000,
    meanwhile,
  }: Given = {}) {
    let ids = 0;
    const outbox = queue.open();
    const texts = createTexts();
    const scanned: string[] = [];
    const deps: SendFilesDeps = {
      durable,
      clock: { now: () => now, monotonic: () => now },
      state: { get: () => ({ connections: [...connections], locale: 'en' }) },
      journal: queue.journal,
      documentReader: { ...directTextMarkReader, ...directSignatureReader },
      outbox: {
        async take(offers, report) {
          await meanwhile?.(outbox);
          await outbox.take(offers, report);
        },
      },
      profilesOf: (connectionId) => profiles[connectionId] ?? [],
      async findSignees(_connectionId, { name }) {
        scanned.push(name);
        if (isSilent) return { kind: 'failed', problem: { key: 'unreachable', params: {} }, forAll: true, waitMs: 0 };
        return { kind: 'found', signees: found, asks: { ...noWishes, mode } };
      },
      texts: () => texts.in('en'),
      newId: () => `n${(ids += 1)}`,
    };
    const files = createSendFiles(deps);
    const send = (paths: readonly string[], goal: 'send' | 'hold' = 'send', profile = 'contracts') =>
      files.send({ version: 1, files: [...paths], profile, goal });
    const rows = () => queue.journal.pages.page({ connectionId: 'c', limit: 100 }).rows;
    return { deps, send, rows, scanned };
  }

  return {
    home,
    journal: queue.journal,
    take: queue.take,
    put,
    prepare,
    async [Symbol.asyncDispose](): Promise<void> {
      await queue[Symbol.asyncDispose]();
      rmSync(home, { recursive: true });
    },
  };
}

export type CommandWorld = ReturnType<typeof commandWorld>;

type Answer = Awaited<ReturnType<ReturnType<CommandWorld['prepare']>['send']>>;

export const statesOf = ({ files }: Answer) => files.map(({ state, reason }) => reason ?? state);
