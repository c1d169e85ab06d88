import { generateSamples } from '../check/examples/samples.ts';
import { dereference } from '../json-schema/references.ts';
import { asList, isSameJson } from '../json-schema/values.ts';
import { getPropertySchema } from '../json-schema/walk.ts';
import type { FormType, Json, Values } from '../model/types.ts';
import { extractSchemaConditions, type JudgedType } from './accepted-answers.ts';

/**
 * Returns answers for which the conditions of two schemas report different problems. Tries some accepted
 * values of each field that the conditions name: alone, in pairs and all together, added to an empty form and
 * to each example. Returns undefined if it found none or after `maxTries`, which does not prove that there
 * are none.
 */
export function findDistinguishingAnswers(before: JudgedType, after: JudgedType): Values | undefined {
  const conditionsJson = JSON.stringify([before, after].map(({ type }) => extractSchemaConditions(type)));
  const fields = after.type.fields
    .filter(({ name }) => conditionsJson.includes(JSON.stringify(name)))
    .map(({ name }) => ({ name, values: listFieldSamples(name, before.type, after.type) }));
  const examples = [before, after].flatMap(({ type }) => asList(type.schema.examples) as readonly Values[]);
  const known = new Set([before, after].flatMap(({ type }) => type.fields.map(({ name }) => name)));
  let tries = 0;
  for (const base of [{}, ...examples])
    for (const own of combineSamples(fields)) {
      const values = Object.fromEntries(
        Object.entries({ ...base, ...own }).filter(([name, value]) => value !== undefined && known.has(name)),
      );
      const [one, other] = [before, after].map((judged) => listConditionProblems(values, judged));
      if (!isSameJson(one, other)) return values;
      tries += 1;
      if (tries > maxTries) return undefined;
    }
  return undefined;
}

const maxTries = 3_000;

/**
 * Returns the problems that the conditions of a schema report for answers, as sorted JSON texts. Leaves out
 * the problems of single fields, which other code compares.
 */
export function listConditionProblems(values: Values, { check }: Pick<JudgedType, 'check'>): Json {
  const problems = check(values)
    .filter(({ schemaPath = '' }) => !/^#\/(?:properties|required)/.test(schemaPath))
    .map(({ instancePath, keyword, params }) => JSON.stringify([instancePath, keyword, params]));
  return [...new Set(problems)].sort();
}

interface SampledField {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Returns up to `maxSamples` different answers to a field, made from its schemas in both versions. */
function listFieldSamples(name: string, before: FormType, after: FormType): readonly unknown[] {
  const all = [before, after].flatMap(({ schema }) =>
    generateSamples(dereference(getPropertySchema(schema, name), schema), schema),
  );
  const distinct = [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
  return distinct.slice(0, maxSamples);
}

const maxSamples = 6;

/**
 * Yields the answers to try: none, each value alone, all fields with their first, second, third … values, and
 * each pair. Undefined means a field without an answer.
 */
function* combineSamples(fields: readonly SampledField[]): Generator<Values> {
  yield {};
  for (const { name, values } of fields) for (const value of [undefined, ...values]) yield { [name]: value };
  for (let at = 0; at < maxSamples; at += 1)
    yield Object.fromEntries(fields.map(({ name, values }) => [name, values[at] ?? values[0]]));
  for (const [at, one] of fields.entries())
    for (const other of fields.slice(at + 1))
      for (const value of [undefined, ...one.values])
        for (const beside of [undefined, ...other.values]) yield { [one.name]: value, [other.name]: beside };
}
