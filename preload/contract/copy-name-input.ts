import { z } from 'zod';
import { copyNameFault } from './copy-name.ts';
import { lengths } from './limits.ts';

const copyPattern = z.object({ pattern: z.string().max(lengths.name) });
export const patternAndName = copyPattern.extend({ name: copyPattern.shape.pattern });
export const usableCopyPattern = copyPattern.refine(({ pattern }) => copyNameFault(pattern) === null);
