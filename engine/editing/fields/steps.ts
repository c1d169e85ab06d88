import type { Documents } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { getUiFile } from '../documents/document-files.ts';
import { setMember } from './members.ts';
import { listOutlineSteps } from './outline.ts';

/**
 * Returns the name of the step for a new field: that of the field before it (`behind`); the last one if that
 * is absent or in no step; the first one if it is null. Undefined for a form without steps.
 */
export function findStepForField(
  documents: Documents,
  folder: string,
  behind: string | null | undefined,
): string | undefined {
  const steps = listOutlineSteps(documents, folder);
  if (behind === null) return steps[0]?.name;
  return (steps.find(({ fields }) => behind !== undefined && fields.includes(behind)) ?? steps.at(-1))?.name;
}

/**
 * Returns the patches that move a field to a step, or only remove it from its step if `step` is undefined.
 * They also remove steps that become empty, and all steps if fewer than two are left. No patches for a form
 * without steps.
 * @param options.order The names of the fields in display order, by which the fields of the step are sorted.
 */
export function setStepOfField(
  documents: Documents,
  folder: string,
  {
    name,
    step,
    order,
  }: { readonly name: string; readonly step: string | undefined; readonly order: readonly string[] },
): readonly Patch[] {
  const steps = listOutlineSteps(documents, folder);
  const next = steps.map((each) => {
    const others = each.fields.filter((field) => field !== name);
    if (each.name !== step) return { ...each, fields: others };
    const fields = [...others, name].sort((one, other) => order.indexOf(one) - order.indexOf(other));
    return { ...each, fields };
  });
  // Empty steps are removed. A form with fewer than two steps has none.
  const retained = next.filter(({ fields }) => fields.length > 0);
  const file = getUiFile(folder);
  if (steps.length > 0 && retained.length < 2)
    return setMember(documents, { file, path: ['ui:steps'] }, undefined);
  return next.flatMap(({ name: each, fields }) =>
    fields.length === 0
      ? setMember(documents, { file, path: ['ui:steps', each] }, undefined)
      : setMember(documents, { file, path: ['ui:steps', each, 'fields'] }, fields),
  );
}
