import { asList, asObject } from '../json-schema/values.ts';
import type { Expectation, Scenario, ScenarioSituation } from '../scenarios/index.ts';
import type { Documents, Json } from '../types.ts';
import type { Patch } from './change.ts';
import { setMember } from './members.ts';

const file = 'scenarios.json';

/** Writes a scenario behind the others, with the offices that only it names; another name where there is one of that name. `usual` is for documents that have no scenarios yet. */
export function addScenario(
  documents: Documents,
  name: string,
  { scenario, offices }: Expectation,
  usual: ScenarioSituation,
): { readonly name: string; readonly patches: readonly Patch[] } {
  const unused = unusedName(documents, name);
  const whole: Scenario = { name: unused, ...scenario };
  if (documents[file] === undefined) {
    const made = { $schema: 'meta/scenarios.schema.json', offices, usual, scenarios: [whole] };
    return { name: unused, patches: [{ file, path: [], after: made as unknown as Json }] };
  }
  return {
    name: unused,
    patches: [
      ...Object.entries(offices).flatMap(([key, office]) =>
        setMember(documents, { file, path: ['offices', key] }, office as unknown as Json),
      ),
      ...setMember(documents, { file, path: ['scenarios', unused] }, whole as unknown as Json),
    ],
  };
}

/** Gives a scenario another name; one that another scenario has gets a number. Empty where it is no other. */
export function renameScenario(documents: Documents, name: string, next: string): readonly Patch[] {
  const wanted = next.trim();
  if (wanted === '' || wanted === name) return [];
  const after = unusedName(documents, wanted);
  return [{ file, path: ['scenarios', name, 'name'], before: name, after }];
}

function unusedName(documents: Documents, name: string): string {
  const taken = new Set(asList(asObject(documents[file]).scenarios).map((one) => String(asObject(one).name)));
  let unused = name;
  for (let count = 2; taken.has(unused); count++) unused = `${name} (${count})`;
  return unused;
}

/** Has a scenario's visitor answer some fields. */
export function enterInScenario(
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
