import { createRequire } from 'node:module';
import type * as ResEdit from 'resedit';

const own = createRequire(import.meta.url);
const builders = createRequire(createRequire(own.resolve('electron-builder')).resolve('app-builder-lib'));

/** The editor of Windows programs that electron-builder itself brings and uses. */
export const resourceEditor: typeof ResEdit = builders('resedit');
