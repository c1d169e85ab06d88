import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../../test/support/forms.ts';
import { compileFormChecks } from '../../../widgets/validators/form-checks.ts';
import type { Rule } from '../../model/types.ts';
import { runScenario, type Scenario, type ScenarioDocument } from '../scenarios/index.ts';
import { runScenarios } from '../scenarios.ts';
import { createBaseline } from './baseline.ts';
import { listEffectParts, removePart } from './effect-parts.ts';
import { generateRuleMutants } from './mutants.ts';

const form = compileTestForm();
const checks = compileFormChecks(form);
if (!checks.ok) throw new Error('the frozen forms have schemas that do not compile');
const { checkOf } = checks;

/** The frozen scenarios, each of which holds; of those only every seventh, so that many slips go unnoticed. */
const all = readFrozenDocuments()['scenarios.json'] as ScenarioDocument;
const document = { ...all, scenarios: all.scenarios.filter((_, at) => at % 7 === 0) };
const runs = runScenarios(form, document, checkOf);
const baseline = createBaseline(form, document, { checkOf, runs });

/** The scenarios that fail once a rule is changed: each run whole. */
function failing(changed: Rule): readonly Scenario[] {
  const changedForm = { ...form, rules: form.rules.map((rule) => (rule.id === changed.id ? changed : rule)) };
  return document.scenarios.filter(
    (scenario) => runScenario({ form: changedForm, document, scenario, checkOf }).differences.length > 0,
  );
}

describe('noticedBy', () => {
  it('names a scenario that fails, of those that do, wherever one does', () => {
    const changes = form.rules.flatMap((rule) => [
      ...listEffectParts(rule).map((part) => removePart(rule, part)),
      ...generateRuleMutants(rule)
        .slice(0, 2)
        .map(({ rule: mutant }) => mutant),
    ]);
    const noticing = changes.map((changed) => baseline.findNoticingScenario(changed));
    for (const [at, changed] of changes.entries()) {
      const found = failing(changed);
      expect(found.length > 0, JSON.stringify(changed)).toBe(noticing[at] !== undefined);
      if (noticing[at] !== undefined) expect(found).toContain(noticing[at]);
    }
    expect(noticing.filter((one) => one === undefined).length).toBeGreaterThan(0);
    expect(noticing.filter((one) => one !== undefined).length).toBeGreaterThan(0);
  });

  it('asks the scenario of a name before the others', () => {
    const noticed = form.rules.flatMap((rule) => listEffectParts(rule).map((part) => removePart(rule, part)));
    for (const changed of noticed) {
      const last = failing(changed).at(-1);
      if (last !== undefined) expect(baseline.findNoticingScenario(changed, last.name)).toBe(last);
    }
  });
});
