import { type Form, judgePlan, type Plan, type Problem } from '#engine';
import { type Finding, type JudgePlan, toFindings } from '#engine/check/index.ts';
import type { SchemaCheckLookup } from '#engine/check/scenarios/index.ts';
import { applyConditions } from './conditional-fields.ts';
import { precompile } from './precompile.ts';
import type { ValidatorModule } from './validator-module.ts';
import { toSchemaCheck } from './validator-module.ts';

/**
 * The checks of a form, or the reasons why it has none. `checkOf` returns the check of the values of a type
 * by its key; `judge` returns the problems of a plan.
 */
export type FormChecks =
  | { readonly ok: true; readonly checkOf: SchemaCheckLookup; readonly judge: JudgePlan }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** A cache of compiled schemas by their source. Forms that differ in one schema share the others. */
export type ValidatorModuleCache = Map<string, ValidatorModule>;

/**
 * Compiles the schemas of a form as for pages and the server, and returns its checks, or a finding for each
 * schema that cannot be compiled. Schemas in the cache are not compiled again, and new ones are added to it.
 * Does not throw because of a schema.
 */
export function compileFormChecks(form: Form, cache: ValidatorModuleCache = new Map()): FormChecks {
  const modules = new Map<string, ValidatorModule>();
  const findings: Finding[] = [];
  for (const type of form.types) {
    try {
      const source = JSON.stringify(type.schema);
      const module = cache.get(source) ?? precompile(type).evaluate();
      cache.set(source, module);
      modules.set(type.key, module);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const file = `forms/${type.key}/schema.json`;
      findings.push(...toFindings([{ file, pointer: '', code: 'bad-schema', reason }]));
    }
  }
  if (findings.length > 0) return { ok: false, findings };
  /** Returns the check of a type. For an unknown key it is a check that finds no errors. */
  const checkOf: SchemaCheckLookup = (key) => {
    const module = modules.get(key);
    return module === undefined ? () => [] : toSchemaCheck(module);
  };
  /**
   * Applies the conditions of the schema to a plan, and returns the problems of its values. Does not change
   * the plan.
   */
  const judgeConditionedPlan = (plan: Plan): readonly Problem[] => {
    const conditioned = applyConditions(plan, modules.get(plan.type?.key ?? ''));
    return judgePlan({
      plan: conditioned,
      check: checkOf(plan.type?.key ?? ''),
      submitted: conditioned.values,
    });
  };
  return { ok: true, checkOf, judge: judgeConditionedPlan };
}
