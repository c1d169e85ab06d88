import { createTypeSlices, type TypeSlice } from '../check/situations/type-slice.ts';
import { isSameId } from '../model/ids.ts';
import type { Condition, FormType, Rule } from '../model/types.ts';
import type { Version } from './consequence.ts';

/** An enquiry type in both versions. The two are matched by id, as in content and enquiries. */
export interface TypePair {
  readonly before: TypeSlice;
  readonly after: TypeSlice;
}

/**
 * Returns the types that exist in both versions and are retired in neither, in the order of the new version.
 */
export function pairTypes(before: Version, after: Version): readonly TypePair[] {
  const former = createTypeSlices(before.form);
  return createTypeSlices(after.form).flatMap((slice) => {
    const own = former.find(({ type }) => isSameId(type.id, slice.type.id));
    const isRetired = own?.type.isRetired || slice.type.isRetired;
    return own === undefined || isRetired ? [] : [{ before: own, after: slice }];
  });
}

/**
 * Returns two slices (forms with one type) that both contain the rules and conditions of both versions, so
 * that the visits cover every situation that either version distinguishes. The first has the new type, the
 * second the former one; each also has the fields and blocks of the other. Do not resolve them: the rules of
 * the two versions conflict.
 */
export function mergeTypeSlices({ before, after }: TypePair): readonly [TypeSlice, TypeSlice] {
  const rules = [...before.form.rules.map(renameFormerRule), ...after.form.rules];
  const former = [...before.conditions].map(([id, when]): [string, Condition] => [getFormerId(id), when]);
  const conditions = new Map([...former, ...after.conditions]);
  const createSlice = (type: FormType): TypeSlice => ({
    type,
    form: { ...after.form, types: [type], rules },
    conditions,
  });
  return [
    createSlice(addMissingFieldsAndBlocks(after.type, before.type)),
    createSlice(addMissingFieldsAndBlocks(before.type, after.type)),
  ];
}

/** Returns a copy of a type that ends with the fields and blocks that only the other type has. */
function addMissingFieldsAndBlocks(type: FormType, other: FormType): FormType {
  const known = new Set(type.fields.map(({ name }) => name));
  const blocks = new Set((type.blocks ?? []).map(({ name }) => name));
  return {
    ...type,
    fields: [...type.fields, ...other.fields.filter(({ name }) => !known.has(name))],
    blocks: [...(type.blocks ?? []), ...(other.blocks ?? []).filter(({ name }) => !blocks.has(name))],
  };
}

/** Returns a rule of the former version with another id, because the new version may contain the same id. */
export function renameFormerRule(rule: Rule): Rule {
  return { ...rule, id: getFormerId(rule.id) };
}

/** Returns the id of a rule of the former version: `former hide-boat`. */
function getFormerId(id: string): string {
  return `former ${id}`;
}
