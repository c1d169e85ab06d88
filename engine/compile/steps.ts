import { asList, asObject, toText } from '../json-schema/values.ts';
import { typeField } from '../model/names.ts';
import type {
  Condition,
  Effects,
  FieldDefinition,
  FormType,
  StepDefinition,
  Texts,
  UiSchema,
} from '../model/types.ts';
import { reviewStep } from '../resolve/steps.ts';
import { listTextKeys } from '../texts/texts.ts';
import { type DocumentPath, extendPath, type ProblemReport } from './report.ts';

/**
 * Returns the steps of a form from its UI schema, without the review; none if it has no `ui:steps`. Reports
 * bad names of steps, unknown fields, the field of the enquiry type, fields in another order than in
 * `ui:order`, and fields on no step or on several. Steps with problems are returned too.
 */
export function compileSteps(
  {
    uiSchema,
    fields,
    blocks,
    uiAt,
  }: {
    readonly uiSchema: UiSchema;
    readonly fields: readonly FieldDefinition[];
    readonly blocks: readonly string[];
    readonly uiAt: DocumentPath;
  },
  report: ProblemReport,
): readonly StepDefinition[] {
  const at = extendPath(uiAt, 'ui:steps');
  const names = fields.map(({ name }) => name);
  const steps = asList(uiSchema['ui:steps']).map((source): StepDefinition => {
    const { name, fields: own } = asObject(source);
    return { name: toText(name), fields: asList(own).map(toText) };
  });
  const stepOf = new Map<string, string>();
  let last: { readonly field: string; readonly index: number } | undefined;
  for (const [index, { name, fields: own }] of steps.entries()) {
    checkStepName(
      name,
      { before: steps.slice(0, index), taken: [...names, ...blocks], at: extendPath(at, index, 'name') },
      report,
    );
    for (const [position, field] of own.entries()) {
      const place = extendPath(at, index, 'fields', position);
      const other = stepOf.get(field);
      const order = names.indexOf(field);
      if (field === typeField) {
        const reason = `"${typeField}" is on the first step of every form; remove it here`;
        report.add(place, 'bad-step', reason);
      } else if (order === -1)
        report.add(place, 'unknown-field', `unknown field "${field}"`, { wrong: field, known: names });
      else if (other !== undefined)
        report.add(place, 'bad-step', `"${field}" is already on the step "${other}"; remove one of them`);
      else if (last && order < last.index) {
        const reason = `"${field}" comes before "${last.field}" in "ui:order"; steps keep the order of the fields, so change one of the two`;
        report.add(place, 'bad-step', reason);
      } else last = { field, index: order };
      stepOf.set(field, other ?? name);
    }
  }
  const missing = steps.length === 0 ? [] : names.filter((field) => !stepOf.has(field));
  for (const field of missing) report.add(at, 'bad-step', `"${field}" is on no step; add it to one`);
  return steps;
}

/**
 * Reports the name of a step if it is the name of the review, of a field, of a block or of a step `before`.
 */
function checkStepName(
  name: string,
  {
    before,
    taken,
    at,
  }: {
    readonly before: readonly StepDefinition[];
    /** Names of fields and blocks. */
    readonly taken: readonly string[];
    readonly at: DocumentPath;
  },
  report: ProblemReport,
): void {
  const reportBadName = (reason: string) => report.add(at, 'bad-step', reason);
  if (name === reviewStep)
    reportBadName(
      `"${reviewStep}" is the step on which visitors review their answers; give this one another name`,
    );
  else if (taken.includes(name))
    reportBadName(`"${name}" is also the name of a field or block; give the step another name`);
  if (before.some((step) => step.name === name))
    report.add(at, 'duplicate-id', `another step is called "${name}"; give this one its own name`);
}

/** Reports steps that have no title in the fallback locale, neither for their form nor for all forms. */
export function checkStepTexts(
  types: readonly FormType[],
  { fallback, fallbackLocale }: { readonly fallback: Texts; readonly fallbackLocale: string },
  report: ProblemReport,
): void {
  for (const { key, steps = [] } of types) {
    for (const { name } of steps) {
      const [own = '', shared = own] = listTextKeys(key, `steps.${name}.title`);
      if ((fallback[own] ?? fallback[shared]) !== undefined) continue;
      const reason = `the step "${name}" of the form "${key}" has no title; add the text "${shared}"`;
      const known = Object.keys(fallback).filter((text) => text.startsWith('steps.'));
      report.add({ file: `texts/${fallbackLocale}.json`, path: [shared] }, 'missing-text', reason, {
        wrong: shared,
        known,
      });
    }
  }
}

