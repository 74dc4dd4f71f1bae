import type { Page } from 'playwright-core';
import type { ShownNotification } from '../standin/notification.ts';
import type { PowerEvent } from '../standin/power-monitor.ts';
import type { Opened } from '../standin/shell.ts';
import type { RunningApp } from '../standin/start.ts';

export type { Opened, ShownNotification };

export type DialogAnswer =
  | { readonly dialog: 'open'; readonly paths: readonly string[] }
  | { readonly dialog: 'save'; readonly path: string | null }
  | { readonly dialog: 'message'; readonly button: number };

/** Labels from the menu bar down, or the role of an item. */
export type MenuChoice = readonly string[] | { readonly role: string };

export interface LaunchOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The data folder. Without one, a temporary folder that goes when the handle is disposed of. */
  readonly home?: string;
  readonly locale?: string;
  readonly colorScheme?: 'light' | 'dark';
  /** Another main bundle than the built app. */
  readonly main?: string;
}

/** The app under test, the same on real Electron and on the standin. */
export interface App extends AsyncDisposable {
  readonly runtime: 'electron' | 'standin';
  readonly page: Page;
  readonly home: string;
  /** Console errors, exceptions, blocked requests, breaches of the content policy, dialogs without an answer. */
  problems(): readonly string[];
  /** Real files, with their paths, onto the middle of an element or a point of the page. */
  drop(target: string | { readonly x: number; readonly y: number }, files: readonly string[]): Promise<void>;
  /** Answers the next dialog of this kind; to be said before it is asked for. */
  answerDialog(answer: DialogAnswer): Promise<void>;
  clickMenu(choice: MenuChoice, menu?: 'application' | 'tray'): Promise<void>;
  notifications(): Promise<readonly ShownNotification[]>;
  clickNotification(title: string): Promise<void>;
  /** What was given to the browser and the file manager. */
  opened(): Promise<readonly Opened[]>;
  readonly clipboard: { get(): Promise<string>; set(text: string): Promise<void> };
  power(event: PowerEvent): Promise<void>;
  /** The computer sleeps: its clock moves on by `ms`, then it wakes. */
  sleep(ms: number): Promise<void>;
  theme(scheme: 'light' | 'dark'): Promise<void>;
  /** Starts the app a second time with these arguments, and waits until that one has given up. */
  secondInstance(args: readonly string[]): Promise<void>;
  /** By the app's own way out. */
  quit(): Promise<void>;
  /** SIGKILL for the app's main process. */
  kill(): Promise<void>;
  /** For what only the standin can do; null on real Electron. */
  readonly standin: RunningApp | null;
}
