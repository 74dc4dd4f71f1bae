import { onTestFinished } from 'vitest';
import type { PracticeOptions } from '../../main/practice-service/options.ts';
import { type PracticeService, startPracticeService } from './practice-service.ts';

/** Starts a practice service that ends with the test. */
export async function running(options: Partial<PracticeOptions> = {}): Promise<PracticeService> {
  const service = await startPracticeService(options);
  onTestFinished(() => service.close());
  return service;
}
