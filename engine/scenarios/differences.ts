import { isObject } from '../json-schema/values.ts';
import { judge } from '../judge.ts';
import { officeField } from '../names.ts';
import { formatText, problemMessage } from '../texts.ts';
import type { FieldPlan, Form, Json, Office, Plan, Problem, Situation } from '../types.ts';
import type { CheckOf, Expectations, Scenario, ScenarioDocument } from './scenario.ts';
import { nameOfOffice } from './situation-of-words.ts';

/** One thing that is not as a scenario expects it. */
export interface Difference {
  /** The word of the expectation: `types`, `limits.upload.count`. */
  readonly what: string;
  readonly expected: unknown;
  readonly found: unknown;
  /** `"types" should be general, sales, but is general`. */
  readonly sentence: string;
}

/** What a scenario was run with, and the plan that came of it. */
export interface Run {
  readonly form: Form;
  readonly document: ScenarioDocument;
  readonly scenario: Scenario;
  readonly situation: Situation;
  readonly plan: Plan;
  readonly checkOf: CheckOf;
}

/** Every expectation of a scenario that its plan does not meet, in the order in which the scenario names them. */
export function differencesOf(run: Run): readonly Difference[] {
  const { expect } = run.scenario;
  const words = Object.keys(expect) as (keyof Expectations)[];
  return words.flatMap((word) => compare(word, expect[word], found(word, run)));
}

/** What holds of what an expectation asks; maps and lists of fields are asked for the fields that it names. */
function found(word: keyof Expectations, run: Run): unknown {
  const { form, document, scenario, plan } = run;
  const asked = scenario.expect[word];
  const names = (offices: readonly Office[]) => offices.map((office) => nameOfOffice(document, office));
  const each = (of: (field: FieldPlan) => unknown) => eachField(form, plan, asked, of);
  const those = (holds: (field: FieldPlan | undefined) => boolean) => thoseOf(form, plan, asked, holds);
  switch (word) {
    case 'section':
      return plan.isSectionShown ? 'shown' : 'hidden';
    case 'types':
      return plan.fields[0]?.options?.map(({ value }) => keyOf(form, value));
    case 'type':
      return plan.type?.key ?? null;
    case 'unknownTypes':
      return plan.unknownTypes;
    case 'eligible':
      return names(plan.eligibleOffices);
    case 'offices':
      return names(plan.offeredOffices);
    case 'office':
      return officeSent(run);
    case 'fields':
      return plan.fields
        .slice(1)
        .filter(({ visibility }) => visibility !== 'hidden')
        .map(({ name }) => name);
    case 'shown':
    case 'concealed':
      return those((field) => field?.visibility === word);
    case 'hidden':
      return those((field) => field === undefined || field.visibility === 'hidden');
    case 'required':
      return those((field) => field?.isRequired === true);
    case 'optional':
      return those((field) => field !== undefined && field.visibility !== 'hidden' && !field.isRequired);
    case 'options':
      return each(({ options }) => options?.map(({ value }) => value) ?? null);
    case 'optionLabels':
      return each(({ options }) => options?.map(({ label }) => label) ?? null);
    case 'loading':
      return each(({ optionsState }) => optionsState);
    case 'presets':
      return each(({ preset }) => preset ?? null);
    case 'limits':
      return each(({ limits }) => limits ?? null);
    case 'bounds':
      return each(({ bounds }) => bounds ?? null);
    case 'labels':
      return each(({ label }) => label);
    case 'hints':
      return each(({ hint }) => hint ?? null);
    case 'placeholders':
      return each(({ placeholder }) => placeholder ?? null);
    case 'marks':
      return each(({ isRequired, definition }) => (isRequired ? definition.requiredMark : null));
    case 'widgets':
      return each(({ definition }) => definition.widget);
    case 'autocomplete':
      return each(({ definition }) => definition.autocomplete ?? null);
    case 'inputModes':
      return each(({ definition }) => definition.inputMode ?? null);
    case 'submit':
      return plan.submitLabel;
    case 'links':
      return plan.type?.links.map(({ href }) => href) ?? [];
    case 'sent':
      return each(({ name }) => plan.values[name] ?? null);
    case 'problems':
      return Object.fromEntries(problemsOf(run).map(({ field, code }) => [field, code]));
    case 'messages':
      return messagesOf(run);
    case 'texts':
      return mapped(asked, (key) => formatText(form, plan.textLocale, key));
    case 'settings':
      return mapped(asked, (name) => (form.settings as unknown as Record<string, Json>)[name] ?? null);
  }
}

function keyOf(form: Form, id: unknown): string {
  return form.types.find((type) => type.id === id)?.key ?? String(id);
}

function officeSent({ document, plan }: Run): string | null {
  const office = plan.offeredOffices.find(({ id }) => id === plan.values[officeField]);
  return office ? nameOfOffice(document, office) : null;
}

function problemsOf({ plan, situation, scenario, checkOf }: Run): readonly Problem[] {
  const check = plan.type ? checkOf(plan.type.key) : () => [];
  return judge({ plan, check, submitted: scenario.on.sends ? situation.entered : plan.values });
}

function messagesOf(run: Run): Readonly<Record<string, string>> {
  return Object.fromEntries(
    problemsOf(run).map((problem) => [problem.field, problemMessage(run.form, run.plan, problem)]),
  );
}

/** Of the named fields those of which something holds; one that no type has is a slip of the pen. */
function thoseOf(
  form: Form,
  plan: Plan,
  asked: unknown,
  holds: (field: FieldPlan | undefined) => boolean,
): readonly string[] {
  return (asked as readonly string[]).filter((name) => holds(fieldNamed(form, plan, name)));
}

function eachField(form: Form, plan: Plan, asked: unknown, of: (field: FieldPlan) => unknown): unknown {
  return mapped(asked, (name) => {
    const field = fieldNamed(form, plan, name);
    return field === undefined ? null : of(field);
  });
}

function mapped(asked: unknown, of: (name: string) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.keys(asked as object).map((name) => [name, of(name)]));
}

function fieldNamed(form: Form, plan: Plan, name: string): FieldPlan | undefined {
  const field = plan.fields.find((candidate) => candidate.name === name);
  const isKnown =
    field !== undefined ||
    form.types.some(({ fields }) => fields.some((definition) => definition.name === name));
  if (!isKnown) throw new Error(`Cannot read a scenario: no enquiry type has a field "${name}"; correct it`);
  return field;
}

/** Objects are compared by the keys that are expected, problems by all; anything else as a whole. */
function compare(what: string, expected: unknown, actual: unknown): readonly Difference[] {
  if (isObject(expected) && isObject(actual)) {
    const keys = what === 'problems' ? Object.keys({ ...expected, ...actual }) : Object.keys(expected);
    return keys.flatMap((key) => compare(`${what}.${key}`, expected[key], actual[key]));
  }
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  const sentence = `"${what}" should be ${say(expected)}, but is ${say(actual)}`;
  return [{ what, expected, found: actual, sentence }];
}

function say(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : `“${String(value)}”`;
  return value.length === 0 ? 'an empty list' : value.join(', ');
}
