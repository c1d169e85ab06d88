import { asList, asObject } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';
import type { Patch } from './change.ts';
import {
  appendPath,
  findContainer,
  getGroup,
  getOwnName,
  getValueAtPosition,
  hasFieldSchema,
} from './containers.ts';
import { setRequired } from './fields.ts';
import {
  chainEdits,
  getTypeFolder,
  removeTextsBelow,
  setExampleAnswer,
  setMember,
  setNestedMember,
} from './members.ts';
import { type FieldAddress, listOutlineSteps, listOutlineTypes } from './outline.ts';
import { setStepOfField } from './steps.ts';

/**
 * Removes a field with its position, its texts and its answers in the examples. Does not change rules and
 * scenarios that mention it.
 */
export function removeField(documents: Documents, address: FieldAddress): readonly Patch[] {
  const { field } = address;
  const folder = getTypeFolder(documents, address.type);
  const { schema, ui } = findContainer(documents, folder, getGroup(field));
  const own = getOwnName(field);
  return chainEdits(
    documents,
    (made) => setRequired(made, address, false),
    (made) => setMember(made, appendPath(schema, 'properties', own), undefined),
    (made) => removeFromOrder(made, { folder, field }),
    (made) => setNestedMember(made, appendPath(ui, own), undefined),
    (made) => setExampleAnswer(made, folder, { field, value: undefined }),
    (made) => removeTextsBelow(made, listOrphanedTextPrefixes(made, address)),
  );
}

/** Removes a field from `ui:order` and from its step. */
export function removeFromOrder(
  documents: Documents,
  { folder, field }: { readonly folder: string; readonly field: string },
): readonly Patch[] {
  const { ui } = findContainer(documents, folder, getGroup(field));
  const own = getOwnName(field);
  const order = asList(asObject(getValueAtPosition(documents, ui))['ui:order']).map(String);
  const rest = order.filter((name) => name !== own);
  const steps = getGroup(field) === '' ? listOutlineSteps(documents, folder) : [];
  return chainEdits(
    documents,
    (made) => (order.includes(own) ? setMember(made, appendPath(ui, 'ui:order'), rest) : []),
    (made) =>
      steps.some(({ fields }) => fields.includes(own))
        ? setStepOfField(made, folder, { name: own, step: undefined, order: rest })
        : [],
  );
}

/** Returns the key prefixes of the texts that nothing uses any more if a field is removed. */
export function listOrphanedTextPrefixes(
  documents: Documents,
  { type, field }: FieldAddress,
): readonly string[] {
  const isInOtherType = listOutlineTypes(documents).some(
    (other) => other.key !== type && hasFieldSchema(documents, other.folder, field),
  );
  return ['fields', 'options'].flatMap((kind) => [
    `forms.${type}.${kind}.${field}.`,
    ...(isInOtherType ? [] : [`${kind}.${field}.`]),
  ]);
}