/** The condition and the effects of a rule, before or after its steps are replaced by their fields. */
export interface RuleWithSteps {
  readonly when?: Condition;
  readonly then: Effects;
}

/** Returns the names of the steps of all forms, each once. */
export function listStepNames(types: readonly FormType[]): readonly string[] {
  return [...new Set(types.flatMap(({ steps = [] }) => steps.map(({ name }) => name)))];
}

/**
 * Returns a rule with the steps in `hide` and `show` replaced by their fields. If other forms have these
 * fields too, its condition is limited to the forms with the steps, unless it is already. A rule without
 * steps is returned unchanged; so is one that mixes steps with fields or other effects, which is reported.
 * Steps of the same name with different fields are reported too.
 */
export function expandSteps(
  { when, then }: RuleWithSteps,
  types: readonly FormType[],
  at: DocumentPath,
  report: ProblemReport,
): RuleWithSteps {
  const known = listStepNames(types);
  const named = [...(then.hide ?? []), ...(then.show ?? [])];
  const steps = named.filter((name) => known.includes(name));
  if (steps.length === 0) return { ...(when && { when }), then };
  if (
    steps.length < named.length ||
    Object.keys(then).some((effect) => effect !== 'hide' && effect !== 'show')
  ) {
    const reason = `a rule about the step "${steps[0]}" can be about steps only; move the rest to another rule`;
    report.add(extendPath(at, 'then'), 'bad-value', reason);
    return { ...(when && { when }), then };
  }
  const having = types.filter((type) => type.steps?.some(({ name }) => steps.includes(name)));
  /** Returns the fields on steps of these names in all forms that the rule concerns, each once. */
  const listFieldsOfSteps = (names: readonly string[]) => [
    ...new Set(having.flatMap((type) => listStepFields(type, names))),
  ];
  for (const type of having) {
    const own = listStepFields(type, steps);
    const strays = listFieldsOfSteps(steps).filter((field) => !own.includes(field) && hasField(type, field));
    if (strays.length === 0) continue;
    const reason = `the steps of "${type.key}" have other fields than steps of the same name elsewhere ("${strays[0]}"); give them names of their own`;
    report.add(extendPath(at, 'then'), 'bad-value', reason);
  }
  const others = types.filter((type) => !having.includes(type));
  const isAlone = !others.some((type) => listFieldsOfSteps(steps).some((field) => hasField(type, field)));
  const ofTypes: Condition = { in: [{ var: 'type' }, having.map(({ key }) => key)] };
  const isTypeImplied = isAlone || (having.length === 1 && isLimitedToType(when, having[0]?.key));
  return {
    ...(isTypeImplied ? when && { when } : { when: when ? { and: [ofTypes, when] } : ofTypes }),
    then: {
      ...(then.hide && { hide: listFieldsOfSteps(then.hide) }),
      ...(then.show && { show: listFieldsOfSteps(then.show) }),
    },
  };
}

/** Returns the fields on the steps of a form that have one of the names. */
function listStepFields({ steps = [] }: FormType, names: readonly string[]): readonly string[] {
  return steps.filter(({ name }) => names.includes(name)).flatMap(({ fields }) => fields);
}

function hasField({ fields }: FormType, name: string): boolean {
  return fields.some((field) => field.name === name);
}

/**
 * Returns true if a condition is `type == key`, or joins it to other conditions by `and`. False without a
 * condition.
 */
function isLimitedToType(when: Condition | undefined, key: string | undefined): boolean {
  const parts = when === undefined ? [] : [when, ...asList(when.and)];
  const words = [{ '==': [{ var: 'type' }, key] }, { '==': [key, { var: 'type' }] }].map((each) =>
    JSON.stringify(each),
  );
  return parts.some((part) => words.includes(JSON.stringify(part)));
}
