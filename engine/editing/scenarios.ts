import type { CapturedScenario, Scenario, ScenarioSituation } from '../check/scenarios/index.ts';
import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../model/types.ts';
import { getItems, itemsMember } from '../preset/check.ts';
import type { Patch } from './change.ts';
import { setMember } from './fields/members.ts';

const file = 'scenarios.json';

/**
 * Adds a scenario at the end, and its items of the narrowed list to those of the document. Returns the name
 * that it gets: the given one, with a number if that is taken. If the documents have no scenarios yet, `usual`
 * becomes the situation that all scenarios share; otherwise it is ignored.
 */
export function addScenario(
  documents: Documents,
  name: string,
  captured: CapturedScenario,
  usual: ScenarioSituation,
): { readonly name: string; readonly patches: readonly Patch[] } {
  const { scenario } = captured;
  const items = getItems(captured);
  const unused = chooseScenarioName(documents, name);
  const whole: Scenario = { name: unused, ...scenario };
  if (documents[file] === undefined) {
    const made = { $schema: 'meta/scenarios.schema.json', [itemsMember]: items, usual, scenarios: [whole] };
    return { name: unused, patches: [{ file, path: [], after: made as unknown as Json }] };
  }
  return {
    name: unused,
    patches: [
      ...Object.entries(items).flatMap(([key, item]) =>
        setMember(documents, { file, path: [itemsMember, key] }, item as unknown as Json),
      ),
      ...setMember(documents, { file, path: ['scenarios', unused] }, whole as unknown as Json),
    ],
  };
}

/**
 * Renames a scenario; appends a number if the name is taken. No patches if the name is empty or unchanged.
 */
export function renameScenario(documents: Documents, name: string, next: string): readonly Patch[] {
  const wanted = next.trim();
  if (wanted === '' || wanted === name) return [];
  const after = chooseScenarioName(documents, wanted);
  return [{ file, path: ['scenarios', name, 'name'], before: name, after }];
}

/** Returns the name, with the first free number from 2 if it is taken: `Sale (2)`. */
function chooseScenarioName(documents: Documents, name: string): string {
  const usedNames = new Set(
    asList(asObject(documents[file]).scenarios).map((one) => String(asObject(one).name)),
  );
  let unused = name;
  for (let count = 2; usedNames.has(unused); count++) unused = `${name} (${count})`;
  return unused;
}

/**
 * Adds answers by field to the situation of an existing scenario: to `sends` if it has that, else to
 * `entered`. Replaces present answers to the same fields.
 */
export function addScenarioAnswers(
  documents: Documents,
  name: string,
  answers: Readonly<Record<string, Json>>,
): readonly Patch[] {
  const scenario = asList(asObject(documents[file]).scenarios).find((one) => asObject(one).name === name);
  const { sends, entered } = asObject(asObject(scenario).on);
  const word = sends === undefined ? 'entered' : 'sends';
  const whole = { ...asObject(sends ?? entered), ...answers } as Json;
  return setMember(documents, { file, path: ['scenarios', name, 'on', word] }, whole);
}
