import { asList, asObject } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { findChoicesPosition } from './choices.ts';
import { appendPath, getValueAtPosition } from './containers.ts';
import { setUiOption } from './fields.ts';
import { chainEdits, getTypeFolder, setMember } from './members.ts';
import { type FieldAddress, getMergedSchema, getMergedUi } from './outline.ts';

/** The most letters of a text in place of a choice, where the schema has no limit. */
const maxOtherLength = 200;

/** Returns true if visitors may answer a field with a text in place of a choice. */
export function acceptsOtherChoice(documents: Documents, { type, field }: FieldAddress): boolean {
  return getMergedUi(documents, getTypeFolder(documents, type), field)['ui:other'] === true;
}

/**
 * Returns the patches after which visitors may, or may not, answer a field with a text in place of a choice
 * (`ui:other`): its choices move between `enum` and `examples`. None if the choices are numbers.
 * @param reach `all` changes the definition in `fields.json` if the field refers to one.
 * @throws if the type does not exist.
 */
export function setAcceptsOther(
  documents: Documents,
  address: FieldAddress,
  isAccepted: boolean,
  reach: 'all' | 'own' = 'own',
): readonly Patch[] {
  if (acceptsOtherChoice(documents, address) === isAccepted) return [];
  const folder = getTypeFolder(documents, address.type);
  const position = findChoicesPosition(documents, address, reach);
  const schema = asObject(getValueAtPosition(documents, position));
  const [from, to] = isAccepted ? (['enum', 'examples'] as const) : (['examples', 'enum'] as const);
  const choices = asList(schema[from]);
  if (choices.length === 0 || !choices.every((choice) => typeof choice === 'string')) return [];
  const isList = getMergedSchema(documents, folder, address.field).items !== undefined;
  const { 'ui:widget': widget } = getMergedUi(documents, folder, address.field);
  const isNamed = isList ? widget === 'checkboxes' : widget === 'radio' || widget === 'select';
  return chainEdits(
    documents,
    (made) => setMember(made, appendPath(position, to), choices as readonly Json[]),
    (made) => setMember(made, appendPath(position, from), undefined),
    (made) =>
      isAccepted && schema.type === undefined ? setMember(made, appendPath(position, 'type'), 'string') : [],
    (made) =>
      isAccepted && schema.maxLength === undefined
        ? setMember(made, appendPath(position, 'maxLength'), maxOtherLength)
        : [],
    (made) =>
      !isAccepted && schema.maxLength === maxOtherLength
        ? setMember(made, appendPath(position, 'maxLength'), undefined)
        : [],
    (made) => setUiOption(made, address, { option: 'ui:other', value: isAccepted || undefined }),
    (made) =>
      isAccepted && !isNamed
        ? setUiOption(made, address, { option: 'ui:widget', value: isList ? 'checkboxes' : 'select' })
        : [],
  );
}
