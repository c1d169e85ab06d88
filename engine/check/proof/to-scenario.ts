import { isSameJson } from '../../json-schema/values.ts';
import { typeField } from '../../model/names.ts';
import { describeChosenItem, type PresetDocument, pickMissingItems } from '../../preset/check.ts';
import { type Expectations, getExamples, type Scenario, type ScenarioDocument } from '../scenarios/index.ts';
import type { Visit } from '../situations/visit.ts';

/**
 * A situation as people paste it into `scenarios.json`, with the items of the narrowed list that it names and
 * `scenarios.json` does not contain.
 */
export interface PastableScenario extends Partial<PresetDocument> {
  readonly scenario: Scenario;
}

/**
 * Converts a visit to a scenario with the given name and expectations, and adds the items of the narrowed
 * list that it names and `document` does not contain. A name for which the visit has no item either is not
 * added.
 */
export function toScenario(
  visit: Visit,
  document: ScenarioDocument,
  name: string,
  expect: Expectations,
): PastableScenario {
  const { words, known } = visit;
  const { entered: _entered, ...page } = words;
  const on = { ...page, ...describeEntered(visit) };
  return { scenario: { name, on, expect }, ...pickMissingItems(on, { known, document }) };
}

/**
 * Returns the entered values in the terms of a scenario: `filledIn` if the type has an example, the name of
 * the chosen item of the narrowed list, and in `entered` the values that differ from the first example. A
 * value of the example that the visitor left empty is null.
 */
function describeEntered({ situation, slice, known }: Visit): Scenario['on'] {
  const [example = {}] = getExamples(slice.type);
  const { chosen, others } = describeChosenItem(situation.entered, known);
  const { [typeField]: _type, ...entered } = others;
  const names = [...new Set([...Object.keys(example), ...Object.keys(entered)])];
  const differing = names.flatMap((name) =>
    isSameJson(entered[name], example[name]) ? [] : [[name, entered[name] ?? null] as const],
  );
  return {
    ...(Object.keys(example).length > 0 && { filledIn: true }),
    ...chosen,
    ...(differing.length > 0 && { entered: Object.fromEntries(differing) }),
  };
}
