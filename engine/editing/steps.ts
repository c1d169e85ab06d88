import type { Documents } from '../types.ts';
import type { Patch } from './change.ts';
import { setMember } from './members.ts';
import { stepsOf } from './outline.ts';
import { uiFile } from './places.ts';

/** The step that something new stands on: that of the field which it follows, else the last. */
export function stepBehind(
  documents: Documents,
  folder: string,
  behind: string | null | undefined,
): string | undefined {
  const steps = stepsOf(documents, folder);
  if (behind === null) return steps[0]?.name;
  return (steps.find(({ fields }) => behind !== undefined && fields.includes(behind)) ?? steps.at(-1))?.name;
}

/** Puts a field on a step, in the order of the form, and takes it from all others; on none where no step is named. */
export function ontoStep(
  documents: Documents,
  folder: string,
  {
    name,
    step,
    order,
  }: { readonly name: string; readonly step: string | undefined; readonly order: readonly string[] },
): readonly Patch[] {
  const steps = stepsOf(documents, folder);
  const next = steps.map((each) => {
    const others = each.fields.filter((field) => field !== name);
    if (each.name !== step) return { ...each, fields: others };
    const fields = [...others, name].sort((one, other) => order.indexOf(one) - order.indexOf(other));
    return { ...each, fields };
  });
  // No step is empty, and one alone is none.
  const kept = next.filter(({ fields }) => fields.length > 0);
  const file = uiFile(folder);
  if (steps.length > 0 && kept.length < 2)
    return setMember(documents, { file, path: ['ui:steps'] }, undefined);
  return next.flatMap(({ name: each, fields }) =>
    fields.length === 0
      ? setMember(documents, { file, path: ['ui:steps', each] }, undefined)
      : setMember(documents, { file, path: ['ui:steps', each, 'fields'] }, fields),
  );
}
