import { EventEmitter } from 'node:events';
import { preventable } from './event.ts';

export const powerEvents = [
  'suspend',
  'resume',
  'lock-screen',
  'unlock-screen',
  'on-ac',
  'on-battery',
  'shutdown',
] as const;
export type PowerEvent = (typeof powerEvents)[number];

export class PowerMonitor extends EventEmitter {
  /** Something happens to the computer. True when the app asked to wait with a shutdown. */
  happen(event: PowerEvent): boolean {
    const details = preventable({});
    this.emit(event, details);
    return details.defaultPrevented;
  }

  /** The computer sleeps: its clock moves on, and nothing runs meanwhile. */
  sleep(ms: number): void {
    this.happen('suspend');
    const { now } = Date;
    Date.now = () => now() + ms;
    this.happen('resume');
  }
}
