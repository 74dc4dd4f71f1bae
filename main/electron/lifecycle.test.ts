import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { DeskQuestion } from '../platform/desktop.ts';
import { createLifecycle } from './lifecycle.ts';

const question: DeskQuestion = { title: 'Quit?', text: 'It is being sent.', buttons: ['Stay', 'Quit'] };
const explanation: DeskQuestion = { title: 'Goes on', text: 'In the notification area.', buttons: ['OK', 'Quit'] };

class FakeWindow extends EventEmitter {
  did: string[] = [];
  fullScreen = false;
  destroyed = false;
  isDestroyed = () => this.destroyed;
  isFullScreen = () => this.fullScreen;
  hide = () => void this.did.push('hide');
  minimize = () => void this.did.push('minimize');
  setFullScreen = (flag: boolean) => {
    this.fullScreen = flag;
    this.did.push(`full screen ${flag}`);
    this.emit('leave-full-screen');
  };
  /** As a person does. True: the window closes. */
  close(): boolean {
    const event = { prevented: false, preventDefault: () => void (event.prevented = true) };
    this.emit('close', event);
    return !event.prevented;
  }
}

interface Given {
  readonly stay?: DeskQuestion | null;
  readonly explain?: DeskQuestion | null;
  /** The answers to the questions, in order. An error: the dialog fails. */
  readonly answers?: (boolean | Error)[];
  readonly isIconShown?: boolean;
}

function started({ stay = null, explain = null, answers = [], isIconShown = true }: Given = {}) {
  const asked: string[] = [];
  const log: string[] = [];
  const faults: unknown[] = [];
  const app = Object.assign(new EventEmitter(), {
    quit() {
      const event = { prevented: false, preventDefault: () => void (event.prevented = true) };
      app.emit('before-quit', event);
      log.push(event.prevented ? 'stays' : 'quits');
    },
  });
  const autoUpdater = new EventEmitter();
  let toSettle = Promise.resolve();
  const lifecycle = createLifecycle({
    app,
    autoUpdater,
    desk: {
      whyStay: async () => {
        await toSettle;
        return stay;
      },
      mayQuitNow: () => stay === null,
      explainClosing: () => explain,
    },
    ask: async ({ title }) => {
      asked.push(title);
      const answer = answers.shift() ?? false;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    isIconShown: async () => isIconShown,
    platform: 'linux',
    close: () => void log.push('closed'),
    onFault: (error) => void faults.push(error),
  });
  const window = new FakeWindow();
  lifecycle.guard(window);
  return {
    app,
    autoUpdater,
    window,
    lifecycle,
    asked,
    log,
    faults,
    settleAfter: (wait: Promise<void>) => void (toSettle = wait),
  };
}

describe('an update that is being installed', () => {
  test('closes the window and ends the app without a question, when macOS has prepared it', async () => {
    const { app, autoUpdater, window, asked } = started({ stay: question });
    expect(window.close()).toBe(false);
    await expect.poll(() => window.did).toEqual(['hide']);
    autoUpdater.emit('before-quit-for-update');
    expect(window.close()).toBe(true);
    app.quit();
    expect(asked).toEqual([]);
  });

  test('ends the app itself without a question', () => {
    const { window, lifecycle, asked, log } = started({ stay: question });
    lifecycle.quitForSure();
    expect(asked).toEqual([]);
    expect(log).toContain('quits');
    expect(window.close()).toBe(true);
  });
});

describe('closing the window', () => {
  test('hides it, and minimizes it where nothing shows our icon', async () => {
    const shown = started();
    expect(shown.window.close()).toBe(false);
    await expect.poll(() => shown.window.did).toEqual(['hide']);
    const plain = started({ isIconShown: false });
    plain.window.close();
    await expect.poll(() => plain.window.did).toEqual(['minimize']);
  });

  test('is explained first, and a person may quit instead', async () => {
    const { window, asked, log } = started({ explain: explanation, answers: [true] });
    window.close();
    await expect.poll(() => log).toEqual(['quits']);
    expect([asked, window.did]).toEqual([['Goes on'], []]);
  });

  test('pressed twice puts it away once', async () => {
    const { window, asked } = started({ explain: explanation });
    window.close();
    window.close();
    await expect.poll(() => window.did).toEqual(['hide']);
    expect(asked).toEqual(['Goes on']);
  });

  test('works when the explanation fails', async () => {
    const { window, faults } = started({ explain: explanation, answers: [new Error('no dialog')] });
    window.close();
    await expect.poll(() => window.did).toEqual(['hide']);
    expect(faults).toHaveLength(1);
  });

  test('leaves the full screen before it hides', async () => {
    const { window } = started();
    window.fullScreen = true;
    window.close();
    await expect.poll(() => window.did).toEqual(['full screen false', 'hide']);
  });

  test('leaves a window alone that is gone meanwhile', async () => {
    const { window, asked } = started({ explain: explanation });
    window.close();
    window.destroyed = true;
    await expect.poll(() => asked).toHaveLength(1);
    expect(window.did).toEqual([]);
  });
});

describe('quitting', () => {
  test('asks nothing when nothing is lost, and then closes the window for good', () => {
    const { app, window, log, asked } = started();
    app.quit();
    expect([log, asked, window.close()]).toEqual([['quits'], [], true]);
  });

  test('asks once, and stays when the person says so', async () => {
    const { app, window, log, asked } = started({ stay: question, answers: [false] });
    app.quit();
    app.quit();
    await expect.poll(() => asked).toEqual(['Quit?']);
    expect([log, window.close()]).toEqual([['stays', 'stays'], false]);
  });

  test('quits when the person says so, and when the question fails', async () => {
    for (const answer of [true, new Error('no dialog')]) {
      const { app, log } = started({ stay: question, answers: [answer] });
      app.quit();
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => log).toEqual(['stays', 'quits']);
    }
  });

  test('waits for what is on its way into the journal before it asks', async () => {
    const { app, asked, settleAfter } = started({ stay: question, answers: [true] });
    const durable = Promise.withResolvers<void>();
    settleAfter(durable.promise);
    app.quit();
    await Promise.resolve();
    expect(asked).toEqual([]);
    durable.resolve();
    await expect.poll(() => asked).toEqual(['Quit?']);
  });
});

describe('the end of the session', () => {
  test('on Windows closes everything within the event, without a question', () => {
    const { window, log, asked } = started({ stay: question });
    window.emit('session-end');
    expect([log, asked, window.close()]).toEqual([['closed'], [], true]);
  });

  test('elsewhere quits without a question', () => {
    const { lifecycle, log, asked } = started({ stay: question });
    lifecycle.shutDown();
    expect([log, asked]).toEqual([['closed', 'quits'], []]);
  });
});
