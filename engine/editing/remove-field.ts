import { asList, asObject } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';
import type { Patch } from './change.ts';
import { at, containerOf, groupOf, inside, isThere, nameIn } from './containers.ts';
import { setRequired } from './fields.ts';
import { exampleWith, folderOf, inTurn, setMember, setWithin, textsBelow } from './members.ts';
import { type FieldPlace, stepsOf, typesOf } from './outline.ts';
import { ontoStep } from './steps.ts';

/** Removes a field with its position, its texts and its answer in the example. */
export function removeField(documents: Documents, place: FieldPlace): readonly Patch[] {
  const { field } = place;
  const folder = folderOf(documents, place.type);
  const { schema, ui } = containerOf(documents, folder, groupOf(field));
  const own = nameIn(field);
  return inTurn(
    documents,
    (made) => setRequired(made, place, false),
    (made) => setMember(made, inside(schema, 'properties', own), undefined),
    (made) => withoutPlace(made, { folder, field }),
    (made) => setWithin(made, inside(ui, own), undefined),
    (made) => exampleWith(made, folder, { field, value: undefined }),
    (made) => textsBelow(made, textsOfGone(made, place)),
  );
}

export function withoutPlace(
  documents: Documents,
  { folder, field }: { readonly folder: string; readonly field: string },
): readonly Patch[] {
  const { ui } = containerOf(documents, folder, groupOf(field));
  const own = nameIn(field);
  const order = asList(asObject(at(documents, ui))['ui:order']).map(String);
  const rest = order.filter((name) => name !== own);
  const steps = groupOf(field) === '' ? stepsOf(documents, folder) : [];
  return inTurn(
    documents,
    (made) => (order.includes(own) ? setMember(made, inside(ui, 'ui:order'), rest) : []),
    (made) =>
      steps.some(({ fields }) => fields.includes(own))
        ? ontoStep(made, folder, { name: own, step: undefined, order: rest })
        : [],
  );
}

/** Returns the key prefixes of the texts that nothing uses any more if a field is removed. */
export function textsOfGone(documents: Documents, { type, field }: FieldPlace): readonly string[] {
  const isElsewhere = typesOf(documents).some(
    (other) => other.key !== type && isThere(documents, other.folder, field),
  );
  return ['fields', 'options'].flatMap((kind) => [
    `forms.${type}.${kind}.${field}.`,
    ...(isElsewhere ? [] : [`${kind}.${field}.`]),
  ]);
}
