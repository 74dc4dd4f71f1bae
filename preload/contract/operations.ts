import { z } from 'zod';

/**
 * Calls, and one field of a call, that the description of the service does not have. A connection file or the policy names
 * those that may be used, and each is given up for good when the service does not know it.
 */
export const operationName = z.enum([
  'resend-invitation',
  'add-observer',
  'remove-observer',
  'change-signee',
  'remove-signee',
  'place-signature',
]);
export type OperationName = z.infer<typeof operationName>;
