import { useState } from 'react';
import type { FieldUses } from '#engine/check/index.ts';
import { useDraftState } from '../draft/context.ts';

/**
 * Returns in which situations each field of a type is shown and required (always, sometimes, never), by its
 * name. Comes from the latest proven version of the draft, so it may be outdated. Undefined without one, and
 * for a type that it does not have.
 * @param type The key of the type.
 */
export function useFieldUses(type: string): FieldUses | undefined {
  const { report } = useDraftState();
  const [known, setKnown] = useState(report?.fields);
  if (report?.fields !== undefined && report.fields !== known) setKnown(report.fields);
  return known?.[type];
}
