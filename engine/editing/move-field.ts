import { isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { placeInOrder } from './add-field.ts';
import type { Patch } from './change.ts';
import {
  at,
  containerOf,
  fieldIn,
  groupOf,
  inside,
  isThere,
  nameIn,
  namesInside,
  requiredInside,
} from './containers.ts';
import { copyTexts } from './copy-texts.ts';
import { setRequired } from './fields.ts';
import { freeName, unused } from './free-names.ts';
import { exampleOf, exampleWith, folderOf, inTurn, setMember, setWithin, textsBelow } from './members.ts';
import { type FieldPlace, kindOf, typesOf, wholeSchema, wholeUi } from './outline.ts';
import { palette } from './palette.ts';
import { textsOfGone, withoutPlace } from './remove-field.ts';

export interface Destination {
  /** The group; empty: the top level of the type. */
  readonly group: string;
  /** The full name of the field before it; null: the field is the first. */
  readonly behind: string | null;
  /** The step, if it differs from that of the field before it. */
  readonly step?: string;
}

/**
 * Returns true if a field can be moved into a group: not into itself, and not if its kind is possible at the
 * top level only.
 */
export function canStandIn(documents: Documents, { type, field }: FieldPlace, group: string): boolean {
  if (groupOf(field) === group) return true;
  if (group === field || group.startsWith(`${field}.`)) return false;
  if (group === '') return true;
  const folder = folderOf(documents, type);
  const blueprint = palette[kindOf(documents, folder, field)];
  return blueprint !== undefined && blueprint.name === undefined && blueprint.isOuter !== true;
}

/** Moves a field with its texts and its answer in the example. Returns its new name. */
export function placeField(
  documents: Documents,
  place: FieldPlace,
  { group, behind, step }: Destination,
): { readonly name: string; readonly patches: readonly Patch[] } {
  const { type, field } = place;
  const folder = folderOf(documents, type);
  const neighbour = behind === null ? null : nameIn(behind);
  if (groupOf(field) === group)
    return { name: field, patches: placeInOrder(documents, { folder, field, behind: neighbour, step }) };
  const from = containerOf(documents, folder, groupOf(field));
  const to = containerOf(documents, folder, group);
  const own = nameThere(documents, place, group);
  const name = fieldIn(group, own);
  const schema = at(documents, inside(from.schema, 'properties', nameIn(field)));
  const ui = wholeUi(documents, folder, field);
  const example = exampleOf(documents, folder, field);
  const isRequired = requiredInside(documents, from).includes(nameIn(field));
  const patches = inTurn(
    documents,
    (made) => setRequired(made, place, false),
    (made) => setMember(made, inside(from.schema, 'properties', nameIn(field)), undefined),
    (made) => withoutPlace(made, { folder, field }),
    (made) => setWithin(made, inside(from.ui, nameIn(field)), undefined),
    (made) => exampleWith(made, folder, { field, value: undefined }),
    (made) => setMember(made, inside(to.schema, 'properties', own), schema),
    (made) => placeInOrder(made, { folder, field: name, behind: neighbour, step }),
    (made) => (Object.keys(ui).length === 0 ? [] : setWithin(made, inside(to.ui, own), ui as Json)),
    (made) => exampleWith(made, folder, { field: name, value: example }),
    (made) => copyTexts(made, place, { to: name, hasLabel: true }),
    (made) => textsBelow(made, textsOfGone(made, place)),
    (made) => (isRequired ? setRequired(made, { type, field: name }, true) : []),
  );
  return { name, patches };
}

function nameThere(documents: Documents, { type, field }: FieldPlace, group: string): string {
  const folder = folderOf(documents, type);
  const wanted = nameIn(field);
  if (group === '') return isSameElsewhere(documents, folder, field) ? wanted : freeName(documents, wanted);
  const taken = new Set(namesInside(documents, containerOf(documents, folder, group)));
  return isThere(documents, folder, fieldIn(group, wanted)) ? unused(wanted, taken, '_') : wanted;
}

/**
 * Returns true if a nested field can keep its name at the top level: the type does not use it, and other
 * types use it for the same type of value.
 */
function isSameElsewhere(documents: Documents, folder: string, field: string): boolean {
  const name = nameIn(field);
  const { type: kind } = wholeSchema(documents, folder, field);
  return typesOf(documents).every(
    (other) =>
      !isThere(documents, other.folder, name) ||
      (other.folder !== folder && isSameJson(wholeSchema(documents, other.folder, name).type, kind)),
  );
}
