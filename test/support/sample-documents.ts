import type { Documents, JsonSchema } from '#engine';
import { documents } from './forms.ts';

/** Documents of a form whose one enquiry type, `sample` with the id 1, has the given schema and UI schema; without rules. */
export function sampleDocuments(schema: JsonSchema, ui: JsonSchema = {}): Documents {
  const all = documents();
  const others = Object.keys(all).filter((file) => file.startsWith('forms/'));
  const [failureField = 'name'] = Object.keys((schema.properties as object | undefined) ?? {});
  return documents({
    ...Object.fromEntries(others.map((file) => [file, undefined])),
    'enquiry-types.json': { enquiryTypes: [{ id: 1, key: 'sample', folder: 'sample' }] },
    'rules.json': { rules: [] },
    'scenarios.json': { scenarios: [] },
    'ui.json': {},
    'settings.json': { ...(all['settings.json'] as object), failureField },
    'forms/sample/schema.json': schema,
    'forms/sample/ui.json': ui,
  });
}
