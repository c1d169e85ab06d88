import {
  type EffectGroup,
  type EffectName,
  effectGroups,
  effectNames,
  type FieldEffect,
  getEffectDefinition,
  isEffectOfShape,
  isFieldEffect,
  mayAlsoName,
} from '../../model/effects.ts';
import { typeField } from '../../model/names.ts';
import { optionSetNames } from '../../model/option-sets.ts';
import { photoTypes, uploadTypes } from '../../model/photo-types.ts';
import type { Form } from '../../model/types.ts';
import { getNamedItems } from '../../preset/rules.ts';
import { isPresetName, offersPreset } from '../../preset/uses.ts';
import type { SentenceRenderer } from '../sentences/index.ts';
import { type EditedFactKind, listValueChoices, type ValueChoice } from './choices.ts';
import { emptyCondition, missingFact, missingValue } from './completeness.ts';
import type { ExpressionNode } from './expression-tree.ts';
import type { EffectModel } from './rule-model.ts';

/** Every effect, grouped by what it decides. The groups are in the order in which they are decided. */
export const effectsByGroup: readonly (readonly [group: EffectGroup, effects: readonly EffectName[]])[] =
  effectGroups.map((group) => [
    group,
    effectNames.filter((effect) => getEffectDefinition(effect).group === group),
  ]);

/** A field, a block or a step that effects may name. */
export interface FieldChoice {
  readonly name: string;
  readonly label: string;
  readonly is: 'type' | 'field' | 'block' | 'step';
  /** The kind of its value; `object` for a block or a step. */
  readonly kind: EditedFactKind;
  /** The known values; absent if none are known. */
  readonly values?: readonly ValueChoice[];
  /** The kind of its minimum and maximum; absent if it cannot have any. */
  readonly bounded?: EditedFactKind;
  /** The media types that a file field accepts. */
  readonly files?: readonly string[];
  /** The keys of the types that contain it. */
  readonly types: readonly string[];
  /** The effects that a rule can apply to it. */
  readonly takes: readonly EffectName[];
}

/** An option set, recipient or destination that the editor offers for an effect. */
export interface NamedChoice {
  readonly name: string;
  readonly label: string;
}

/** Returns the fields, blocks and steps that rules may name. The type field comes first. */
export function listFieldChoices(renderer: SentenceRenderer): readonly FieldChoice[] {
  const { names } = renderer;
  const { types } = names.form;
  /** Returns the keys of the types for which `has` returns true. */
  const listTypeKeysWhere = (has: (type: (typeof types)[number]) => boolean) =>
    types.filter(has).map(({ key }) => key);
  const fields = [...new Set(types.flatMap((type) => type.fields.map(({ name }) => name)))];
  const blocks = [...new Set(types.flatMap((type) => (type.blocks ?? []).map(({ name }) => name)))];
  const steps = [...new Set(types.flatMap((type) => (type.steps ?? []).map(({ name }) => name)))];
  return [
    {
      name: typeField,
      label: names.field(typeField).label,
      is: 'type' as const,
      kind: 'type' as const,
      types: listTypeKeysWhere(() => true),
      takes: effectNames.filter((effect) => mayAlsoName(effect, 'type-field')),
    },
    ...fields.map((name): FieldChoice => {
      const fieldType = names.getFieldType(name) ?? { kind: 'object' };
      const values = listValueChoices(renderer, `values.${name}`, fieldType.kind, fieldType);
      const bounded = fieldType.isNumeric ? 'number' : boundedKinds.find((kind) => kind === fieldType.kind);
      return {
        name,
        label: names.field(name).label,
        is: 'field',
        kind: fieldType.kind,
        ...(values && { values }),
        ...(bounded && { bounded }),
        ...(fieldType.isUpload && { files: fieldType.acceptsAllFiles ? uploadTypes : photoTypes }),
        types: listTypeKeysWhere((type) => type.fields.some((field) => field.name === name)),
        takes: effectNames.filter(
          (effect) =>
            isFieldEffect(effect) &&
            (getEffectDefinition(effect).fits?.({ ...fieldType, hasChoices: hasChoices(name, names.form) }) ??
              true),
        ),
      };
    }),
    ...blocks.map((name) =>
      createVisibilityChoice(
        name,
        'block',
        listTypeKeysWhere((type) => containsName(type.blocks, name)),
        renderer,
      ),
    ),
    ...steps.map((name) =>
      createVisibilityChoice(
        name,
        'step',
        listTypeKeysWhere((type) => containsName(type.steps, name)),
        renderer,
      ),
    ),
  ];
}

/** Returns true if an entry has the name; false if there is no list. */
function containsName(all: readonly { readonly name: string }[] | undefined, name: string): boolean {
  return all?.some((each) => each.name === name) ?? false;
}

/** Creates the choice of a block or a step, which rules can only hide or show. */
function createVisibilityChoice(
  name: string,
  is: 'block' | 'step',
  types: readonly string[],
  { names }: SentenceRenderer,
): FieldChoice {
  return {
    name,
    label: names.formElement(name).label,
    is,
    kind: 'object',
    types,
    takes: effectNames.filter((effect) => mayAlsoName(effect, is)),
  };
}

