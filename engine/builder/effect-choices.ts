import type { FieldNature } from '../compile/natures.ts';
import { keyedEffects, listingEffects } from '../effects.ts';
import { typeField } from '../names.ts';
import { photoTypes, uploadTypes } from '../photo-types.ts';
import { type Effects, type Form, optionSetNames } from '../types.ts';
import type { Words } from '../words/index.ts';
import { type FactKind, type ValueChoice, valueChoices } from './choices.ts';
import type { ExpressionNode } from './expression-tree.ts';
import { emptyCondition, missingFact, missingValue } from './missing.ts';
import type { EffectModel } from './rule-model.ts';

/** An effect of the grammar of rules. */
export type EffectName = keyof Effects;

/** Every effect, grouped by what it decides, in the order in which that is decided. */
export const effectGroups = {
  types: ['excludeTypes', 'preferTypes'],
  offices: ['eligible', 'offer', 'recipient', 'destinations'],
  section: ['hideSection'],
  fields: ['hide', 'show', 'conceal', 'require', 'enable', 'disable', 'readonly', 'label', 'hint'],
  answers: ['preset', 'bound', 'limit', 'options', 'filter', 'calculate'],
} as const satisfies Readonly<Record<string, readonly EffectName[]>>;

/** What a rule may name with its effects: a field, a block or a step. */
export interface FieldChoice {
  readonly name: string;
  readonly label: string;
  readonly is: 'type' | 'field' | 'block' | 'step';
  readonly kind: FactKind;
  /** Values that it is known to have. */
  readonly values?: readonly ValueChoice[];
  /** It can have a least and a greatest, which are of this kind. */
  readonly bounded?: FactKind;
  /** Of a field for files, the media types that it can take. */
  readonly files?: readonly string[];
  /** The keys of the types that have it. */
  readonly types: readonly string[];
  /** The effects that may be about it. */
  readonly takes: readonly EffectName[];
}

/** Something that a rule may name. */
export interface NamedChoice {
  readonly name: string;
  readonly label: string;
}

/** The fields, blocks and steps that rules may name, the choice of the type first. */
export function fieldChoices(words: Words): readonly FieldChoice[] {
  const { names } = words;
  const { types } = names.form;
  const owners = (has: (type: (typeof types)[number]) => boolean) => types.filter(has).map(({ key }) => key);
  const fields = [...new Set(types.flatMap((type) => type.fields.map(({ name }) => name)))];
  const blocks = [...new Set(types.flatMap((type) => (type.blocks ?? []).map(({ name }) => name)))];
  const steps = [...new Set(types.flatMap((type) => (type.steps ?? []).map(({ name }) => name)))];
  return [
    {
      ...{ name: typeField, label: names.field(typeField).label, is: 'type' as const, kind: 'type' as const },
      types: owners(() => true),
      takes: ['hide', 'show', 'conceal', 'require'],
    },
    ...fields.map((name): FieldChoice => {
      const nature = names.natureOf(name) ?? { kind: 'object' };
      const values = valueChoices(words, `values.${name}`, nature.kind, nature);
      const bounded = nature.isNumeric ? 'number' : boundedKinds.find((kind) => kind === nature.kind);
      return {
        ...{ name, label: names.field(name).label, is: 'field', kind: nature.kind },
        ...(values && { values }),
        ...(bounded && { bounded }),
        ...(nature.isPhotos && { files: nature.takesFiles ? uploadTypes : photoTypes }),
        types: owners((type) => type.fields.some((field) => field.name === name)),
        takes: [...listingEffects, ...keyedEffects.filter((effect) => isFor(effect, name, nature, words))],
      };
    }),
    ...blocks.map((name) =>
      shownAlone(
        name,
        'block',
        owners((type) => has(type.blocks, name)),
        words,
      ),
    ),
    ...steps.map((name) =>
      shownAlone(
        name,
        'step',
        owners((type) => has(type.steps, name)),
        words,
      ),
    ),
  ];
}

function has(all: readonly { readonly name: string }[] | undefined, name: string): boolean {
  return all?.some((each) => each.name === name) ?? false;
}

function shownAlone(
  name: string,
  is: 'block' | 'step',
  types: readonly string[],
  { names }: Words,
): FieldChoice {
  return { name, label: names.shown(name).label, is, kind: 'object', types, takes: ['hide', 'show'] };
}

const boundedKinds = ['number', 'date', 'time', 'date-time'] as const;

