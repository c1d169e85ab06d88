import type { FieldPlan, Form, Office, Plan, Problem } from '#engine';

/** A plan as `explain` tells it: what is, and which rules decided it. Plain JSON. */
export interface Explanation {
  readonly section: { readonly isShown: boolean; readonly because: readonly string[] };
  readonly type: string | null;
  readonly typeBecause: readonly string[];
  readonly offeredTypes: readonly string[];
  /** Types that are left out, and by which rules. */
  readonly excludedTypes: Readonly<Record<string, readonly string[]>>;
  readonly eligibleOffices: readonly string[];
  readonly eligibleBecause: readonly string[];
  readonly offeredOffices: readonly string[];
  readonly offeredBecause: readonly string[];
  readonly fields: readonly FieldExplanation[];
  readonly submit: string;
  /** What would keep the visitor from sending as things are. */
  readonly problems: readonly Problem[];
}

/** One field, told. */
export interface FieldExplanation {
  readonly name: string;
  readonly label: string;
  readonly visibility: FieldPlan['visibility'];
  readonly isRequired: boolean;
  readonly widget: string;
  readonly options?: readonly (string | number)[];
  readonly optionsState: FieldPlan['optionsState'];
  readonly limits?: FieldPlan['limits'];
  readonly bounds?: FieldPlan['bounds'];
  readonly preset?: FieldPlan['preset'];
  readonly value?: FieldPlan['value'];
  /** The rules that decided a part of it; parts that no rule decided are left out. */
  readonly because: Readonly<Record<string, readonly string[]>>;
}

/** Tells a plan. Offices are named by `nameOf`. */
export function explanationOf(
  form: Form,
  plan: Plan,
  problems: readonly Problem[],
  nameOf: (office: Office) => string,
): Explanation {
  const { because, fields } = plan;
  const types = fields[0]?.options ?? [];
  return {
    section: { isShown: plan.isSectionShown, because: because.section },
    type: plan.type?.key ?? null,
    typeBecause: because.type,
    offeredTypes: types.map(({ value }) => form.types.find(({ id }) => id === value)?.key ?? String(value)),
    excludedTypes: because.excludedTypes,
    eligibleOffices: plan.eligibleOffices.map(nameOf),
    eligibleBecause: because.eligible,
    offeredOffices: plan.offeredOffices.map(nameOf),
    offeredBecause: because.offered,
    fields: fields.map(fieldExplanation),
    submit: plan.submitLabel,
    problems,
  };
}

function fieldExplanation(field: FieldPlan): FieldExplanation {
  const {
    name,
    label,
    visibility,
    isRequired,
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
    widget: definition.widget,
    ...(options && { options: options.map((option) => option.value) }),
    optionsState,
    ...(limits && { limits }),
    ...(bounds && { bounds }),
    ...(preset !== undefined && { preset }),
    ...(value !== undefined && { value }),
    because: Object.fromEntries(because),
  };
}
