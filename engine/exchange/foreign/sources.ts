import type { ForeignSource } from './converted-form.ts';
import { formioSource } from './formio/index.ts';
import { jsonSchemaSource } from './json-schema/index.ts';
import { rjsfSource } from './json-schema/rjsf.ts';
import { jsonFormsSource } from './jsonforms/index.ts';
import { surveyJsSource } from './surveyjs/index.ts';

/** The programs whose forms can be imported. The first that detects a file converts it. */
export const foreignSources: readonly ForeignSource[] = [
  jsonFormsSource,
  rjsfSource,
  surveyJsSource,
  formioSource,
  jsonSchemaSource,
];

/** Returns the source of a parsed file; undefined if it is none of the formats. */
export function detectForeignSource(value: unknown): ForeignSource | undefined {
  return foreignSources.find(({ detect }) => detect(value));
}
