import { start } from './electron/start.ts';

start();
