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

/** A direction for moving a field by key or button. `in` and `out` are into and out of a group. */
export type MoveDirection = 'up' | 'down' | 'in' | 'out';

/** Returns the fields of a group, or the top-level fields if the group is empty. */
export function listSiblings(type: OutlineType, group: string): readonly OutlineField[] {
  return group === '' ? type.fields : (findOutlineField(type.fields, group)?.members ?? []);
}

export function findStepName(type: OutlineType, name: string): string | undefined {
  return type.steps.find(({ fields }) => fields.includes(name))?.name;
}

/** Returns the destination of a field that is moved by one position. Undefined if it cannot move further. */
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
    return before && { group, behind: siblings[at - 2]?.name ?? null, ...getOwnStep(type, name) };
  return behind && { group, behind: behind.name, ...getOwnStep(type, name) };
}

function getOwnStep(type: OutlineType, name: string): Pick<FieldDestination, 'step'> {
  const step = findStepName(type, name);
  return step === undefined ? {} : { step };
}

/**
 * Returns the adjacent step, if the field is the first or last of its own step. A field that is alone on its
 * step stays.
 */
function findAdjacentStep(type: OutlineType, name: string, direction: 'up' | 'down'): string | undefined {
  const at = type.steps.findIndex(({ fields }) => fields.includes(name));
  const own = type.steps[at];
  if (own === undefined || own.fields.length < 2) return undefined;
  const edge = direction === 'up' ? own.fields[0] : own.fields.at(-1);
  return edge === name ? type.steps[at + (direction === 'up' ? -1 : 1)]?.name : undefined;
}

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
  return { group, behind, ...(group === '' ? getOwnStep(type, over.name) : {}) };
}
