/** The names derived from the contract while building (vite.config.ts), so that the preload carries no schema library. */
declare const CHANNELS: Readonly<Record<'calls' | 'fileCalls' | 'events', readonly string[]>>;

export const channels = CHANNELS;
