import { type TypeSlice, typeSlices } from '../check/situations/type-slice.ts';
import { isSameId } from '../ids.ts';
import type { Condition, FormType, Rule } from '../types.ts';
import type { Version } from './consequence.ts';

/** An enquiry type in both versions. The two are matched by id, as in content and enquiries. */
export interface BothTypes {
  readonly before: TypeSlice;
  readonly after: TypeSlice;
}

/**
 * Returns the types that exist in both versions and are retired in neither, in the order of the new version.
 */
export function typesInBoth(before: Version, after: Version): readonly BothTypes[] {
  const former = typeSlices(before.form);
  return typeSlices(after.form).flatMap((slice) => {
    const own = former.find(({ type }) => isSameId(type.id, slice.type.id));
    const isRetired = own?.type.isRetired || slice.type.isRetired;
    return own === undefined || isRetired ? [] : [{ before: own, after: slice }];
  });
}

/**
 * Merges the conditions of both versions into two slices, so that the visits cover what either version
 * distinguishes. The first has the new type's fields and schema, the second those of the former type. The
 * slices must not be resolved: the rules of the two versions conflict.
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

/** Returns a rule of the former version with another id, because the new version may contain the same id. */
export function renamed(rule: Rule): Rule {
  return { ...rule, id: formerId(rule.id) };
}

function formerId(id: string): string {
  return `former ${id}`;
}
