import { useState } from 'react';
import type { FieldUses } from '#engine/check/index.ts';
import { useDraftState } from '../context.ts';

/**
 * Returns the situations in which the fields of a type are shown and required, from the latest proven
 * version. Undefined while unknown.
 */
export function useFieldUses(type: string): FieldUses | undefined {
  const { report } = useDraftState();
  const [known, setKnown] = useState(report?.fields);
  if (report?.fields !== undefined && report.fields !== known) setKnown(report.fields);
  return known?.[type];
}
