import { config } from 'zod';

/**
 * Stops zod from compiling its schemas into code at run time. Import this file first: zod reads the setting when a
 * schema is made.
 */
config({ jitless: true });
