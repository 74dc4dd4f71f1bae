/** Vite puts the names from the contract here (vite.config.ts), so that the preload needs no schema library. */
declare const CHANNELS: Readonly<Record<'calls' | 'fileCalls' | 'events', readonly string[]>>;

export const channels = CHANNELS;
