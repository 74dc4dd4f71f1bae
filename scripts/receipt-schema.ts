// `node scripts/receipt-schema.ts`: writes docs/receipt.schema.json, which says what the receipt beside a signed copy contains.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { receipt } from '../main/documents/receipt.ts';

/** The JSON schema of receipts, as it is in docs/. Programs must bear fields that later versions add. */
export function receiptSchema(): string {
  const schema = z.toJSONSchema(receipt, {
    io: 'input',
    // The format says it. The pattern of zod fills a line.
    override({ jsonSchema }) {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  return `${JSON.stringify({ title: 'Receipt of Countersign', ...schema }, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(import.meta.dirname, '../docs/receipt.schema.json'), receiptSchema());
