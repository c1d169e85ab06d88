import type { Documents, JsonSchema } from '#engine';
import { documents } from './forms.ts';

/** A form by the key of its enquiry type: its schema and its UI schema, an empty one where it has none. */
export interface Sample {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly ui?: JsonSchema;
}

/** Documents of a form whose one enquiry type, `sample` with the id 1, has the given schema and UI schema; without rules. */
export function sampleDocuments(schema: JsonSchema, ui: JsonSchema = {}): Documents {
  return documentsOfSamples([{ key: 'sample', schema, ui }]);
}

/** Documents of a form with an enquiry type for each sample, its id its place among them, from 1 on; without rules. */
export function documentsOfSamples(samples: readonly Sample[]): Documents {
  const all = documents();
  const others = Object.keys(all).filter((file) => file.startsWith('forms/'));
  const names = samples.flatMap(({ schema }) => Object.keys((schema.properties as object | undefined) ?? {}));
  return documents({
    ...Object.fromEntries(others.map((file) => [file, undefined])),
    'enquiry-types.json': {
      enquiryTypes: samples.map(({ key }, index) => ({ id: index + 1, key, folder: key })),
    },
    'rules.json': { rules: [] },
    'scenarios.json': { scenarios: [] },
    'ui.json': {},
    'settings.json': { ...(all['settings.json'] as object), failureField: names[0] ?? 'name' },
    ...Object.fromEntries(
      samples.flatMap(({ key, schema, ui = {} }) => [
        [`forms/${key}/schema.json`, schema],
        [`forms/${key}/ui.json`, ui],
      ]),
    ),
  });
}
