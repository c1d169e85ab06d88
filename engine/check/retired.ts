import { asList, asObject } from '../json-schema/values.ts';
import type { ScenarioDocument } from '../scenarios/index.ts';
import type { Documents, Form, FormType, Rule } from '../types.ts';
import { type Finding, finding } from './finding.ts';
import { typeSlices } from './situations/type-slice.ts';

function retiredTypes({ types }: Form): readonly FormType[] {
  return types.filter(({ isRetired }) => isRetired === true);
}

/** Returns a form without its retired types and without the rules that decide nothing else. */
export function standingForm(form: Form): Form {
  const retired = retiredTypes(form);
  if (retired.length === 0) return form;
  const gone = new Set(retired.flatMap((type) => [...rulesAlone(form, type)]));
  return {
    ...form,
    types: form.types.filter((type) => !retired.includes(type)),
    rules: form.rules.filter(({ id }) => !gone.has(id)).map((rule) => leavingOut(rule, retired)),
  };
}

/** Removes retired types from `excludeTypes` of a rule, since no page offers them anyway. */
function leavingOut(rule: Rule, retired: readonly FormType[]): Rule {
  const { excludeTypes } = rule.then;
  if (excludeTypes === undefined) return rule;
  const rest = excludeTypes.filter((key) => retired.every((type) => type.key !== key));
  return { ...rule, then: { ...rule.then, excludeTypes: rest } };
}

/** Returns the ids of the rules that decide something of a retired type and nothing of any other. */
function rulesAlone(form: Form, { key }: FormType): ReadonlySet<string> {
  const slices = typeSlices(form).map(({ type, form: { rules } }) => ({
    isIts: type.key === key,
    isStanding: type.isRetired !== true,
    ids: new Set(rules.map(({ id }) => id)),
  }));
  const has = (kind: 'isIts' | 'isStanding', id: string) =>
    slices.some((slice) => slice[kind] && slice.ids.has(id));
  return new Set(
    form.rules
      .filter(({ id, then: { excludeTypes = [key], preferTypes } }) => {
        const isOpening = preferTypes !== undefined || excludeTypes.some((one) => one !== key);
        return !isOpening && has('isIts', id) && !has('isStanding', id);
      })
      .map(({ id }) => id),
  );
}

/**
 * Returns the scenarios without retired types, with their indexes in the document. Scenarios about a retired
 * type, or with an answer to a field that only retired types have, are left out.
 */
export function standingScenarios(
  form: Form,
  document: ScenarioDocument,
): { readonly document: ScenarioDocument; readonly places: readonly number[] } {
  const keys = retiredTypes(form).map(({ key }) => key);
  const isRetired = (type: unknown) => keys.some((key) => key === type);
  const resting = fieldsAlone(form);
  const places = document.scenarios.flatMap((scenario, index) =>
    isAbout(scenario, isRetired) || Object.keys(scenario.on.entered ?? {}).some((name) => resting.has(name))
      ? []
      : [index],
  );
  if (keys.length === 0) return { document, places };
  const without = <Types extends readonly unknown[]>(types: Types) =>
    types.filter((type) => !isRetired(type));
  const { usual, scenarios } = document;
  return {
    places,
    document: {
      ...document,
      usual: { ...usual, ...(usual.types && { types: without(usual.types) }) },
      scenarios: places
        .flatMap((place) => scenarios[place] ?? [])
        .map(({ on, expect, ...rest }) => ({
          ...rest,
          on: { ...on, ...(on.types && { types: without(on.types) }) },
          expect: { ...expect, ...(expect.types && { types: without(expect.types) }) },
        })),
    } as ScenarioDocument,
  };
}

function fieldsAlone({ types }: Form): ReadonlySet<string> {
  const names = (isRetired: boolean) =>
    types
      .filter((type) => (type.isRetired === true) === isRetired)
      .flatMap(({ fields }) => fields.map(({ name }) => name));
  const standing = new Set(names(false));
  return new Set(names(true).filter((name) => !standing.has(name)));
}

/** Returns true if a scenario opens or expects a type that meets a condition. */
function isAbout(
  { on, expect }: { readonly on?: unknown; readonly expect?: unknown },
  isRetired: (type: unknown) => boolean,
): boolean {
  return isRetired(asObject(on).type) || isRetired(asObject(expect).type);
}

/**
 * Returns a note for each retired type with the number of scenarios, rules and texts that are unused because
 * of it.
 */
export function retiredFindings(form: Form, documents: Documents): readonly Finding[] {
  const scenarios = asList(asObject(documents['scenarios.json']).scenarios).map(asObject);
  return retiredTypes(form).map((type) => {
    const { key } = type;
    const rules = rulesAlone(form, type).size;
    const about = scenarios.filter((scenario) => isAbout(scenario, (one) => one === key)).length;
    const texts = Object.values(form.texts)
      .flatMap((messages) => Object.keys(messages))
      .filter((text) => restsWith(form, text) === key).length;
    const rests = [count(about, 'scenario'), count(rules, 'rule'), count(texts, 'text')].join(', ');
    const reason = `"${key}" is retired, so that no page offers it; with it rest ${rests}, which come back when "retired" is taken out of its line`;
    return finding({ file: 'enquiry-types.json', pointer: '/enquiryTypes', code: 'retired-type', reason });
  });
}

export function noneStands(): readonly Finding[] {
  const reason =
    'every enquiry type is retired, so that no page has a form; take "retired" out of the line of one, or add another type';
  const place = { file: 'enquiry-types.json', pointer: '/enquiryTypes' };
  return [finding({ ...place, code: 'no-type-offered', reason })];
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/**
 * Returns the key of the retired type that a text belongs to: a text of that type, or of a field that only
 * retired types have.
 */
export function restsWith(form: Form, text: string): string | undefined {
  const own = /^forms\.([^.]+)\./.exec(text)?.[1];
  const field = /^(?:fields|options)\.([^.]+)\./.exec(text)?.[1];
  const having = form.types.filter(
    ({ key, fields }) => key === own || (field !== undefined && fields.some(({ name }) => name === field)),
  );
  return having.length > 0 && having.every(({ isRetired }) => isRetired) ? having[0]?.key : undefined;
}
