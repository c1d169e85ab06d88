import {
  getChoiceTitle,
  getExampleChoices,
  getRatingChoices,
  getSchemaChoices,
  maxRatingSteps,
} from '../../json-schema/choices.ts';
import { dereference } from '../../json-schema/references.ts';
import { findPropertySchemas } from '../../json-schema/schemas-at.ts';
import { asObject, isObject, toText } from '../../json-schema/values.ts';
import type { JsonSchema } from '../../model/types.ts';

/**
 * Returns the reason why one of our widgets cannot draw a field, with a remedy. Returns undefined if it can,
 * for widgets that can draw any schema, and without schemas.
 * @param widget The value of `ui:widget`.
 * @param written The schemas of the field, in which references are not followed yet. It is enough if one of
 * them fits the widget.
 */
export function explainWidgetMisfit(
  widget: unknown,
  written: readonly JsonSchema[],
  root: JsonSchema,
): string | undefined {
  const schemas = written.map((schema) => dereference(schema, root));
  if (schemas.length === 0) return undefined;
  if (widget === 'date-parts' && !schemas.some(({ format }) => format === 'date'))
    return '"date-parts" is for a date, but the schema describes none; give it "type": "string" and "format": "date", or choose another widget';
  if (widget === 'autocomplete' && !schemas.some(isTextOrNumber))
    return '"autocomplete" is for one choice among many, but the schema describes none; give it "type": "string", "integer" or "number", or choose another widget';
  if (widget === 'rating' && !schemas.some((schema) => getRatingChoices(schema).choices))
    return `"rating" is for a few numbers, but the schema describes none; give it "type": "integer" with a whole "minimum" and "maximum" of at most ${maxRatingSteps} numbers, or an "enum" of numbers, or choose another widget`;
  if (widget === 'signature') return explainSignatureMisfit(schemas);
  if (widget === 'matrix') return explainMatrixMisfit(schemas, root);
  return widget === 'ranking' ? explainRankingMisfit(schemas, root) : undefined;
}

/**
 * Returns the reason why a field with these schemas cannot have a signature, or undefined if it can: a list
 * whose only item is the path of a picture.
 */
function explainSignatureMisfit(schemas: readonly JsonSchema[]): string | undefined {
  if (!schemas.some(({ type, items }) => type === 'array' || items !== undefined))
    return '"signature" is stored as a photo, in a list of texts, but the schema describes none; give it "type": "array", "items": { "type": "string" } and "maxItems": 1';
  const wrong = schemas
    .flatMap(({ minItems, maxItems }) => [minItems, maxItems])
    .find((limit) => typeof limit === 'number' && limit > 1);
  return wrong === undefined
    ? undefined
    : `"signature" is one picture, but the schema accepts or demands ${wrong}; give it "maxItems": 1, or choose the widget "photos"`;
}

/**
 * Returns the reason why a ranking cannot draw a field with these schemas, or undefined if it can: a list of
 * at least two choices, each of them once.
 */
function explainRankingMisfit(schemas: readonly JsonSchema[], root: JsonSchema): string | undefined {
  const counts = schemas.map(({ items }) => getSchemaChoices(dereference(items, root)).choices?.length ?? 0);
  const count = Math.max(...counts);
  if (count < 2)
    return '"ranking" is for a list of choices to put in order, but the schema describes none; give it "type": "array" and "items" with an "enum" of two or more, or choose another widget';
  if (!schemas.some(({ uniqueItems }) => uniqueItems === true))
    return '"ranking" puts each choice in one position, but the schema accepts a choice twice; give it "uniqueItems": true';
  const fewest = schemas.find(({ maxItems }) => typeof maxItems === 'number' && maxItems < count);
  return (
    fewest &&
    `"ranking" puts all ${count} choices in order, but the schema accepts at most ${fewest.maxItems}; remove "maxItems", or choose another widget`
  );
}

/**
 * Returns the reason why a field cannot offer "Other" beside its choices, with a remedy. Returns undefined if
 * one of its schemas can, and without schemas.
 */
export function explainOtherMisfit(written: readonly JsonSchema[], root: JsonSchema): string | undefined {
  const fits = written
    .map((schema) => dereference(schema, root))
    .map((schema) => (isObject(schema.items) ? dereference(schema.items, root) : schema))
    .some((schema) => getExampleChoices(schema).choices);
  return fits || written.length === 0
    ? undefined
    : '"ui:other" accepts any text besides the choices, but the schema does not; give it, or its items, "type": "string" and the choices as "examples", without "enum", "const", "oneOf" or "anyOf"';
}

/**
 * Returns the first name in `ui:images` that is no choice, as a reason with a remedy. Returns undefined if all
 * are choices, and if the schemas list none.
 * @param images The value of `ui:images`.
 */
export function explainImagesMisfit(
  images: unknown,
  written: readonly JsonSchema[],
  root: JsonSchema,
): string | undefined {
  const choices = written
    .map((schema) => dereference(schema, root))
    .map((schema) => (isObject(schema.items) ? dereference(schema.items, root) : schema))
    .flatMap((schema) => getSchemaChoices(schema).choices ?? getExampleChoices(schema).choices ?? [])
    .map(toText);
  const wrong = Object.keys(asObject(images)).find((name) => !choices.includes(name));
  return choices.length === 0 || wrong === undefined
    ? undefined
    : `"ui:images" has a picture for "${wrong}", which is no choice; name one of ${choices.map((choice) => `"${choice}"`).join(', ')}`;
}

/** Returns true if a schema describes texts or numbers, or choices without a type. */
function isTextOrNumber({ type, enum: list, oneOf, anyOf }: JsonSchema): boolean {
  const types = Array.isArray(type) ? type : [type];
  const isNamed = types.some((name) => ['string', 'integer', 'number'].includes(toText(name)));
  return isNamed || (type === undefined && (list ?? oneOf ?? anyOf) !== undefined);
}

/**
 * Returns the reason why a matrix cannot draw a field with these schemas, or undefined if it can. The choices
 * are its columns, so there must be properties, and all must have the same choices with the same labels.
 */
function explainMatrixMisfit(schemas: readonly JsonSchema[], root: JsonSchema): string | undefined {
  const offers = schemas
    .flatMap((schema) => [...findPropertySchemas(schema, root)])
    .map(([name, places]) => ({
      name,
      offered: places
        .map((place) => getSchemaChoices(dereference(place, root)))
        .find(({ choices }) => choices),
    }));
  const [first] = offers;
  if (first === undefined)
    return '"matrix" is for an object, but the schema describes none; give it "properties" that share their choices, or choose another widget';
  const without = offers.find(({ offered }) => offered === undefined);
  if (without)
    return `"${without.name}" offers no choices, so it has no row in a matrix; give it the "enum" of the other properties, or move it out of the object`;
  const other = offers.find(({ offered }) => JSON.stringify(offered) !== JSON.stringify(first.offered));
  return (
    other &&
    `"${other.name}" offers ${formatChoiceLabels(other.offered)}, but "${first.name}" offers ${formatChoiceLabels(first.offered)}, and a matrix has one header for all; give both the same, for example by a "$ref" to one definition, or choose another widget`
  );
}

/**
 * Returns the labels of choices in quotation marks, or the choices that have no label. Empty without choices.
 */
function formatChoiceLabels(offered: ReturnType<typeof getSchemaChoices> | undefined): string {
  const { choices = [], choiceTitles } = offered ?? {};
  return choices.map((choice) => `"${getChoiceTitle(choiceTitles, choice) ?? choice}"`).join(', ');
}
