import { readEnvironment } from './environment.ts';
import { createStandin } from './standin.ts';

/** The one standin of this process: the app's `electron` and the runner's control meet here. */
export const standin = createStandin(readEnvironment(process.argv, process.env));
