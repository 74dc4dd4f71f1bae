import { parseArgs } from 'node:util';
import { z } from 'zod';
import { badCopies } from '../../main/practice-service/signatures/bad-copies.ts';
import { startPracticeService } from './practice-service.ts';

const USAGE = `npm run practice -- [options]
  --port N        listen on this port (default: one the system chooses, with --data the last one)
  --data DIR      keep accounts and documents there (default: in memory)
  --polling HOW   off, 429-seconds, 429-date, 403 or 503 (default: off)
  --errors STYLE  json, text, html, empty or headers (default: json)
  --latency MS    wait before each answer (default: 0)
  --shape NAMES   description or public: how answers name the fields of people (default: description)
  --copies HOW    appended or rewritten (default: appended)
  --bad KIND      unsigned, changed-after, note-added, other-document or truncated, not signed copies
  --samples       new service users find some documents in every status
  --json          print one line of JSON with url and connection`;

const FLAGS = {
  port: { type: 'string' },
  data: { type: 'string' },
  polling: { type: 'string' },
  errors: { type: 'string' },
  latency: { type: 'string' },
  shape: { type: 'string' },
  copies: { type: 'string' },
  bad: { type: 'string' },
  samples: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const number = (most: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(most));

const optionsSchema = z.object({
  port: number(65_535).default(0),
  data: z.string().min(1).nullable().default(null),
  polling: z.enum(['off', '429-seconds', '429-date', '403', '503']).default('off'),
  errors: z.enum(['json', 'text', 'html', 'empty', 'headers']).default('json'),
  latency: number(600_000).default(0),
  shape: z.enum(['description', 'public']).default('description'),
  copies: z.enum(['appended', 'rewritten']).default('appended'),
  bad: z.enum(badCopies).nullable().default(null),
  samples: z.boolean().default(false),
  json: z.boolean().default(false),
  help: z.boolean().default(false),
});

function giveUp(sentence: string): never {
  console.error(`${sentence}\n\n${USAGE}`);
  process.exit(2);
}

function readOptions(): z.infer<typeof optionsSchema> {
  try {
    const parsed = optionsSchema.safeParse(parseArgs({ options: FLAGS }).values);
    if (parsed.success) return parsed.data;
    const option = String(parsed.error.issues[0]?.path[0]);
    return giveUp(`The value of --${option} is not one the practice service knows.`);
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error));
  }
}

const { data: dataDir, errors: errorStyle, latency: latencyMs, shape, bad, json, help, ...same } = readOptions();
const signees = shape === 'public' ? 'public' : 'objects';
if (help) {
  console.log(USAGE);
  process.exit(0);
}

const service = await startPracticeService({ ...same, dataDir, errorStyle, latencyMs, signees, badCopies: bad }).catch(
  (error: unknown) => {
    console.error(`The practice service cannot start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  },
);
const { url, connection } = service;
console.log(
  json
    ? JSON.stringify({ url, connection })
    : `The practice service runs at ${url}/\nE-mails and signing pages: ${url}/mail\nCtrl+C ends it.`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void service.close().then(() => process.exit(0)));
}
