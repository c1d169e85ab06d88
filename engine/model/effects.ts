import { presetEffects } from '../preset/model.ts';
import type { FactStage } from './facts.ts';
import type { Effects, FieldPlan, Plan } from './types.ts';

export type EffectName = keyof Effects;

/**
 * The shape of an effect's value in the `then` of a rule: a list of names, a condition, `true` or a recipient;
 * or an object with field names as keys and, for each field, the name of a list, the key of a text, a value, a
 * condition on options, a calculation, upload limits or bounds.
 */
export type EffectShape =
  | 'names'
  | 'condition'
  | 'flag'
  | 'recipient'
  | 'list'
  | 'text'
  | 'value'
  | 'filter'
  | 'calculation'
  | 'limits'
  | 'bounds';

/** The things that the rules editor groups effects by, in the order in which they are decided. */
export const effectGroups = ['types', 'recipients', 'section', 'fields', 'answers'] as const;

export type EffectGroup = (typeof effectGroups)[number];

/** The properties of a field on which it depends which effects a rule can have on it. */
export interface EffectTarget {
  readonly kind: string;
  /** The kind of its items, if it is a list. */
  readonly items?: string;
  /** True if several options are chosen with checkboxes. */
  readonly isTicked?: boolean;
  readonly isUpload?: boolean;
  /** True if its schema or a rule gives it choices. */
  readonly hasChoices: boolean;
}

export interface EffectDefinition {
  readonly group: EffectGroup;
  readonly shape: EffectShape;
  /** The things that its names or keys name. Absent if it names none. */
  readonly names?: 'type' | 'field' | 'destination';
  /** Things that it may name besides fields. */
  readonly alsoNames?: readonly ('type-field' | 'block' | 'step')[];
  /** The last stage whose facts are known when it is decided. */
  readonly stage: 'given' | 'anyEligible' | 'type' | 'values';
  /**
   * For a condition: the stage of the facts about the things that it filters, and the condition's place in a
   * message.
   */
  readonly filters?: { readonly stage: FactStage; readonly where: string };
  /** Returns true if a rule can have it on a field. Absent: on every field. */
  readonly fits?: (target: EffectTarget) => boolean;
  /**
   * True if it has a meaning when no rule matches: without a matching `show` the field is hidden, without a
   * matching `enable` it is disabled.
   */
  readonly decidesUnmatched?: true;
  /** True if it has no meaning for a calculated field, which is never asked for. */
  readonly isForInput?: true;
  /** The member of a plan's reasons, or for a field of its plan's reasons, that has the rules which decided it. */
  readonly because?: keyof Plan['because'] | keyof FieldPlan['because'];
  /** The expectations of scenarios that are about it. */
  readonly expectations: readonly string[];
}

const isSingleValue = ({ kind }: EffectTarget) => kind !== 'list' && kind !== 'object';

/** Every effect, in the order of the rules editor. */
export const effects = {
  excludeTypes: { group: 'types', shape: 'names', names: 'type', stage: 'given', expectations: ['types'] },
  preferTypes: {
    group: 'types',
    shape: 'condition',
    stage: 'given',
    filters: { stage: 'candidate', where: 'where a type is preferred' },
    because: 'type',
    expectations: ['type'],
  },
  ...presetEffects,
  recipient: {
    group: 'recipients',
    shape: 'recipient',
    stage: 'values',
    because: 'recipient',
    expectations: ['recipient'],
  },
  destinations: {
    group: 'recipients',
    shape: 'names',
    names: 'destination',
    stage: 'values',
    because: 'destinations',
    expectations: ['destinations'],
  },
  hideSection: {
    group: 'section',
    shape: 'flag',
    stage: 'anyEligible',
    because: 'section',
    expectations: ['section'],
  },
  hide: {
    group: 'fields',
    shape: 'names',
    names: 'field',
    alsoNames: ['type-field', 'block', 'step'],
    stage: 'values',
    because: 'visibility',
    expectations: ['hidden', 'shown'],
  },
  show: {
    group: 'fields',
    shape: 'names',
    names: 'field',
    alsoNames: ['type-field', 'block', 'step'],
    stage: 'values',
    decidesUnmatched: true,
    because: 'visibility',
    expectations: ['shown', 'hidden'],
  },
  conceal: {
    group: 'fields',
    shape: 'names',
    names: 'field',
    alsoNames: ['type-field'],
    stage: 'values',
    because: 'visibility',
    expectations: ['concealed', 'shown'],
  },
  require: {
    group: 'fields',
    shape: 'names',
    names: 'field',
    alsoNames: ['type-field'],
    stage: 'values',
    isForInput: true,
    because: 'required',
    expectations: ['required'],
  },
  enable: {
    group: 'fields',
    shape: 'names',
    names: 'field',
    stage: 'values',
    decidesUnmatched: true,
    isForInput: true,
    because: 'fixed',
    expectations: ['enabled', 'disabled'],
  },
  disable: {
    group: 'fields',
    shape: 'names',
    names: 'field',
    stage: 'values',
    isForInput: true,
    because: 'fixed',
    expectations: ['disabled'],
  },
  readonly: {
    group: 'fields',
    shape: 'names',
    names: 'field',
    stage: 'values',
    isForInput: true,
    because: 'fixed',
    expectations: ['readonly'],
  },
  label: {
    group: 'fields',
    shape: 'text',
    names: 'field',
    stage: 'values',
    because: 'texts',
    expectations: ['labels'],
  },
  hint: {
    group: 'fields',
    shape: 'text',
    names: 'field',
    stage: 'values',
    because: 'texts',
    expectations: ['hints'],
  },
  preset: {
    group: 'answers',
    shape: 'value',
    names: 'field',
    stage: 'values',
    fits: isSingleValue,
    isForInput: true,
    because: 'preset',
    expectations: ['presets', 'sent'],
  },
  bound: {
    group: 'answers',
    shape: 'bounds',
    names: 'field',
    stage: 'values',
    fits: isSingleValue,
    because: 'bounds',
    expectations: ['bounds'],
  },
  limit: {
    group: 'answers',
    shape: 'limits',
    names: 'field',
    stage: 'values',
    fits: ({ isUpload = false }) => isUpload,
    because: 'limits',
    expectations: ['limits'],
  },
  options: {
    group: 'answers',
    shape: 'list',
    names: 'field',
    stage: 'values',
    fits: ({ kind, items, isTicked }) => ['id', 'text'].includes((isTicked && items) || kind),
    isForInput: true,
    because: 'options',
    expectations: ['options', 'optionLabels'],
  },
  filter: {
    group: 'answers',
    shape: 'filter',
    names: 'field',
    stage: 'values',
    filters: { stage: 'item', where: 'where options are filtered' },
    fits: ({ hasChoices }) => hasChoices,
    isForInput: true,
    because: 'options',
    expectations: ['options', 'optionLabels'],
  },
  calculate: {
    group: 'answers',
    shape: 'calculation',
    names: 'field',
    stage: 'values',
    // A choice cannot be calculated.
    fits: ({ kind, hasChoices }) => ['number', 'text', 'date'].includes(kind) && !hasChoices,
    because: 'preset',
    expectations: ['presets', 'sent'],
  },
} as const satisfies Readonly<Record<EffectName, EffectDefinition>>;

