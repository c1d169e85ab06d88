import { useState } from 'react';
import type { FieldUses } from '#engine/check/index.ts';
import { useDraftState } from '../context.ts';

/**
 * Returns for each field of a type if it is shown and required always, sometimes or never, by the latest
 * proven version of the draft. Undefined while unknown.
 */
export function useFieldUses(type: string): FieldUses | undefined {
  const { report } = useDraftState();
  const [known, setKnown] = useState(report?.fields);
  if (report?.fields !== undefined && report.fields !== known) setKnown(report.fields);
  return known?.[type];
}
