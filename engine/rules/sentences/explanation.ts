import type { BlockPlan, FieldPlan, Form, Plan, Problem } from '../../model/types.ts';
import type { NarrowedItem } from '../../preset/model.ts';
import { explainItems, type PresetExplanation } from '../../preset/rules.ts';
import { usesPreset } from '../../preset/uses.ts';

/** A plan as `explain` reports it: each decision with the rules that made it. Plain JSON. */
export interface Explanation extends Partial<PresetExplanation> {
  readonly section: { readonly isShown: boolean; readonly because: readonly string[] };
  /** The key of the current type; null if no type is offered. */
  readonly type: string | null;
  readonly typeBecause: readonly string[];
  /**
   * The requested type, if a visitor cannot choose it here, with the rules that exclude it or hide the
   * choice.
   */
  readonly unavailableType?: { readonly type: string; readonly because: readonly string[] };
  /** The keys of the offered types, in their order. */
  readonly offeredTypes: readonly string[];
  /** The rules that exclude a type, by its key. */
  readonly excludedTypes: Readonly<Record<string, readonly string[]>>;
  readonly fields: readonly FieldExplanation[];
  /** Text and pictures between the fields; absent if the form has none. */
  readonly blocks?: readonly BlockExplanation[];
  /** The text of the submit button. */
  readonly submit: string;
  /** The recipient that receives the mail instead of the usual one. */
  readonly recipient?: string;
  readonly recipientBecause: readonly string[];
  readonly destinations?: readonly string[];
  readonly destinationsBecause: readonly string[];
  /** The rules that decided something, each described in a sentence, by id. */
  readonly rules: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

export interface BlockExplanation {
  readonly name: string;
  readonly kind: string;
  readonly visibility: 'shown' | 'hidden';
  readonly because: readonly string[];
}

export interface FieldExplanation {
  readonly name: string;
  readonly label: string;
  readonly visibility: FieldPlan['visibility'];
  readonly isRequired: boolean;
  readonly fixed?: FieldPlan['fixed'];
  readonly widget: string;
  readonly options?: readonly (string | number)[];
  readonly optionsState: FieldPlan['optionsState'];
  readonly limits?: FieldPlan['limits'];
  readonly bounds?: FieldPlan['bounds'];
  readonly preset?: FieldPlan['preset'];
  readonly value?: FieldPlan['value'];
  /** The field is calculated; `preset` is the result. */
  readonly isCalculated?: true;
  /** The rules by the property that they decided. Properties that no rule decided are absent. */
  readonly because: Readonly<Record<string, readonly string[]>>;
}

export interface ExplanationInput {
  readonly form: Form;
  readonly plan: Plan;
  readonly problems: readonly Problem[];
  /** The key of the type that the reader asked for. Undefined if none was named. */
  readonly askedType: string | undefined;
  readonly getItemName: (item: NarrowedItem) => string;
  /** Returns the sentence about the rule with an id. */
  readonly describeRule: (id: string) => string;
}

/** Returns a plan as `explain` reports it. */
export function buildExplanation({
  form,
  plan,
  problems,
  askedType,
  getItemName,
  describeRule,
}: ExplanationInput): Explanation {
  const { because, fields } = plan;
  const types = fields[0]?.options ?? [];
  return {
    section: { isShown: plan.isSectionShown, because: because.section },
    type: plan.type?.key ?? null,
    typeBecause: because.type,
    ...explainUnavailableType(askedType, plan),
    offeredTypes: types.map(({ value }) => form.types.find(({ id }) => id === value)?.key ?? String(value)),
    excludedTypes: because.excludedTypes,
    ...(usesPreset(form) && explainItems(plan, getItemName)),
    fields: fields.map(explainField),
    ...(plan.blocks && { blocks: plan.blocks.map(explainBlock) }),
    submit: plan.submitLabel,
    ...(plan.recipient !== undefined && { recipient: plan.recipient }),
    recipientBecause: because.recipient,
    ...(plan.destinations && { destinations: plan.destinations }),
    destinationsBecause: because.destinations,
    rules: Object.fromEntries(listDecidingRules(plan).map((id) => [id, describeRule(id)])),
    problems,
  };
}

/** Returns the ids of all rules that decided anything in a plan, sorted. */
function listDecidingRules({ because, fields, blocks = [] }: Plan): readonly string[] {
  const { excludedTypes, ...others } = because;
  const named = [
    ...Object.values(others),
    ...Object.values(excludedTypes),
    ...fields.flatMap((field) => Object.values(field.because)),
    ...blocks.map((block) => block.because),
  ];
  return [...new Set(named.flat())].sort();
}

/**
 * Returns `unavailableType` for a requested type that is not the current one, with the rules that exclude it,
 * else with those that decided the visibility of the choice; an empty object otherwise.
 */
function explainUnavailableType(type: string | undefined, plan: Plan): Pick<Explanation, 'unavailableType'> {
  if (type === undefined || type === plan.type?.key) return {};
  const because = plan.because.excludedTypes[type] ?? plan.fields[0]?.because.visibility ?? [];
  return { unavailableType: { type, because } };
}

/** Returns a block as `explain` reports it. */
function explainBlock({ name, definition, visibility, because }: BlockPlan): BlockExplanation {
  return { name, kind: definition.kind, visibility, because };
}

/** Returns a field as `explain` reports it. */
function explainField(field: FieldPlan): FieldExplanation {
  const {
    name,
    label,
    visibility,
    isRequired,
    fixed,
    definition,
    options,
    optionsState,
    limits,
    bounds,
    preset,
    value,
  } = field;
  const because = Object.entries(field.because).filter(([, rules]) => rules.length > 0);
  return {
    name,
    label,
    visibility,
    isRequired,
    ...(fixed && { fixed }),
    widget: definition.widget,
    ...(options && { options: options.map((option) => option.value) }),
    optionsState,
    ...(limits && { limits }),
    ...(bounds && { bounds }),
    ...(preset !== undefined && { preset }),
    ...(value !== undefined && { value }),
    ...(definition.isCalculated && { isCalculated: true }),
    because: Object.fromEntries(because),
  };
}
