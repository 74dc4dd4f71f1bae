import { config } from 'zod';

/** The schema library would compile its schemas from text. Imported first: each schema asks once, when it is made. */
config({ jitless: true });
