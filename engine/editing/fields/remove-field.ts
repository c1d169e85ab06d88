import { asList, asObject } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';
import type { Patch } from '../change.ts';
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
 * Returns the patches that remove a field with its position, its options, its texts and its answers in the
 * examples. A field of a group that `fields.json` defines is removed there, from all types that use the
 * group. Does not change rules and scenarios that mention it.
 * @throws if the type does not exist.
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

/** Returns the patches that remove a field from `ui:order` and from its step; none if it is in neither. */
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

/**
 * Returns the key prefixes of the texts that nothing uses any more if a field is removed from a type: those
 * of the type, and the shared ones if no other type has the field.
 */
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
