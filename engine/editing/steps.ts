import { asList, asObject } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';
import type { Patch } from './change.ts';
import { setMember } from './members.ts';
import { uiFile } from './outline.ts';

/** The steps of a type, if it has any. */
export function stepsOf(
  documents: Documents,
  folder: string,
): readonly { readonly name: string; readonly fields: readonly string[] }[] {
  return asList(asObject(documents[uiFile(folder)])['ui:steps']).map((step) => {
    const { name, fields } = asObject(step);
    return { name: String(name), fields: asList(fields).map(String) };
  });
}

/** A new field stands on the step of the one that it follows, else on the last. */
export function intoStep(
  documents: Documents,
  folder: string,
  { name, behind }: { readonly name: string; readonly behind: string | undefined },
): readonly Patch[] {
  const steps = stepsOf(documents, folder);
  const step = steps.find(({ fields }) => behind !== undefined && fields.includes(behind)) ?? steps.at(-1);
  if (step === undefined) return [];
  const at = behind === undefined ? -1 : step.fields.indexOf(behind);
  const fields = step.fields.toSpliced(at < 0 ? step.fields.length : at + 1, 0, name);
  return setMember(documents, { file: uiFile(folder), path: ['ui:steps', step.name, 'fields'] }, fields);
}
