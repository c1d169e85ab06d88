import { describe, expect, it } from 'vitest';
import { compile } from '#engine/compile/index.ts';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import { readShippedDocuments } from '../../../test/support/forms.ts';
import { addScenario, applyPatches } from '../../editing/index.ts';
import type { Documents } from '../../model/types.ts';
import { createChecker, readScenarioDocument } from '../index.ts';
import { watchRule } from './watch-rule.ts';

const shipped = readShippedDocuments() as Documents;

/** Returns the shipped documents with this rule instead of `year`, and without any scenario. */
function withRule(then: object, when?: object): Documents {
  const { rules } = shipped['rules.json'] as {
    readonly rules: readonly { readonly id: string }[];
  };
  const others = rules.filter(({ id }) => id !== 'year');
  const rule = { id: 'planted', description: 'Planted.', ...(when && { when }), then };
  const scenarios = { ...(shipped['scenarios.json'] as object), scenarios: [] };
  return {
    ...shipped,
    'rules.json': { rules: [...others, rule] },
    'scenarios.json': scenarios,
  } as unknown as Documents;
}

/** Watches the planted rule. Returns the documents with the new scenarios. */
function watchPlanted(documents: Documents) {
  const compiled = compile(documents);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const checks = compileFormChecks(compiled.form);
  if (!checks.ok) throw new Error('The schemas do not compile');
  const { document } = readScenarioDocument(compiled.form, documents);
  const watch = watchRule({ form: compiled.form, document, id: 'planted', checkOf: checks.checkOf });
  const watched = watch.scenarios.reduce((before, captured) => {
    const applied = applyPatches(before, addScenario(before, 'Planted', captured, document.usual).patches);
    if (!applied.ok) throw new Error('The scenario cannot be added');
    return applied.documents;
  }, documents);
  return { watch, watched };
}

/** Returns the findings of a check that are about scenarios, and those about the planted rule without one. */
function listUnwatched(documents: Documents): readonly string[] {
  const checker = createChecker({ schemasOf: (form) => compileFormChecks(form) });
  const { rules } = documents['rules.json'] as { readonly rules: readonly object[] };
  return checker
    .check(documents)
    .findings.filter(
      ({ code, pointer }) =>
        code.startsWith('scenario-') ||
        (code === 'untested-effect' && pointer.startsWith(`/rules/${rules.length - 1}/`)),
    )
    .map(({ code, pointer }) => `${code} ${pointer}`);
}

describe('watchRule', () => {
  it('adds scenarios without which nothing would notice that effects are lost', () => {
    const documents = withRule(
      {
        hide: ['phone'],
        label: { message: 'fields.name.label' },
        limit: { upload: { count: 3 } },
        bound: { year: { minimum: 1950 } },
        recipient: 'yard',
      },
      { or: [{ '==': [{ var: 'type' }, 'valuation'] }, { '==': [{ var: 'type' }, 'general'] }] },
    );
    const { watch, watched } = watchPlanted(documents);
    expect(listUnwatched(documents)).toHaveLength(5);
    expect(watch.unwatched).toBe(0);
    expect(listUnwatched(watched)).toEqual([]);
    expect(watch.scenarios[0]?.scenario.expect).not.toHaveProperty('fields');
  });

  it('adds nothing for effects that change nothing', () => {
    const { watch } = watchPlanted(
      withRule({ hide: ['phone'] }, { and: [{ var: 'page.inModal' }, { '!': [{ var: 'page.inModal' }] }] }),
    );
    expect(watch).toEqual({ scenarios: [], unwatched: 1 });
  });
});
