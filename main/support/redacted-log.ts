import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';

/** The report takes the last lines alone. */
const mostLines = 2_000;
const mostFrames = 12;

/** The patterns of words that we or Node write. No file name, no address and no name of a person looks like this. */
const patterns = {
  place: /^[a-z]{1,30}(?:[.-][a-zA-Z]{1,30}| [a-z]{1,30})?$/,
  name: /^(?:[A-Z][A-Za-z]{0,40}Error|Error|string|object|undefined)$/,
  code: /^[A-Z][A-Z0-9_]{1,60}$/,
  factName: /^[a-z][A-Za-z0-9-]{0,60}$/,
  fact: /^(?:[a-z0-9-]{1,60}|\d+\.\d+\.\d+)$/,
} as const;

const described = z.object({
  name: z.string(),
  code: z.string().optional(),
  stack: z.string().optional(),
});
const line = z.object({
  at: z.iso.datetime(),
  level: z.enum(['error', 'info']).catch('error'),
  place: z.string(),
  error: z.union([described, z.unknown()]).optional(),
  facts: z.record(z.string(), z.unknown()).optional(),
});

export interface ReportedLine {
  readonly at: string;
  readonly level: 'error' | 'info';
  readonly place: string;
  readonly error?: { readonly name: string; readonly code?: string; readonly frames: readonly string[] };
  readonly facts?: Readonly<Record<string, unknown>>;
}

const safe = (text: string, pattern: RegExp): string => (pattern.test(text) ? text : '…');

/** Finds the places in our own code: the last part of the file and the position. The folders may name a person. */
function framesOf(stack: string): readonly string[] {
  return stack
    .split('\n')
    .flatMap((frame) => {
      const found =
        /^\s+at (?:(?:async )?([\w$.<>[\] ]{1,80}) \()?(?:.*[/\\])?([\w.-]{1,60}\.(?:[cm]?[jt]sx?)|node:[\w/]+):(\d+):(\d+)\)?$/.exec(
          frame,
        );
      return found ? [`${found[1] ?? ''} ${found[2]}:${found[3]}:${found[4]}`.trim()] : [];
    })
    .slice(0, mostFrames);
}

function factsOf(facts: Readonly<Record<string, unknown>>) {
  const known = z.union([z.number(), z.boolean(), z.null(), z.string().transform((text) => safe(text, patterns.fact))]);
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const parsed = known.safeParse(value);
      return patterns.factName.test(name) && parsed.success ? [[name, parsed.data]] : [];
    }),
  );
}

/**
 * Rebuilds each line from the parts that are known to hold no name. The text of an error is left out: messages of the
 * system quote paths, and those of parsers quote what they read.
 */
export function redactLog(text: string): readonly ReportedLine[] {
  return text
    .split('\n')
    .slice(-mostLines - 1)
    .flatMap((one): readonly ReportedLine[] => {
      const found = line.safeParse(parseJson(one));
      if (!found.success) return [];
      const { at, level, place, error, facts } = found.data;
      const known = described.safeParse(error);
      return [
        {
          at,
          level,
          place: safe(place, patterns.place),
          ...(known.success && {
            error: {
              name: safe(known.data.name, patterns.name),
              ...(known.data.code !== undefined && { code: safe(known.data.code, patterns.code) }),
              frames: framesOf(known.data.stack ?? ''),
            },
          }),
          ...(facts && { facts: factsOf(facts) }),
        },
      ];
    });
}
