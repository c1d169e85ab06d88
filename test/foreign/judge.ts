import type { Values } from '#engine';
import { compileFormSchemas } from '../../src/server/forms/documents/compiled-form.ts';
import { compileTestForm } from '../support/forms.ts';
import { createSampleForm } from '../support/sample-form.ts';
import { importValue, readSamples } from './samples.ts';

/** Imports a sample and returns a function that returns the problems of answers: `guardian required`. */
export function importSample(source: string, name: string): (answers: Values) => readonly string[] {
  return importJudge(readSamples(source).find((each) => each.name === name)?.value, name);
}

/** Imports a form and returns a function that returns the problems of answers: `guardian required`. */
export function importJudge(value: unknown, name: string): (answers: Values) => readonly string[] {
  const result = importValue(value, undefined, name);
  if (!result.ok) throw new Error(result.reason);
  const form = compileTestForm(result.documents);
  const [type] = form.types;
  if (type === undefined) throw new Error('no type');
  const { onServer } = createSampleForm(compileFormSchemas(form), type);
  return (answers) => onServer(answers).problems.map(({ field, code }) => `${field} ${code}`);
}
