import type { Documents } from '#engine';
import { createOutline, type OutlineField } from '#engine/editing/fields/outline.ts';
import type { Drafts } from '../draft/drafts.ts';
import { createFieldTarget } from './comment-target.ts';

/** A field with its path before and after a change. */
interface MovedField {
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Calls `move` with the targets of fields that a change of the draft has moved into or out of a group, or
 * renamed, so that their comments stay with them. Each server calls it for each change; a second call finds
 * nothing.
 */
export function followMovedFields(
  drafts: Pick<Drafts, 'current' | 'fault' | 'onChange'>,
  move: (moved: { readonly from: string; readonly to: string }) => void,
): void {
  let known = drafts.fault() === undefined ? drafts.current().documents : undefined;
  drafts.onChange(({ kind }) => {
    if (kind === 'settled' || drafts.fault() !== undefined) return;
    const { documents } = drafts.current();
    const before = known;
    known = documents;
    if (before === undefined) return;
    for (const { type, from, to } of findMovedFields(before, documents))
      move({ from: createFieldTarget(type, from), to: createFieldTarget(type, to) });
  });
}

/**
 * Returns the fields that exist in both states under different paths: each path that is gone, with the new path
 * of a field of the same kind that has the same name, else the only new one with the same label or at all.
 */
function findMovedFields(before: Documents, after: Documents): readonly MovedField[] {
  // Most changes concern texts.
  const isForm = (file: string) => file.startsWith('forms/') || file === 'fields.json';
  const files = Object.keys({ ...before, ...after }).filter(isForm);
  if (files.every((file) => before[file] === after[file])) return [];
  const types = createOutline(after);
  return createOutline(before).flatMap(({ key, fields }) => {
    const old = listFields(fields);
    const now = listFields(types.find((type) => type.key === key)?.fields ?? []);
    const gone = old.filter(({ name }) => !now.some((field) => field.name === name));
    const added = now.filter(({ name }) => !old.some((field) => field.name === name));
    return gone.flatMap((field) => {
      const to = findSuccessor(field, added, gone.length);
      return to === undefined ? [] : [{ type: key, from: field.name, to }];
    });
  });
}

/** Returns the path of the new field that a field has become; undefined if that is not clear. */
function findSuccessor(
  field: OutlineField,
  added: readonly OutlineField[],
  goneCount: number,
): string | undefined {
  const alike = added.filter(({ kind }) => kind === field.kind);
  const [sameName, ...others] = alike.filter(({ name }) => getOwnName(name) === getOwnName(field.name));
  if (sameName && others.length === 0) return sameName.name;
  const [only, ...further] = alike;
  return only && further.length === 0 && goneCount === 1 ? only.name : undefined;
}

/** Returns the last part of a path: `phone` of `crew.phone`. */
function getOwnName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Returns fields with all fields nested in them. */
function listFields(fields: readonly OutlineField[]): readonly OutlineField[] {
  return fields.flatMap((field) => [field, ...listFields(field.members ?? [])]);
}
