import type { Json, JsonSchema } from '#engine';
import { createAjv, toCompilableSchema } from '#engine/json-schema/ajv.ts';
import type { DraftName } from '../parity/schema-arbitrary.ts';
import { compileSampleForms, type SampleForm } from '../support/sample-form.ts';
import { type SuiteCase, wrapInForm } from './suite.ts';

export interface Verdicts {
  agreed: number;
  readonly differing: { readonly about: string; readonly [detail: string]: unknown }[];
  /** Rejected when compiled, with the error codes. */
  readonly refused: Record<string, readonly string[]>;
}

/**
 * Returns the verdicts of validator, page and server, with all cases in one form, so that shared parts are
 * compiled once.
 */
export function collectVerdicts(cases: readonly SuiteCase[], draft: DraftName): Verdicts {
  const verdicts: Verdicts = { agreed: 0, differing: [], refused: {} };
  const samples = cases.map(({ schema }, at) => ({ key: `case-${at}`, schema: wrapInForm(schema, draft) }));
  const { forms, refused } = compileSampleForms(samples);
  for (const [at, { about, schema, valid, invalid }] of cases.entries()) {
    const key = `case-${at}`;
    const problems = refused.get(key);
    if (problems) verdicts.refused[about] = [...new Set(problems.map(({ code }) => code))];
    const sample = forms.get(key);
    if (sample === undefined) continue;
    const message = createJudge(sample, samples[at]?.schema ?? {}, draft);
    for (const [value, isValid] of [
      ...valid.map((each) => [each, true] as const),
      ...invalid.map((each) => [each, false] as const),
    ]) {
      const { sides, isEmpty } = message(value);
      const wanted = isEmpty ? sides.validator : isValid;
      if (Object.values(sides).every((side) => side === wanted)) verdicts.agreed += 1;
      else verdicts.differing.push({ about, schema, value, isValid, sides });
    }
  }
  return verdicts;
}

/**
 * Validates a value on all sides. Empty strings, lists and objects, `null` and white space around a string
 * are no answers in a form: the rest is validated (docs/behaviour.md, "Normalised values").
 */
function createJudge(sample: SampleForm, whole: JsonSchema, draft: DraftName) {
  const check = createAjv(draft).compile(toCompilableSchema(whole));
  return (value: Json) => {
    const sent = { answer: { value } };
    const server = sample.onServer(sent);
    const page = sample.inPage(sent);
    const isEmpty = JSON.stringify(server.values) !== JSON.stringify(sent);
    const validator = check(isEmpty ? server.values : sent) === true;
    // A page omits hidden fields, and validates the values that it would send.
    const agrees = (page.problems.length === 0) === (check(page.values) === true);
    return {
      isEmpty,
      sides: { validator, page: agrees ? validator : !validator, server: server.problems.length === 0 },
    };
  };
}
