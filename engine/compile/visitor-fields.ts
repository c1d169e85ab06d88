import { asObject } from '../json-schema/values.ts';
import type { FieldDefinition, UiSchema, VisitorFields } from '../types.ts';
import { type Place, type Report, within } from './report.ts';

/** Where it is said who the visitor is: by the form itself, else for all forms. */
export interface VisitorSources {
  readonly own: UiSchema;
  readonly shared: UiSchema;
  /** Of the form's own UI schema. */
  readonly at: Place;
}

const parts = ['name', 'email'] as const;

/** The fields that hold the visitor's name and address. What is said for all forms holds for those that have such a field. */
export function visitorFields(
  { own, shared, at }: VisitorSources,
  fields: readonly FieldDefinition[],
  report: Report,
): VisitorFields | undefined {
  const said = asObject(own['ui:visitor'] ?? shared['ui:visitor']);
  const found: Partial<Record<(typeof parts)[number], string>> = {};
  for (const part of parts) {
    const name = said[part];
    if (typeof name !== 'string') continue;
    const field = fields.find((candidate) => candidate.name === name);
    if (field?.kind === 'string') found[part] = name;
    else if (own['ui:visitor'] !== undefined) reportUnfit(name, field, within(at, 'ui:visitor', part));
  }
  return Object.keys(found).length === 0 ? undefined : found;

  function reportUnfit(name: string, field: FieldDefinition | undefined, place: Place): void {
    const texts = fields.filter(({ kind }) => kind === 'string').map((each) => each.name);
    if (field === undefined)
      report.add(place, 'unknown-field', `unknown field "${name}"`, { wrong: name, known: texts });
    else report.add(place, 'bad-value', `"${name}" holds no text; name a field that does`);
  }
}