function isFor(
  effect: (typeof keyedEffects)[number],
  name: string,
  nature: FieldNature,
  { names: { form } }: Words,
): boolean {
  const isSingle = nature.kind !== 'list' && nature.kind !== 'object';
  switch (effect) {
    case 'label':
    case 'hint':
      return true;
    case 'limit':
      return nature.isPhotos === true;
    case 'preset':
    case 'bound':
      return isSingle;
    case 'calculate':
      // What is chosen is not worked out.
      return ['number', 'text', 'date'].includes(nature.kind) && !isOffered(name, form);
    case 'options': {
      const held = nature.isTicked && nature.items ? nature.items : nature.kind;
      return held === 'id' || held === 'text';
    }
    case 'filter':
      return isOffered(name, form);
  }
}

/** Whether a field is chosen from something, by its schema or by a rule. */
function isOffered(name: string, { rules, types }: Form): boolean {
  return (
    rules.some(({ then }) => then.options?.[name] !== undefined) ||
    types.some(({ fields }) =>
      fields.some((field) => field.name === name && (field.optionSet ?? field.choices) !== undefined),
    )
  );
}

/** The lists that a field may choose from. */
export function listChoices({ names }: Words): readonly NamedChoice[] {
  return [...optionSetNames, ...Object.keys(names.form.lists ?? {})].map((name) => ({
    name,
    label: names.list(name).label,
  }));
}

/** Who may get mails in place of an office. */
export function recipientChoices({ names }: Words): readonly NamedChoice[] {
  return (names.content.recipients ?? []).map(({ id }) => ({
    name: String(id),
    label: names.recipient(id).label,
  }));
}

/** Where enquiries may go besides the mail. */
export function destinationChoices({ names }: Words): readonly NamedChoice[] {
  return (names.content.destinations ?? []).map((id) => ({ name: id, label: id }));
}

/** What a new effect is about, as somebody has chosen it. */
export interface NewEffect {
  readonly effect: EffectName;
  /** Of an effect on a field: that field. */
  readonly field?: FieldChoice;
  /** Of the types that are left out. */
  readonly types?: readonly string[];
  /** The key of the text of a label or a hint, the name of a list, the id of a recipient or a destination. */
  readonly word?: string;
}

/**
 * Returns an effect as it begins, of which `isCompleteEffect` tells whether something has still to be entered: no value, condition or
 * limit is invented for anybody. Undefined where what it is about is not chosen yet.
 */
export function newEffect({ effect, field, types = [], word }: NewEffect): EffectModel | undefined {
  switch (effect) {
    case 'excludeTypes':
      return types.length === 0 ? undefined : { kind: 'names', effect, names: types };
    case 'preferTypes':
    case 'eligible':
    case 'offer':
      return { kind: 'asks', effect, asked: emptyCondition };
    case 'hideSection':
      return { kind: 'flag', effect };
    case 'recipient':
      return word === undefined
        ? undefined
        : { kind: 'recipient', effect, value: { kind: 'constant', value: word } };
    case 'destinations':
      return word ? { kind: 'names', effect, names: [word] } : undefined;
    default:
      return field && onField(effect, field, word);
  }
}

function onField(
  effect: Exclude<
    EffectName,
    'excludeTypes' | 'preferTypes' | 'eligible' | 'offer' | 'hideSection' | 'recipient' | 'destinations'
  >,
  { name: field, kind, bounded, files }: FieldChoice,
  word: string | undefined,
): EffectModel | undefined {
  switch (effect) {
    case 'label':
    case 'hint':
    case 'options':
      return word === undefined ? undefined : { kind: 'word', effect, field, word };
    case 'preset':
      return { kind: 'gives', effect, field, value: missingValue };
    case 'bound':
      return { kind: 'bounds', effect, field, bounds: bounded ? {} : { equals: missingValue } };
    case 'limit':
      return files && { kind: 'limits', effect, field, limits: {} };
    case 'filter':
      return { kind: 'filter', effect, field, asked: emptyCondition };
    case 'calculate': {
      const part = { kind: 'value', value: missingValue } as const;
      // A constant alone would be no calculation.
      const expression =
        kind === 'text' ? joined(part, part) : { kind: 'value' as const, value: missingFact };
      return { kind: 'calculates', effect, field, expression };
    }
    default:
      return { kind: 'names', effect, names: [field] };
  }
}

function joined(...nodes: readonly ExpressionNode[]): ExpressionNode {
  return { kind: 'operation', operator: 'cat', nodes };
}

/** Returns a value of a kind, as an example of how it is written. */
export function exampleValue(kind: FactKind): string | number | boolean {
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
