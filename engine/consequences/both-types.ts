import { type TypeSlice, typeSlices } from '../check/situations/type-slice.ts';
import { isSameId } from '../ids.ts';
import type { Condition, FormType, Rule } from '../types.ts';
import type { Version } from './consequence.ts';

/** An enquiry type in both versions: content and enquiries know it by its id. */
export interface BothTypes {
  readonly before: TypeSlice;
  readonly after: TypeSlice;
}

/** The types that both versions have and that neither has retired, in the order of the new one. */
export function typesInBoth(before: Version, after: Version): readonly BothTypes[] {
  const former = typeSlices(before.form);
  return typeSlices(after.form).flatMap((slice) => {
    const own = former.find(({ type }) => isSameId(type.id, slice.type.id));
    const isRetired = own?.type.isRetired || slice.type.isRetired;
    return own === undefined || isRetired ? [] : [{ before: own, after: slice }];
  });
}

/**
 * What both versions ask of a type, as if one form asked it all, so that each version is tried with what only the other compares.
 * One slice by the new type's fields and schema, one by the former's. Never resolved: what the two do is in each other's way.
 */
export function askedByBoth({ before, after }: BothTypes): readonly [TypeSlice, TypeSlice] {
  const rules = [...before.form.rules.map(renamed), ...after.form.rules];
  const former = [...before.conditions].map(([id, when]): [string, Condition] => [formerId(id), when]);
  const conditions = new Map([...former, ...after.conditions]);
  const slice = (type: FormType): TypeSlice => ({
    type,
    form: { ...after.form, types: [type], rules },
    conditions,
  });
  return [slice(withFieldsOf(after.type, before.type)), slice(withFieldsOf(before.type, after.type))];
}

function withFieldsOf(type: FormType, other: FormType): FormType {
  const known = new Set(type.fields.map(({ name }) => name));
  const blocks = new Set((type.blocks ?? []).map(({ name }) => name));
  return {
    ...type,
    fields: [...type.fields, ...other.fields.filter(({ name }) => !known.has(name))],
    blocks: [...(type.blocks ?? []), ...(other.blocks ?? []).filter(({ name }) => !blocks.has(name))],
  };
}

/** A rule of the former version, beside one of the new version that has its id. */
export function renamed(rule: Rule): Rule {
  return { ...rule, id: formerId(rule.id) };
}

function formerId(id: string): string {
  return `former ${id}`;
}
