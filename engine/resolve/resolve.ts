import { type FactValues, operandValue } from '../conditions/condition.ts';
import { textLocaleOf } from '../locale.ts';
import { typeField } from '../names.ts';
import { formatText } from '../texts.ts';
import type { Because, FieldDefinition, FieldPlan, Form, Json, Option, Plan, Situation } from '../types.ts';
import { resolveBlocks } from './blocks.ts';
import { fieldTexts, resolveFields, visibilityOf } from './fields.ts';
import { givenFacts } from './given-facts.ts';
import { eligibleOffices, offeredOffices, officesOf } from './offices.ts';
import { findOption } from './options.ts';
import { because, indexRules, matchingRules } from './rule-index.ts';
import { initialType, type OfferedType, typeOptions, typesOffered } from './types-offered.ts';

/**
 * The plan: everything that a page needs to draw and a server needs to judge (docs/architecture.md, "One function at the heart").
 * Pure: the same form and situation give the same plan. Strata follow one another: types, eligible offices, section and current
 * type, offered offices, fields.
 */
export function resolve(form: Form, situation: Situation): Plan {
  const textLocale = textLocaleOf(form, situation.locale);
  const given = givenFacts(situation);
  const offer = typesOffered(form, situation, given);

  const { eligible, eligibleBecause, offeredFor } = officesFor(form, situation, given);
  const afterEligible = { ...given, offices: { anyEligible: eligible.length > 0, anyOffered: false } };
  const hiding = matchingRules(indexRules(form).hideSection, afterEligible);

  const choice = chooseType({ form, situation, types: offer.types, facts: afterEligible, textLocale });
  const type = choice.current?.type;
  const afterType = { ...afterEligible, type: type?.key ?? '' };
  const { offered, offeredBecause } = offeredFor(afterType);

  const facts = {
    ...afterType,
    offices: { anyEligible: eligible.length > 0, anyOffered: offered.length > 0 },
  };
  const ownFields = type ? resolveFields({ form, type, situation, textLocale, offered, facts }) : [];
  const fields = [choice.field, ...ownFields];
  const values = effectiveValues(fields);
  const { recipient, because: recipientBecause } = recipientOf(form, { ...facts, values });
  const blocks =
    type?.blocks &&
    resolveBlocks({ form, type, textLocale, facts: { ...facts, values, options: optionFacts(fields) } });
  return {
    formHash: form.hash,
    textLocale,
    isSectionShown: hiding.length === 0 && type !== undefined,
    unknownTypes: offer.unknown,
    ...(type && { type }),
    fields,
    ...(blocks && { blocks }),
    eligibleOffices: eligible,
    offeredOffices: offered,
    values,
    submitLabel: type ? formatText(form, textLocale, type.submitLabel) : '',
    ...(recipient !== undefined && { recipient }),
    because: {
      section: because(hiding),
      recipient: recipientBecause,
      excludedTypes: offer.excluded,
      type: choice.because,
      eligible: eligibleBecause,
      offered: offeredBecause,
    },
  };
}

/** Who gets the mail where rules say so: an answer that is empty names nobody. */
function recipientOf(
  form: Form,
  facts: FactValues,
): { readonly recipient: string | undefined; readonly because: Because } {
  const naming = matchingRules(indexRules(form).recipient, facts);
  const id = operandValue(naming[0]?.then.recipient, facts);
  const isNamed = typeof id === 'number' || (typeof id === 'string' && id !== '');
  return { recipient: isNamed ? String(id) : undefined, because: because(naming) };
}

/** The offices of a situation: those that are eligible, and those of them that are offered once the type is known. */
function officesFor(form: Form, situation: Situation, given: FactValues) {
  const rules = indexRules(form);
  const { locale, content } = situation;
  const list = officesOf(situation);
  const isSorted = content.officesSortedIn === locale;
  const eligible = eligibleOffices(list, { rules: rules.eligible, facts: given, locale, isSorted });
  return {
    eligible,
    eligibleBecause: because(matchingRules(rules.eligible, given)),
    offeredFor: (facts: FactValues) => ({
      offered: offeredOffices(list, eligible, { rules: rules.offer, facts, locale, isSorted }),
      offeredBecause: because(matchingRules(rules.offer, facts)),
    }),
  };
}

/** The field of the enquiry type itself, which every form has. */
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

interface TypeChoice {
  readonly current: OfferedType | undefined;
  readonly field: FieldPlan;
  readonly because: Because;
}

/** The law of effective values for the type: the visitor's choice where the dropdown is there and offers it, else what the page opens with. */
function chooseType({ form, situation, types, facts, textLocale }: TypeInput): TypeChoice {
  const { visibility, because: visibilityBecause } = visibilityOf(indexRules(form).ofField(typeField), facts);
  const options = typeOptions(types, situation.locale);
  const initial = initialType(form, types, facts);
  const entered = visibility === 'hidden' ? undefined : enteredType(types, options, situation);
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
      ...fieldTexts(form, current?.type.key, textLocale, typeDefinition),
      options,
      optionsState: 'ready',
      ...(preset !== undefined && { preset }),
      ...(current && { value: current.type.id }),
      because: {
        visibility: visibilityBecause,
        required: [],
        fixed: [],
        texts: [],
        options: [],
        limits: [],
        bounds: [],
        preset: initial.because,
      },
    },
  };
}

function enteredType(
  types: readonly OfferedType[],
  options: readonly Option[],
  { entered }: Situation,
): OfferedType | undefined {
  const chosen = findOption(options, entered[typeField]);
  return chosen && types.find(({ type }) => type.id === chosen.value);
}

/** Whether something is offered, by field. */
export function optionFacts(fields: readonly FieldPlan[]): Readonly<Record<string, boolean>> {
  return Object.fromEntries(fields.map(({ name, options = [] }) => [name, options.length > 0]));
}

function effectiveValues(fields: readonly FieldPlan[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])),
  );
}
