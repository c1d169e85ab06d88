import { expect } from 'vitest';
import { compile } from '../../engine/compile/index.ts';
import {
  applyPatches,
  createOutline,
  getGroup,
  moveFieldTo,
  type OutlineField,
  type Patch,
} from '../../engine/editing/index.ts';
import type { Documents } from '../../engine/model/types.ts';

/** Returns the fields of a type that are not nested. */
export const listTypeFields = (documents: Documents, type: string) =>
  createOutline(documents).find(({ key }) => key === type)?.fields ?? [];

export const listNamesOfTypeFields = (documents: Documents, type: string) =>
  listTypeFields(documents, type).map(({ name }) => name);

export const getOutlineLabel = (
  documents: Documents,
  { type, field }: { readonly type: string; readonly field: string },
) => listTypeFields(documents, type).find(({ name }) => name === field)?.label;

export const flattenOutline = (fields: readonly OutlineField[]): readonly OutlineField[] =>
  fields.flatMap((field) => [field, ...flattenOutline(field.members ?? [])]);

/** Moves a field to an index among its siblings. */
export function moveField(
  documents: Documents,
  place: { readonly type: string; readonly field: string },
  to: number,
) {
  const group = getGroup(place.field);
  const siblings = flattenOutline(listTypeFields(documents, place.type)).filter(
    ({ name }) => getGroup(name) === group,
  );
  const rest = siblings.filter(({ name }) => name !== place.field);
  return moveFieldTo(documents, place, {
    group,
    behind: rest[to - 1]?.name ?? (to > 0 ? (rest.at(-1)?.name ?? null) : null),
  }).patches;
}

/**
 * Returns the documents with a change applied.
 * @throws If it conflicts with them.
 */
export function applyDocumentPatches(documents: Documents, patches: readonly Patch[]): Documents {
  const applied = applyPatches(documents, patches);
  if (!applied.ok) throw new Error(`conflict at ${applied.conflicts[0]?.patch.path.join('/')}`);
  return applied.documents;
}

export function expectForm(documents: Documents): void {
  const compiled = compile(documents);
  expect(compiled.ok ? [] : compiled.problems).toEqual([]);
}
