import { isSameJson } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { setFieldOrder } from './add-field.ts';
import {
  appendPath,
  findContainer,
  getGroup,
  getOwnName,
  getValueAtPosition,
  hasFieldSchema,
  joinGroupAndName,
  listContainedNames,
  listRequiredNames,
} from './containers.ts';
import { copyTexts } from './copy-texts.ts';
import { setRequired } from './fields.ts';
import { chooseFieldName, makeUnique } from './free-names.ts';
import {
  chainEdits,
  getExampleAnswer,
  getTypeFolder,
  removeTextsBelow,
  setExampleAnswer,
  setMember,
  setNestedMember,
} from './members.ts';
import {
  type FieldAddress,
  getMergedSchema,
  getMergedUi,
  getOutlineFieldKind,
  listOutlineTypes,
} from './outline.ts';
import { palette } from './palette.ts';
import { listOrphanedTextPrefixes, removeFromOrder } from './remove-field.ts';

/** The position to which a field is moved. */
export interface FieldDestination {
  /** The path of the group; empty: the top level of the type. */
  readonly group: string;
  /** The path of the field before it; null: the field is the first. */
  readonly behind: string | null;
  /** The name of the step, if it differs from that of the field before it. */
  readonly step?: string;
}

/**
 * Returns true if a field can be moved into a group: not into itself, and not if its kind is unknown, is
 * possible at the top level only or has a fixed name. Always true for its own group and for the top level.
 * @throws if the type does not exist.
 */
export function canMoveInto(documents: Documents, { type, field }: FieldAddress, group: string): boolean {
  if (getGroup(field) === group) return true;
  if (group === field || group.startsWith(`${field}.`)) return false;
  if (group === '') return true;
  const folder = getTypeFolder(documents, type);
  const blueprint = palette[getOutlineFieldKind(documents, folder, field)];
  return blueprint !== undefined && blueprint.name === undefined && blueprint.isOuter !== true;
}

/**
 * Moves a field to a position in a group, with its schema, its options, its texts and its answer in the first
 * example. Returns its new path as `name`; its own name changes if the group uses it already. Does not change
 * the rules about it.
 */
export function moveFieldTo(
  documents: Documents,
  address: FieldAddress,
  { group, behind, step }: FieldDestination,
): { readonly name: string; readonly patches: readonly Patch[] } {
  const { type, field } = address;
  const folder = getTypeFolder(documents, type);
  const neighbour = behind === null ? null : getOwnName(behind);
  if (getGroup(field) === group)
    return { name: field, patches: setFieldOrder(documents, { folder, field, behind: neighbour, step }) };
  const from = findContainer(documents, folder, getGroup(field));
  const to = findContainer(documents, folder, group);
  const own = chooseNameInGroup(documents, address, group);
  const name = joinGroupAndName(group, own);
  const schema = getValueAtPosition(documents, appendPath(from.schema, 'properties', getOwnName(field)));
  const ui = getMergedUi(documents, folder, field);
  const example = getExampleAnswer(documents, folder, field);
  const isRequired = listRequiredNames(documents, from).includes(getOwnName(field));
  const patches = chainEdits(
    documents,
    (made) => setRequired(made, address, false),
    (made) => setMember(made, appendPath(from.schema, 'properties', getOwnName(field)), undefined),
    (made) => removeFromOrder(made, { folder, field }),
    (made) => setNestedMember(made, appendPath(from.ui, getOwnName(field)), undefined),
    (made) => setExampleAnswer(made, folder, { field, value: undefined }),
    (made) => setMember(made, appendPath(to.schema, 'properties', own), schema),
    (made) => setFieldOrder(made, { folder, field: name, behind: neighbour, step }),
    (made) => (Object.keys(ui).length === 0 ? [] : setNestedMember(made, appendPath(to.ui, own), ui as Json)),
    (made) => setExampleAnswer(made, folder, { field: name, value: example }),
    (made) => copyTexts(made, address, { to: name, hasLabel: true }),
    (made) => removeTextsBelow(made, listOrphanedTextPrefixes(made, address)),
    (made) => (isRequired ? setRequired(made, { type, field: name }, true) : []),
  );
  return { name, patches };
}

/**
 * Returns the own name of the field in a group: the present one, with a number if the group uses it. For the
 * top level, see `canKeepName`.
 */
function chooseNameInGroup(documents: Documents, { type, field }: FieldAddress, group: string): string {
  const folder = getTypeFolder(documents, type);
  const wanted = getOwnName(field);
  if (group === '')
    return canKeepName(documents, folder, field) ? wanted : chooseFieldName(documents, wanted);
  const usedNames = new Set(listContainedNames(documents, findContainer(documents, folder, group)));
  return hasFieldSchema(documents, folder, joinGroupAndName(group, wanted))
    ? makeUnique(wanted, usedNames, '_')
    : wanted;
}

/**
 * Returns true if a nested field can keep its name at the top level: the type does not use it, and other
 * types use it for the same type of value.
 */
function canKeepName(documents: Documents, folder: string, field: string): boolean {
  const name = getOwnName(field);
  const { type: kind } = getMergedSchema(documents, folder, field);
  return listOutlineTypes(documents).every(
    (other) =>
      !hasFieldSchema(documents, other.folder, name) ||
      (other.folder !== folder && isSameJson(getMergedSchema(documents, other.folder, name).type, kind)),
  );
}
