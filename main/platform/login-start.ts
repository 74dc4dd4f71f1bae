/** `blocked`: switched on here, but the system's own settings say no. `unavailable`: not an installed app. */
export type LoginStartState = 'on' | 'off' | 'blocked' | 'unavailable';

/** The start of the app together with the computer, as a port. The system keeps the setting: it may be changed there. */
export interface LoginStart {
  read(): LoginStartState;
  set(on: boolean): void;
}
