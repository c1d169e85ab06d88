import { asObject } from '../../json-schema/values.ts';
import type { FieldDefinition, UiSchema, VisitorFields } from '../../model/types.ts';
import { type DocumentPath, extendPath, type ProblemReport } from '../report.ts';

/**
 * The UI schemas that name the visitor's fields: the form's own, else the shared one. `at` is the position of
 * the own one.
 */
export interface VisitorSources {
  readonly own: UiSchema;
  readonly shared: UiSchema;
  readonly at: DocumentPath;
}

/**
 * Returns true if visitors get a copy of their answers by mail: the own UI schema has `ui:receipt`, and the
 * field with the visitor's mail address accepts only addresses. Reports a form with `ui:receipt` but without
 * such a field, and returns false.
 */
export function givesReceipt(
  { own, at }: VisitorSources,
  {
    visitor,
    fields,
  }: { readonly visitor: VisitorFields | undefined; readonly fields: readonly FieldDefinition[] },
  report: ProblemReport,
): boolean {
  if (own['ui:receipt'] !== true) return false;
  const field = fields.find(({ name }) => name === visitor?.email);
  if (field?.widget === 'email') return true;
  const addresses = fields.filter(({ widget }) => widget === 'email').map(({ name }) => `"${name}"`);
  const found = field
    ? `"${field.name}", which "ui:visitor" names for it, accepts any text`
    : '"ui:visitor" names no field for it';
  const mend =
    addresses.length === 0
      ? 'add a field with the widget "email", and name it there'
      : `name one there that accepts only addresses: ${addresses.join(', ')}`;
  report.add(extendPath(at, 'ui:receipt'), 'bad-value', `a receipt needs a mail address: ${found}; ${mend}`);
  return false;
}

const visitorParts = ['name', 'email'] as const;

/**
 * Returns the names of the text fields with the visitor's name and mail address, as `ui:visitor` names them;
 * undefined if there are none. A name that is not that of a text field is left out. It is reported if the
 * form's own UI schema has `ui:visitor`; in the shared one it is right for other forms.
 */
export function findVisitorFields(
  { own, shared, at }: VisitorSources,
  fields: readonly FieldDefinition[],
  report: ProblemReport,
): VisitorFields | undefined {
  const declared = asObject(own['ui:visitor'] ?? shared['ui:visitor']);
  const found: Partial<Record<(typeof visitorParts)[number], string>> = {};
  for (const part of visitorParts) {
    const name = declared[part];
    if (typeof name !== 'string') continue;
    const field = fields.find((candidate) => candidate.name === name);
    if (field?.kind === 'string') found[part] = name;
    else if (own['ui:visitor'] !== undefined)
      reportUnsuitableField(name, field, extendPath(at, 'ui:visitor', part));
  }
  return Object.keys(found).length === 0 ? undefined : found;

  /**
   * Reports a name in `ui:visitor` that is not the name of a text field. `field` is absent if no field has
   * it.
   */
  function reportUnsuitableField(
    name: string,
    field: FieldDefinition | undefined,
    place: DocumentPath,
  ): void {
    const texts = fields.filter(({ kind }) => kind === 'string').map((each) => each.name);
    if (field === undefined)
      report.add(place, 'unknown-field', `unknown field "${name}"`, { wrong: name, known: texts });
    else report.add(place, 'bad-value', `"${name}" is not a text field; name one that is`);
  }
}
