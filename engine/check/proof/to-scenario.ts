import { isSameJson } from '../../json-schema/values.ts';
import { typeField } from '../../model/names.ts';
import { officeField } from '../../yard/names.ts';
import type { Office } from '../../yard/types.ts';
import { type Expectations, getExamples, type Scenario, type ScenarioDocument } from '../scenarios/index.ts';
import type { NamedOffices } from '../situations/offices.ts';
import type { Visit } from '../situations/visit.ts';

/** A situation as people paste it into `scenarios.json`. */
export interface PastableScenario {
  readonly scenario: Scenario;
  /** The offices that the scenario names and `scenarios.json` does not contain, by name. Absent if none. */
  readonly offices?: NamedOffices;
}

/**
 * Converts a visit to a scenario with the given name and expectations, and adds the offices that it names and
 * `document` does not contain. A name for which the visit has no office either is not added.
 */
export function toScenario(
  visit: Visit,
  document: ScenarioDocument,
  name: string,
  expect: Expectations,
): PastableScenario {
  const { words, offices } = visit;
  const { entered: _entered, ...page } = words;
  const on = { ...page, ...describeEntered(visit) };
  const named = [...(words.offices ?? []), words.selectedOffice, on.office].filter(
    (each) => typeof each === 'string',
  );
  const added = named.filter((each) => document.offices[each] === undefined);
  const missing = added.flatMap((each): [string, Office][] => (offices[each] ? [[each, offices[each]]] : []));
  return {
    scenario: { name, on, expect },
    ...(missing.length > 0 && { offices: Object.fromEntries(missing) }),
  };
}

/**
 * Returns the entered values in the terms of a scenario: `filledIn` if the type has an example, the name of
 * the chosen office, and in `entered` the values that differ from the first example. A value of the example
 * that the visitor left empty is null.
 */
function describeEntered({ situation, slice, offices }: Visit): Scenario['on'] {
  const [example = {}] = getExamples(slice.type);
  const { [typeField]: _type, [officeField]: officeId, ...entered } = situation.entered;
  const office = Object.entries(offices).find(([, { id }]) => officeId !== undefined && id === officeId)?.[0];
  const names = [...new Set([...Object.keys(example), ...Object.keys(entered)])];
  const differing = names.flatMap((name) =>
    isSameJson(entered[name], example[name]) ? [] : [[name, entered[name] ?? null] as const],
  );
  return {
    ...(Object.keys(example).length > 0 && { filledIn: true }),
    ...(office !== undefined && { office }),
    ...(differing.length > 0 && { entered: Object.fromEntries(differing) }),
  };
}
