import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Form, FormType, Rule } from '../model/types.ts';
import { createFinding, type Finding } from './finding.ts';
import type { ScenarioDocument } from './scenarios/index.ts';
import { createTypeSlices } from './situations/type-slice.ts';

function listRetiredTypes({ types }: Form): readonly FormType[] {
  return types.filter(({ isRetired }) => isRetired === true);
}

/**
 * Returns a form without its retired types and without the rules that are only about them; `excludeTypes` of
 * the other rules no longer names them. Returns the form itself if no type is retired.
 */
export function removeRetiredTypes(form: Form): Form {
  const retired = listRetiredTypes(form);
  if (retired.length === 0) return form;
  const gone = new Set(retired.flatMap((type) => [...findExclusiveRules(form, type)]));
  return {
    ...form,
    types: form.types.filter((type) => !retired.includes(type)),
    rules: form.rules
      .filter(({ id }) => !gone.has(id))
      .map((rule) => removeExcludedRetiredTypes(rule, retired)),
  };
}

/** Returns the rule without the retired types in its `excludeTypes`. */
function removeExcludedRetiredTypes(rule: Rule, retired: readonly FormType[]): Rule {
  const { excludeTypes } = rule.then;
  if (excludeTypes === undefined) return rule;
  const rest = excludeTypes.filter((key) => retired.every((type) => type.key !== key));
  return { ...rule, then: { ...rule.then, excludeTypes: rest } };
}

/**
 * Returns the ids of the rules that are about a retired type and about no type that is still offered. Rules
 * that prefer types or exclude another type are not among them.
 */
function findExclusiveRules(form: Form, { key }: FormType): ReadonlySet<string> {
  const slices = createTypeSlices(form).map(({ type, form: { rules } }) => ({
    isOfType: type.key === key,
    isOffered: type.isRetired !== true,
    ids: new Set(rules.map(({ id }) => id)),
  }));
  /** Returns true if the slice of the retired type, or that of some offered type, has the rule. */
  const isInSomeSlice = (kind: 'isOfType' | 'isOffered', id: string) =>
    slices.some((slice) => slice[kind] && slice.ids.has(id));
  return new Set(
    form.rules
      .filter(({ id, then: { excludeTypes = [key], preferTypes } }) => {
        const isOpening = preferTypes !== undefined || excludeTypes.some((one) => one !== key);
        return !isOpening && isInSomeSlice('isOfType', id) && !isInSomeSlice('isOffered', id);
      })
      .map(({ id }) => id),
  );
}

/**
 * Returns the scenarios without retired types, with their indexes in the document. Scenarios about a retired
 * type, or with an answer to a field that only retired types have, are left out.
 */
export function removeRetiredScenarios(
  form: Form,
  document: ScenarioDocument,
): { readonly document: ScenarioDocument; readonly places: readonly number[] } {
  const keys = listRetiredTypes(form).map(({ key }) => key);
  /** Returns true if the value is the key of a retired type. */
  const isRetiredKey = (type: unknown) => keys.some((key) => key === type);
  const exclusiveFields = findFieldsOnlyOfRetiredTypes(form);
  const places = document.scenarios.flatMap((scenario, index) =>
    isScenarioAboutType(scenario, isRetiredKey) ||
    Object.keys(scenario.on.entered ?? {}).some((name) => exclusiveFields.has(name))
      ? []
      : [index],
  );
  if (keys.length === 0) return { document, places };
  /** Returns the keys of types without those of retired ones. */
  const removeRetiredKeys = <Types extends readonly unknown[]>(types: Types) =>
    types.filter((type) => !isRetiredKey(type));
  const { usual, scenarios } = document;
  return {
    places,
    document: {
      ...document,
      usual: { ...usual, ...(usual.types && { types: removeRetiredKeys(usual.types) }) },
      scenarios: places
        .flatMap((place) => scenarios[place] ?? [])
        .map(({ on, expect, ...rest }) => ({
          ...rest,
          on: { ...on, ...(on.types && { types: removeRetiredKeys(on.types) }) },
          expect: { ...expect, ...(expect.types && { types: removeRetiredKeys(expect.types) }) },
        })),
    } as ScenarioDocument,
  };
}

/** Returns the names of the fields that retired types have and no offered type has. */
function findFieldsOnlyOfRetiredTypes({ types }: Form): ReadonlySet<string> {
  /** Returns the names of the fields of all retired types, or of all others. */
  const listFieldNames = (isRetired: boolean) =>
    types
      .filter((type) => (type.isRetired === true) === isRetired)
      .flatMap(({ fields }) => fields.map(({ name }) => name));
  const offeredNames = new Set(listFieldNames(false));
  return new Set(listFieldNames(true).filter((name) => !offeredNames.has(name)));
}

/** Returns true if a scenario enters or expects a wanted type. */
function isScenarioAboutType(
  { on, expect }: { readonly on?: unknown; readonly expect?: unknown },
  isWantedType: (type: unknown) => boolean,
): boolean {
  return isWantedType(asObject(on).type) || isWantedType(asObject(expect).type);
}

/**
 * Returns a note for each retired type with the number of scenarios, rules and texts that are unused because
 * of it.
 */
export function buildRetiredFindings(form: Form, documents: Documents): readonly Finding[] {
  const scenarios = asList(asObject(documents['scenarios.json']).scenarios).map(asObject);
  return listRetiredTypes(form).map((type) => {
    const { key } = type;
    const rules = findExclusiveRules(form, type).size;
    const about = scenarios.filter((scenario) => isScenarioAboutType(scenario, (one) => one === key)).length;
    const texts = Object.values(form.texts)
      .flatMap((messages) => Object.keys(messages))
      .filter((text) => findRetiredOwner(form, text) === key).length;
    const rests = [
      formatCount(about, 'scenario'),
      formatCount(rules, 'rule'),
      formatCount(texts, 'text'),
    ].join(', ');
    const reason = `"${key}" is archived ("retired"), so no page offers it; inactive with it: ${rests}; remove "retired" from its entry to activate them again`;
    return createFinding({
      file: 'enquiry-types.json',
      pointer: '/enquiryTypes',
      code: 'retired-type',
      reason,
    });
  });
}

/** Returns the finding that every type is retired. The caller checks that this is true. */
export function createAllRetiredFinding(): readonly Finding[] {
  const reason =
    'every enquiry type is archived ("retired"), so no page has a form; remove "retired" from one entry, or add another type';
  const position = { file: 'enquiry-types.json', pointer: '/enquiryTypes' };
  return [createFinding({ ...position, code: 'no-type-offered', reason })];
}

/** Returns a number with a noun, which gets an `s` unless the number is 1: `2 rules`. */
function formatCount(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/**
 * Returns the key of the retired type that a text belongs to: a text of that type, or of a field that only
 * retired types have; undefined if there is none.
 */
export function findRetiredOwner(form: Form, textKey: string): string | undefined {
  const own = /^forms\.([^.]+)\./.exec(textKey)?.[1];
  const field = /^(?:fields|options)\.([^.]+)\./.exec(textKey)?.[1];
  const having = form.types.filter(
    ({ key, fields }) => key === own || (field !== undefined && fields.some(({ name }) => name === field)),
  );
  return having.length > 0 && having.every(({ isRetired }) => isRetired) ? having[0]?.key : undefined;
}
