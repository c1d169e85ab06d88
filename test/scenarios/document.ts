import type { Form, SchemaCheck } from '#engine';
import type { ScenarioDocument, SchemaCheckLookup } from '#engine/check/scenarios/index.ts';
import { precompile } from '#widgets/validators/precompile.ts';
import { toSchemaCheck } from '#widgets/validators/validator-module.ts';
import { readShippedDocuments } from '../support/forms.ts';

/** The scenarios under `schemas/`; `scenarios.test.ts` validates them with their meta schema. */
export const shippedScenarios = readShippedDocuments()['scenarios.json'] as ScenarioDocument;

/** Returns the compiled schemas of a form's types, each compiled at first use. */
export function createSchemaChecks(form: Form): SchemaCheckLookup {
  const checks = new Map<string, SchemaCheck>();
  return (key) => {
    let check = checks.get(key);
    if (check === undefined) {
      const type = form.types.find((candidate) => candidate.key === key);
      if (type === undefined) throw new Error(`Cannot check values: no enquiry type "${key}"`);
      check = toSchemaCheck(precompile(type).evaluate());
      checks.set(key, check);
    }
    return check;
  };
}
