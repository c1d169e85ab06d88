import { isObject } from '../../json-schema/values.ts';
import { getEffectDefinition } from '../../model/effects.ts';
import type { Form } from '../../model/types.ts';
import { addItems, getItems } from '../../preset/scenarios.ts';
import {
  type CapturedScenario,
  captureScenario,
  type Expectations,
  runScenario,
  type Scenario,
  type ScenarioDocument,
  type SchemaCheckLookup,
  toScenarioSituation,
} from '../scenarios/index.ts';
import { runScenarios } from '../scenarios.ts';
import { findDifferingSituations } from '../situations/differing.ts';
import { createBaseline } from './baseline.ts';
import { type EffectPart, listEffectParts, removePart } from './effect-parts.ts';
import type { ExampleSituation } from './rule-coverage.ts';

export interface RuleWatch {
  /** New scenarios, without names. Together they fail if the rule loses an effect that they protect. */
  readonly scenarios: readonly CapturedScenario[];
  /** The number of effects that still no scenario would miss, because no situation was found that shows them. */
  readonly unwatched: number;
}

export interface WatchedRule {
  readonly form: Form;
  readonly document: ScenarioDocument;
  /** The id of the rule. */
  readonly id: string;
  /** A situation that is tried first. Absent: none is known. */
  readonly example?: ExampleSituation;
  readonly checkOf: SchemaCheckLookup;
}

/** The number of situations of each type that are tried. */
const maxSituations = 60;

/**
 * Returns scenarios that fail once the rule loses one of its effects, for the effects that no scenario of the
 * document protects. They expect only what the rule decides, so that other changes do not break them. Without
 * such a rule, there are none.
 */
export function watchRule({ form, document, id, example, checkOf }: WatchedRule): RuleWatch {
  const rule = form.rules.find((each) => each.id === id);
  if (rule === undefined) return { scenarios: [], unwatched: 0 };
  const runs = runScenarios(form, document, checkOf);
  const baseline = createBaseline(form, document, { checkOf, runs });
  const scenarios: CapturedScenario[] = [];
  let left = listEffectParts(rule).filter(
    (part) => baseline.findNoticingScenario(removePart(rule, part)) === undefined,
  );
  for (const situation of listSituations()) {
    if (left.length === 0) break;
    const made = createWatch(situation, left);
    if (made === undefined) continue;
    scenarios.push(made.captured);
    left = left.filter((part) => !made.watched.includes(part));
  }
  return { scenarios, unwatched: left.length };

  /** Returns the situations that are tried: the example, those of the scenarios, then those of each type. */
  function* listSituations(): Generator<ExampleSituation> {
    if (example !== undefined) yield example;
    yield* document.scenarios;
    for (const { key } of form.types)
      yield* findDifferingSituations(form, document, { type: key, most: maxSituations });
  }

  /**
   * Returns a scenario of a situation that protects at least one of the parts, and the parts that it protects.
   * Undefined if there is none, or the situation refers to something that does not exist.
   */
  function createWatch(
    found: ExampleSituation,
    parts: readonly EffectPart[],
  ): { readonly captured: CapturedScenario; readonly watched: readonly EffectPart[] } | undefined {
    try {
      const situation = toScenarioSituation(form, addItems(document, getItems(found)), found.on);
      const captured = captureScenario({ form, document, situation });
      const whole = addItems(document, getItems(captured));
      let expect: Expectations = {};
      const watched = parts.filter((part) => {
        const own = findExpectation(part, captured.scenario.on, whole);
        if (own !== undefined) expect = mergeExpectations(expect, own);
        return own !== undefined;
      });
      if (watched.length === 0) return undefined;
      return { captured: { ...captured, scenario: { on: captured.scenario.on, expect } }, watched };
    } catch {
      // A scenario of the document may name something that is gone.
      return undefined;
    }
  }

  /**
   * Returns an expectation about a part that is met in a situation, and not met without the part. Undefined
   * if there is none.
   */
  function findExpectation(
    part: EffectPart,
    on: Scenario['on'],
    known: ScenarioDocument,
  ): Expectations | undefined {
    const without = {
      ...form,
      rules: form.rules.map((each) => (each.id === id ? removePart(each, part) : each)),
    };
    /** Returns what differs from an expectation in a form. */
    const findDifferences = (expect: object, of: Form) =>
      runScenario({ form: of, document: known, scenario: { name: '', on, expect }, checkOf }).differences;
    return listCandidates(part, (expect) => findDifferences(expect, form)[0]?.found).find(
      (expect) => findDifferences(expect, form).length === 0 && findDifferences(expect, without).length > 0,
    );
  }
}

/** The expectations that list names, as opposed to those with a value for each name. */
const namingExpectations: ReadonlySet<string> = new Set([
  'hidden',
  'shown',
  'concealed',
  'required',
  'enabled',
  'disabled',
  'readonly',
]);

/** A value that nothing in a form has. */
const impossible = '\u0000';

/**
 * Returns the expectations that may be about a part, with the values that are true now.
 * @param findValue Returns the present value of an expectation whose given value is impossible.
 */
function listCandidates(
  { path: [effect, ...segments], target }: EffectPart,
  findValue: (expect: object) => unknown,
): readonly Expectations[] {
  const { expectations, names } = getEffectDefinition(effect);
  return expectations.map((key): Expectations => {
    if (namingExpectations.has(key)) return { [key]: [target] };
    if (names !== 'field') return { [key]: findValue({ [key]: impossible }) };
    const value = findValue({ [key]: { [String(target)]: impossible } });
    const [, limit] = segments;
    const isOneLimit = limit !== undefined && typeof value === 'object' && value !== null;
    const own = isOneLimit ? { [limit]: Object(value)[limit] } : value;
    return { [key]: { [String(target)]: own } };
  });
}

/** Returns both expectations together. Lists are joined, values of the same field and limit too. */
function mergeExpectations(one: Expectations, other: Expectations): Expectations {
  return mergeValues(one, other) as Expectations;
}

function mergeValues(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...new Set([...one, ...other])];
  if (!isObject(one) || !isObject(other)) return other;
  const merged = Object.entries(other).map(([key, value]) => [
    key,
    key in one ? mergeValues(one[key], value) : value,
  ]);
  return { ...one, ...Object.fromEntries(merged) };
}
