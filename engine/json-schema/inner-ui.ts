import type { UiSchema } from '../model/types.ts';
import { asList, asObject } from './values.ts';

/**
 * Returns the parts of a UI schema for the value at a path, those of all branches included. A part is
 * undefined if the UI schema has none.
 * @param uiSchema The UI schema of an enquiry type.
 * @param path The name of the field, then keys and indexes inside its value.
 */
export function findUiSchemas(uiSchema: UiSchema, path: readonly string[]): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (parts, step) => parts.flatMap((part) => listWithBranches(getInnerUiSchema(asObject(part), step))),
    [uiSchema],
  );
}

/** Returns `ui:widget`, else `widget` of `ui:options`, else undefined. */
export function getUiWidget(part: unknown): unknown {
  return asObject(part)['ui:widget'] ?? asObject(asObject(part)['ui:options']).widget;
}

/** Returns a part of a UI schema, followed by its branches at every depth. */
function listWithBranches(part: unknown): readonly unknown[] {
  const branches = [...asList(asObject(part).oneOf), ...asList(asObject(part).anyOf)];
  return [part, ...branches.flatMap(listWithBranches)];
}

/** Returns the UI schema of a property, a list item or an entry. Undefined if there is none. */
function getInnerUiSchema(ui: UiSchema, step: string): unknown {
  if (Object.hasOwn(ui, step)) return ui[step];
  const { items, additionalItems, additionalProperties } = ui;
  if (!/^\d+$/.test(step) || items === undefined) return additionalProperties;
  return Array.isArray(items) ? (items[Number(step)] ?? additionalItems) : items;
}
