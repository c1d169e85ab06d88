import type { Documents } from '#engine';
import {
  canMoveInto,
  type FieldDestination,
  findOutlineField,
  getGroup,
  type OutlineField,
  type OutlineType,
} from '#engine/editing/index.ts';
import type { DropEdge } from './use-drag.ts';

/** A direction for moving a field by key or button. `in` moves it into a group, `out` out of its group. */
export type MoveDirection = 'up' | 'down' | 'in' | 'out';

/**
 * Returns the fields of a group, or the top-level fields if the group is empty. Empty if there is no such
 * group.
 */
export function listSiblings(type: OutlineType, group: string): readonly OutlineField[] {
  return group === '' ? type.fields : (findOutlineField(type.fields, group)?.members ?? []);
}

/** Returns the name of the step that contains a top-level field. Undefined without one. */
export function findStepName(type: OutlineType, name: string): string | undefined {
  return type.steps.find(({ fields }) => fields.includes(name))?.name;
}

/**
 * Returns the destination of a field that is moved by one position: past a neighbour, or to the adjacent step
 * from the edge of its own; for `in`, the end of the group before or else after it; for `out`, behind its
 * group. Undefined if it cannot move there.
 */
export function findMoveDestination(
  documents: Documents,
  type: OutlineType,
  { name, direction }: { readonly name: string; readonly direction: MoveDirection },
): FieldDestination | undefined {
  const group = getGroup(name);
  const siblings = listSiblings(type, group);
  const at = siblings.findIndex((field) => field.name === name);
  const [before, behind] = [siblings[at - 1], siblings[at + 1]];
  const place = { type: type.key, field: name };
  if (direction === 'in') {
    const into = [before, behind].find(
      (field) => field?.members && canMoveInto(documents, place, field.name),
    );
    return into && { group: into.name, behind: into.members?.at(-1)?.name ?? null };
  }
  if (direction === 'out') return group === '' ? undefined : { group: getGroup(group), behind: group };
  const step = findAdjacentStep(type, name, direction);
  if (step !== undefined)
    return {
      group,
      behind: direction === 'up' ? (before?.name ?? null) : (siblings[at - 1]?.name ?? null),
      step,
    };
  if (direction === 'up')
    return before && { group, behind: siblings[at - 2]?.name ?? null, ...toStepOfField(type, name) };
  return behind && { group, behind: behind.name, ...toStepOfField(type, name) };
}

/** Returns the step of a field as a part of a destination. Empty if the field is on no step. */
function toStepOfField(type: OutlineType, name: string): Pick<FieldDestination, 'step'> {
  const step = findStepName(type, name);
  return step === undefined ? {} : { step };
}

/**
 * Returns the name of the step to which a field moves from the beginning (`up`) or end (`down`) of its own
 * step. Undefined for a field between others, for one that is alone on its step, and if there is no further
 * step.
 */
function findAdjacentStep(type: OutlineType, name: string, direction: 'up' | 'down'): string | undefined {
  const at = type.steps.findIndex(({ fields }) => fields.includes(name));
  const own = type.steps[at];
  if (own === undefined || own.fields.length < 2) return undefined;
  const edge = direction === 'up' ? own.fields[0] : own.fields.at(-1);
  return edge === name ? type.steps[at + (direction === 'up' ? -1 : 1)]?.name : undefined;
}

/**
 * Returns the edges of the row `over` at which a dragged field may be dropped. Empty on the field itself, on
 * fields nested in it, and if its kind is not allowed there.
 */
export function listDropEdges(
  documents: Documents,
  type: OutlineType,
  { dragged, over }: { readonly dragged: string; readonly over: OutlineField },
): readonly DropEdge[] {
  if (dragged === over.name || over.name.startsWith(`${dragged}.`)) return [];
  const place = { type: type.key, field: dragged };
  const isBeside = canMoveInto(documents, place, getGroup(over.name));
  const isInside = over.members !== undefined && canMoveInto(documents, place, over.name);
  return [...(isBeside ? (['before', 'behind'] as const) : []), ...(isInside ? (['inside'] as const) : [])];
}

/**
 * Returns the destination of a field that is dropped at an edge of the row `over`; for `inside`, the end of
 * that group. Does not check that it may be dropped there.
 */
export function getDropDestination(
  type: OutlineType,
  { dragged, over, edge }: { readonly dragged: string; readonly over: OutlineField; readonly edge: DropEdge },
): FieldDestination {
  if (edge === 'inside')
    return {
      group: over.name,
      behind: over.members?.filter(({ name }) => name !== dragged).at(-1)?.name ?? null,
    };
  const group = getGroup(over.name);
  const rest = listSiblings(type, group).filter(({ name }) => name !== dragged);
  const at = rest.findIndex(({ name }) => name === over.name);
  const behind = edge === 'behind' ? over.name : (rest[at - 1]?.name ?? null);
  return { group, behind, ...(group === '' ? toStepOfField(type, over.name) : {}) };
}