/** The kinds that can have a minimum and a maximum. */
const boundedKinds = ['number', 'date', 'time', 'date-time'] as const;

/** Returns true if the schema of a field or a rule gives it choices. */
function hasChoices(name: string, { rules, types }: Form): boolean {
  return (
    rules.some(({ then }) => then.options?.[name] !== undefined) ||
    types.some(({ fields }) =>
      fields.some((field) => field.name === name && (field.optionSet ?? field.choices) !== undefined),
    )
  );
}

/**
 * Returns the option sets that the effect `options` can name: the built-in ones, then those of the documents.
 */
export function listOptionSetChoices({ names }: SentenceRenderer): readonly NamedChoice[] {
  const hasPreset = offersPreset(names.form, getNamedItems(names.content));
  const builtIn = optionSetNames.filter((name) => hasPreset || !isPresetName(name));
  return [...builtIn, ...Object.keys(names.form.lists ?? {})].map((name) => ({
    name,
    label: names.list(name).label,
  }));
}

/** Returns the recipients in the content; empty if it has none. */
export function listRecipientChoices({ names }: SentenceRenderer): readonly NamedChoice[] {
  return (names.content.recipients ?? []).map(({ id }) => ({
    name: String(id),
    label: names.recipient(id).label,
  }));
}

/** Returns the destinations in the content; empty if it has none. Their ids are their labels. */
export function listDestinationChoices({ names }: SentenceRenderer): readonly NamedChoice[] {
  return (names.content.destinations ?? []).map((id) => ({ name: id, label: id }));
}

/** The choices from which an effect is created. */
export interface NewEffect {
  readonly effect: EffectName;
  readonly field?: FieldChoice;
  /** The types to exclude. */
  readonly types?: readonly string[];
  /** The key of the text of a label or hint, the name of a list, or the id of a recipient or destination. */
  readonly word?: string;
}

/**
 * Creates an effect without values, conditions or limits, so that the editor never invents them.
 * `isCompleteEffect` returns false until those that its kind needs are entered. Undefined if the effect needs
 * a field, types or a `word` that is missing, and for a `limit` on a field that accepts no files.
 */
export function createEffect({ effect, field, types = [], word }: NewEffect): EffectModel | undefined {
  if (isFieldEffect(effect)) return field && createFieldEffect(effect, field, word);
  if (isEffectOfShape(effect, 'condition')) return { kind: 'asks', effect, asked: emptyCondition };
  if (isEffectOfShape(effect, 'flag')) return { kind: 'flag', effect };
  if (isEffectOfShape(effect, 'recipient'))
    return word === undefined
      ? undefined
      : { kind: 'recipient', effect, value: { kind: 'constant', value: word } };
  const names = getEffectDefinition(effect).names === 'type' ? types : word ? [word] : [];
  return names.length === 0 ? undefined : { kind: 'names', effect, names };
}

/**
 * Creates an effect on a field. Undefined if a required `word` is missing, or for a `limit` if the field
 * accepts no files. A calculation starts with a missing fact; that of a text joins two missing constants.
 */
function createFieldEffect(
  effect: FieldEffect,
  { name: field, kind, bounded, files }: FieldChoice,
  word: string | undefined,
): EffectModel | undefined {
  if (isEffectOfShape(effect, 'names')) return { kind: 'names', effect, names: [field] };
  if (isEffectOfShape(effect, 'value')) return { kind: 'gives', effect, field, value: missingValue };
  if (isEffectOfShape(effect, 'bounds'))
    return { kind: 'bounds', effect, field, bounds: bounded ? {} : { equals: missingValue } };
  if (isEffectOfShape(effect, 'limits')) return files && { kind: 'limits', effect, field, limits: {} };
  if (isEffectOfShape(effect, 'filter')) return { kind: 'filter', effect, field, asked: emptyCondition };
  if (isEffectOfShape(effect, 'calculation')) {
    const part = { kind: 'value', value: missingValue } as const;
    // A constant alone is not a calculation.
    const expression =
      kind === 'text' ? createConcatenation(part, part) : { kind: 'value' as const, value: missingFact };
    return { kind: 'calculates', effect, field, expression };
  }
  return word === undefined ? undefined : { kind: 'word', effect, field, word };
}

/** Creates the operation `cat`, which joins texts. */
function createConcatenation(...nodes: readonly ExpressionNode[]): ExpressionNode {
  return { kind: 'operation', operator: 'cat', nodes };
}

/**
 * Returns a fixed value of a kind as an example for an input: `true`, the number 1, 1 January 2030, 09:00, or
 * the text `1` for kinds without a format.
 */
export function getExampleValue(kind: EditedFactKind): string | number | boolean {
  switch (kind) {
    case 'boolean':
      return true;
    case 'number':
      return 1;
    case 'date':
      return '2030-01-01';
    case 'time':
      return '09:00';
    case 'date-time':
      return '2030-01-01T09:00:00Z';
    default:
      return '1';
  }
}