type EffectsTable = typeof effects;

/** The effects of a shape. */
export type EffectOfShape<Shape extends EffectShape> = {
  readonly [Name in EffectName]: EffectsTable[Name]['shape'] extends Shape ? Name : never;
}[EffectName];

/** The effects that are about fields. */
export type FieldEffect = {
  readonly [Name in EffectName]: EffectsTable[Name] extends { readonly names: 'field' } ? Name : never;
}[EffectName];

/** The effects whose value is a list of fields. */
export type ListingEffect = Extract<FieldEffect, EffectOfShape<'names'>>;

/** The effects whose value is an object with field names as keys. */
export type KeyedEffect = Exclude<FieldEffect, ListingEffect>;

export const effectNames = Object.keys(effects) as readonly EffectName[];

/** Returns true if there is an effect of this name. */
export function isEffectName(name: string): name is EffectName {
  return Object.hasOwn(effects, name);
}

/** Returns the definition of an effect. */
export function getEffectDefinition(effect: EffectName): EffectDefinition {
  return effects[effect];
}

/** Returns true if the value of an effect has one of the shapes. */
export function isEffectOfShape<Shape extends EffectShape>(
  effect: EffectName,
  ...shapes: readonly Shape[]
): effect is EffectOfShape<Shape> {
  return shapes.some((shape) => effects[effect].shape === shape);
}

/** Returns the effects of a shape, in the order of the table. */
export function listEffectsOfShape<Shape extends EffectShape>(shape: Shape): readonly EffectOfShape<Shape>[] {
  return effectNames.filter((name) => isEffectOfShape(name, shape));
}

/**
 * Returns true for a fact about a thing that the condition of an effect filters. The names of these facts
 * begin with their stage: `candidate.name`.
 */
export function isFilteredFact(fact: string): boolean {
  return filteredStages.some((stage) => fact.startsWith(`${stage}.`));
}

const filteredStages: readonly FactStage[] = [
  ...new Set(effectNames.flatMap((name) => getEffectDefinition(name).filters?.stage ?? [])),
];

/** Returns true for an effect that is about fields. */
export function isFieldEffect(effect: EffectName): effect is FieldEffect {
  return getEffectDefinition(effect).names === 'field';
}

export const listingEffects: readonly ListingEffect[] = effectNames.filter(
  (name): name is ListingEffect => isFieldEffect(name) && effects[name].shape === 'names',
);

export const keyedEffects: readonly KeyedEffect[] = effectNames.filter(
  (name): name is KeyedEffect => isFieldEffect(name) && effects[name].shape !== 'names',
);

/** Returns true if the effect may name the thing besides fields. */
export function mayAlsoName(
  effect: EffectName,
  thing: NonNullable<EffectDefinition['alsoNames']>[number],
): boolean {
  return getEffectDefinition(effect).alsoNames?.includes(thing) ?? false;
}

/**
 * Returns true if a rule affects fields even when its condition is false: if it has one of
 * `effectsWithDefault`.
 */
export function hasEffectWhenUnmatched(then: Effects): boolean {
  return effectNames.some(
    (name) => then[name] !== undefined && getEffectDefinition(name).decidesUnmatched === true,
  );
}

/**
 * Returns the names of the fields and blocks in all effects of a rule. A name in several effects is repeated.
 * Effects on types, the narrowed list and the section are left out.
 */
export function listAffectedFields(then: Effects): readonly string[] {
  return [
    ...listingEffects.flatMap((effect) => then[effect] ?? []),
    ...keyedEffects.flatMap((effect) => Object.keys(then[effect] ?? {})),
  ];
}
