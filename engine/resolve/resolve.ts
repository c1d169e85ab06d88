import type { FactValues } from '../conditions/evaluate.ts';
import { textLocaleOf } from '../locale.ts';
import { typeField } from '../names.ts';
import { formatText } from '../texts.ts';
import type { Because, FieldDefinition, FieldPlan, Form, Json, Option, Plan, Situation } from '../types.ts';
import { fieldTexts, resolveFields, visibilityOf } from './fields.ts';
import { givenFacts } from './given-facts.ts';
import { eligibleOffices, offeredOffices, officesOf } from './offices.ts';
import { findOption } from './options.ts';
import { because, holding, indexRules } from './rule-index.ts';
import { initialType, type OfferedType, typeOptions, typesOffered } from './types-offered.ts';

/**
 * The plan: everything that a page needs to draw and a server needs to judge (docs/architecture.md, "One function at the heart").
 * Pure: the same form and situation give the same plan. Strata follow one another: types, eligible offices, section and current
 * type, offered offices, fields.
 */
export function resolve(form: Form, situation: Situation): Plan {
  const rules = indexRules(form);
  const { locale } = situation;
  const textLocale = textLocaleOf(form, locale);
  const given = givenFacts(situation);
  const offer = typesOffered(form, situation, given);

  const offices = officesOf(situation);
  const isSorted = situation.content.officesSortedIn === locale;
  const eligible = eligibleOffices(offices, { rules: rules.eligible, facts: given, locale, isSorted });
  const afterEligible = { ...given, offices: { anyEligible: eligible.length > 0, anyOffered: false } };
  const hiding = holding(rules.hideSection, afterEligible);

  const choice = chooseType({ form, situation, types: offer.types, facts: afterEligible, textLocale });
  const type = choice.current?.type;
  const afterType = { ...afterEligible, type: type?.key ?? '' };
  const asked = { rules: rules.offer, facts: afterType, locale, isSorted };
  const offered = offeredOffices(offices, eligible, asked);

  const facts = {
    ...afterType,
    offices: { anyEligible: eligible.length > 0, anyOffered: offered.length > 0 },
  };
  const inner = type ? resolveFields({ form, type, situation, textLocale, offered, facts }) : [];
  const fields = [choice.field, ...inner];
  return {
    formHash: form.hash,
    textLocale,
    isSectionShown: hiding.length === 0 && type !== undefined,
    unknownTypes: offer.unknown,
    ...(type && { type }),
    fields,
    eligibleOffices: eligible,
    offeredOffices: offered,
    values: effectiveValues(fields),
    submitLabel: type ? formatText(form, textLocale, type.submitLabel) : '',
    because: {
      section: because(hiding),
      excludedTypes: offer.excluded,
      type: choice.because,
      eligible: because(holding(rules.eligible, given)),
      offered: because(holding(rules.offer, afterType)),
    },
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

interface TypeQuestion {
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
function chooseType({ form, situation, types, facts, textLocale }: TypeQuestion): TypeChoice {
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

function effectiveValues(fields: readonly FieldPlan[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])),
  );
}
