import { useEffect, useRef } from 'react';
import { scanFields, scansByItself } from './scan-fields.ts';
import type { Sheet } from './sheet.ts';
import { judge, unjudged } from './take-files.ts';

/** A sheet that was opened again may hold files nobody has looked into, and the one that is shown tells its fields. */
export function useReadyFiles(sheet: Sheet): void {
  const first = useRef(sheet);
  useEffect(() => {
    void judge(unjudged(first.current));
  }, []);
  const id = scansByItself(sheet);
  useEffect(() => {
    if (id !== null) void scanFields(id);
  }, [id]);
}
