import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../../../main/journal/journal.ts';
import type { PracticeDocument } from '../../../main/practice-service/document.ts';
import type { PracticeOptions } from '../../../main/practice-service/options.ts';
import type { Choices } from '../../../preload/contract/index.ts';
import { type FaultProxy, startFaultProxy } from '../../practice-service/fault-proxy.ts';
import type { DocumentElsewhere } from '../../practice-service/made-elsewhere.ts';
import { type PracticeService, startPracticeService } from '../../practice-service/practice-service.ts';
import { type AppProcess, type StartOptions, startAppProcess } from './app-process.ts';
import { type ClockMove, createTurnedClock, type TurnedClock } from './turned-clock.ts';
import { until } from './until.ts';

export const CONNECTION = 'practice';

/** A file to send. Each has its own content, so that the service can count its uploads. */
export interface OpenedFiles {
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly choices: Choices;
}

export interface Scene {
  readonly service: PracticeService;
  readonly proxy: FaultProxy;
  readonly clock: TurnedClock;
  readonly dataFolder: string;
  readonly journalFile: string;
  readonly spoolFolder: string;
  /** Where the signed copies go. */
  readonly copiesFolder: string;
  /** A document that the service user made in the web application. */
  addElsewhere(document: DocumentElsewhere): Promise<PracticeDocument>;
  readonly files: readonly OpenedFiles[];
  /** Makes the app's clock wrong by `ms` from now on. */
  wrongBy(ms: number): void;
  /** The time as the app sees it. */
  appNow(): number;
  /** How far the app's clock was moved. */
  appMove(): ClockMove;
  /** Stores the connection in a journal that has none. */
  connect(): void;
  /** Starts the app's process on the same disk. */
  begin(options?: Partial<StartOptions>): { readonly app: AppProcess; readonly ready: Promise<void> };
  /** Waits until the requests of a dead process have arrived or are lost. */
  quiet(): Promise<void>;
  end(): Promise<void>;
}

export interface SceneOptions {
  readonly files: number;
  readonly fileBytes?: number;
  readonly undoSeconds?: number;
  readonly speed?: number;
  readonly options?: Partial<PracticeOptions>;
  /** The app's data folder. Default: a folder of the scene. */
  readonly dataFolder?: string;
}

/** Everything around the app's process: the service with its proxy, the disk, the clock, the files to send. */
export async function createScene(options: SceneOptions): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-real-'));
  const { dataFolder = join(folder, 'data') } = options;
  const clock = createTurnedClock({ speed: options.speed ?? 1 });
  const service = await startPracticeService({
    now: clock.now,
    polling: '429-seconds',
    duplicateSignee: 'ignore',
    ...options.options,
  });
  const proxy = await startFaultProxy({ to: service.url });
  const user = service.people.createServiceUser('public');
  const copiesFolder = join(dataFolder, 'Countersign', 'signed');
  const journalFile = join(dataFolder, 'journal.sqlite');
  mkdirSync(dataFolder, { recursive: true });
  const { base, auth, admin, identity, clientId } = proxy.through(service.connectionOf('public'));
  const fields = { name: 'Practice', environment: 'test', base, auth, admin, identity, clientId } as const;
  const connect = () => {
    const { journal } = openJournal(journalFile, clock.now());
    journal.connections.save(
      {
        id: CONNECTION,
        fields: { ...fields, clientForm: 'public', kid: '', actions: '' },
        colour: 0,
        signedIn: 'yes',
        hasSecret: false,
        username: user.username,
        person: null,
        savedCopies: copiesFolder,
      },
      clock.now(),
    );
    journal.settings.set('activeConnection', CONNECTION);
    journal.settings.set('undoSeconds', options.undoSeconds ?? 0);
    journal.close();
  };
  connect();

  let wrong = 0;
  const appMove = () => {
    const { ahead, passed } = clock.reading();
    return { ahead: ahead + wrong, passed };
  };
  return {
    service,
    proxy,
    clock,
    dataFolder,
    journalFile,
    spoolFolder: join(dataFolder, 'spool'),
    copiesFolder,
    addElsewhere: (document) => service.documents.add(user.id, document),
    files: Array.from({ length: options.files }, (_, number) => bring(folder, number, options.fileBytes ?? 2_000)),
    wrongBy(ms) {
      wrong = ms;
    },
    appNow: () => clock.now() + wrong,
    appMove,
    connect,
    begin(more = {}) {
      // The token was lost with its process.
      service.tokens.clientRestarted();
      const compiled = join(tmpdir(), `countersign-compiled-${process.getuid?.() ?? 0}`);
      return startAppProcess({
        dataFolder,
        password: user.password,
        clock: { ...clock.reading(), ...appMove() },
        compiled,
        ...more,
      });
    },
    async quiet() {
      await until(
        () => proxy.open() === 0,
        () => 'the proxy still has connections of a dead process',
      );
    },
    async end() {
      await proxy.close();
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const modes = ['timestamp', 'advanced', 'qualified'] as const;

function bring(folder: string, number: number, bytes: number): OpenedFiles {
  const name = `Contract ${number}.pdf`;
  const path = join(folder, name);
  const content = Buffer.from(`%PDF-1.7\ndocument ${number}\n${'.'.repeat(bytes)}\n%%EOF\n`);
  writeFileSync(path, content);
  const people = Array.from({ length: 1 + (number % 2) }, (_, at) => ({
    email: `p${number}-${at}@example.test`,
    name: '',
    comment: '',
    order: at,
  }));
  return {
    path,
    name,
    sha256: createHash('sha256').update(content).digest('hex'),
    choices: {
      mode: modes[number % 3] ?? 'qualified',
      jurisdiction: 'zertes',
      alias: 'Anna Muster',
      comment: '',
      sendMail: 'others',
      scanPredefined: false,
      extra: {},
      signees: people,
    },
  };
}
