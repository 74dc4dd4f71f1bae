import { rm } from 'node:fs/promises';
import type { Language } from '../../preload/contract/language.ts';
import type { OpenedPages } from '../practice-service/http/pages-server.ts';
import type { PracticeService } from '../practice-service/practice-service.ts';
import type { HttpPort } from '../signing/http-port.ts';
import { practiceHttp } from './practice-http.ts';

interface PracticeDeps {
  /** The folder of its accounts and documents. It is deleted when the person signs out. */
  readonly folder: string;
  /** False if the IT department forbids it. */
  readonly isAllowed: boolean;
  /** Reports that a signee has signed or rejected on a page. */
  readonly onDecision: () => void;
}

const MOST_RECORDS = 1_000;

/** Creates the practice service of the installed app. It runs in this process, and starts with the first request. */
export function createPractice(deps: PracticeDeps) {
  let starting: Promise<PracticeService> | null = null;
  let pages: Promise<OpenedPages> | null = null;

  async function running(): Promise<PracticeService> {
    if (!deps.isAllowed) throw new Error('The IT department does not allow the practice service.');
    starting ??= import('./practice-start.ts').then(({ startForApp }) => startForApp(deps.folder, deps.onDecision));
    try {
      const service = await starting;
      const { records } = service.practice;
      if (records.requests.length > MOST_RECORDS) records.clear();
      return service;
    } catch (error) {
      starting = null;
      throw error;
    }
  }

  function closePages(): void {
    pages?.then((opened) => opened.close()).catch(() => {});
    pages = null;
  }

  return {
    isAllowed: deps.isAllowed,
    http: practiceHttp(running) satisfies HttpPort,
    running,
    /** Returns the address of the signees' pages, for the browser. They have a port from now on until the app ends. */
    async pages(language: Language): Promise<string> {
      const service = await running();
      service.practice.options.language = language;
      pages ??= service.openPages();
      return (await pages).address;
    },
    /** Forgets everything: the person has signed out. */
    async remove(): Promise<void> {
      closePages();
      starting = null;
      await rm(deps.folder, { recursive: true, force: true, maxRetries: 3 });
    },
    close: closePages,
  };
}

export type Practice = ReturnType<typeof createPractice>;
