import type { FactValues } from '../conditions/condition.ts';
import { typeField } from '../model/names.ts';
import type { Because, FieldDefinition, FieldPlan, Form, Option, Plan, Situation } from '../model/types.ts';
import { getListFacts, toListPlan } from '../preset/resolve.ts';
import { findRegionalLocale, findTextLocale } from '../texts/locale.ts';
import { formatText } from '../texts/texts.ts';
import { createFieldTextLookup } from './field-texts.ts';
import { decideVisibility, noReasons } from './fields.ts';
import { getGivenFacts } from './given-facts.ts';
import { narrowList } from './narrowed-list.ts';
import { findOption } from './options.ts';
import { getRuleIds, indexRules, selectMatchingRules } from './rule-index.ts';
import { chooseInitialType, type OfferedType, selectOfferedTypes, toTypeOptions } from './types-offered.ts';

/**
 * The part of a plan that is resolved before the fields of its type. Of the answers it depends only on the
 * enquiry type.
 */
export interface PlanStart
  extends Omit<Plan, 'fields' | 'blocks' | 'values' | 'recipient' | 'destinations' | 'because'> {
  /** The plan of the select of the enquiry type, the first field of each plan. */
  readonly typeField: FieldPlan;
  /** The facts that rules on fields can read, except those about answers. */
  readonly facts: FactValues;
  readonly because: Omit<Plan['because'], 'recipient' | 'destinations'>;
}

/**
 * Returns the first strata of a plan: types, the eligible items of the narrowed list, section and current
 * type, its offered items. If no type is offered, the section is not shown.
 */
export function resolveStart(form: Form, situation: Situation): PlanStart {
  const textLocale = findRegionalLocale(findTextLocale(form, situation.locale), [situation.locale]);
  const given = getGivenFacts(situation);
  const offer = selectOfferedTypes(form, situation, given);

  const { eligible, getOffered } = narrowList(form, situation, given);
  const afterEligible = { ...given, ...getListFacts(eligible.items, []) };
  const hiding = selectMatchingRules(indexRules(form).hideSection, afterEligible);

  const choice = chooseType({ form, situation, types: offer.types, facts: afterEligible, textLocale });
  const type = choice.current?.type;
  const afterType = { ...afterEligible, type: type?.key ?? '' };
  const offered = getOffered(afterType);
  return {
    formHash: form.hash,
    textLocale,
    isSectionShown: hiding.length === 0 && type !== undefined,
    unknownTypes: offer.unknown,
    ...(type && { type }),
    typeField: choice.field,
    ...toListPlan(eligible.items, offered.items),
    submitLabel: type ? formatText(form, textLocale, type.submitLabel) : '',
    facts: { ...afterType, ...getListFacts(eligible.items, offered.items) },
    because: {
      section: getRuleIds(hiding),
      excludedTypes: offer.excluded,
      type: choice.because,
      eligible: eligible.because,
      offered: offered.because,
    },
  };
}

/**
 * Returns true if two situations have the same start: they differ at most in answers other than the enquiry
 * type. The properties of site, page and content are compared by identity.
 */
export function isSameStart(one: Situation, other: Situation): boolean {
  return (
    one.locale === other.locale &&
    one.today === other.today &&
    one.entered[typeField] === other.entered[typeField] &&
    hasSameEntries(one.site, other.site) &&
    hasSameEntries(one.page, other.page) &&
    hasSameEntries(one.content, other.content)
  );
}

/** Returns true if two objects have the same properties, compared by identity and not in depth. */
function hasSameEntries<Part extends object>(one: Part, other: Part): boolean {
  if (one === other) return true;
  const names = Object.keys({ ...one, ...other }) as (keyof Part)[];
  return names.every((name) => one[name] === other[name]);
}

/** The definition of the select of the enquiry type, which no schema contains. */
const typeDefinition: FieldDefinition = {
  name: typeField,
  kind: 'integer',
  widget: 'type-select',
  isRequired: true,
  isConditional: false,
  requiredMark: 'label',
  isWide: true,
};

interface TypeInput {
  readonly form: Form;
  readonly situation: Situation;
  readonly types: readonly OfferedType[];
  readonly facts: FactValues;
  readonly textLocale: string;
}

/**
 * The current type, undefined if none is offered; the plan of its field; and the ids of the rules that chose
 * it, none if the visitor did.
 */
interface TypeChoice {
  readonly current: OfferedType | undefined;
  readonly field: FieldPlan;
  readonly because: Because;
}

/**
 * Chooses the current type: the visitor's choice if the select is not hidden and offers it, else the initial
 * type. Returns it with the plan of the type field, whose preset is the initial type.
 */
function chooseType({ form, situation, types, facts, textLocale }: TypeInput): TypeChoice {
  const decided = decideVisibility(indexRules(form).getFieldRules(typeField), facts);
  // With one type there is nothing to choose.
  const visibility = form.types[0]?.isOnly ? 'hidden' : decided.visibility;
  const options = toTypeOptions(types, situation.locale);
  const initial = chooseInitialType(form, types, facts);
  const entered = visibility === 'hidden' ? undefined : findEnteredType(types, options, situation);
  const current = entered ?? initial.type;
  const preset = initial.type?.type.id;
  return {
    current,
    because: entered === undefined ? initial.because : [],
    field: {
      name: typeField,
      definition: typeDefinition,
      visibility,
      isRequired: true,
      ...createFieldTextLookup(form, current?.type.key, textLocale)(typeDefinition),
      options,
      optionsState: 'ready',
      ...(preset !== undefined && { preset }),
      ...(current && { value: current.type.id }),
      because: { ...noReasons, visibility: decided.because, preset: initial.because },
    },
  };
}

/** Returns the type that the visitor chose, or undefined if it is not offered. */
function findEnteredType(
  types: readonly OfferedType[],
  options: readonly Option[],
  { entered }: Situation,
): OfferedType | undefined {
  const chosen = findOption(options, entered[typeField]);
  return chosen && types.find(({ type }) => type.id === chosen.value);
}
