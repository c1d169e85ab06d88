import { typeField, uploadField } from './names.ts';
import type { FieldDefinition, Form, Json, Plan, Values, WireField } from './types.ts';

/**
 * Every argument that `sendContactUs` has for a form value, `enquiry_type` and `upload` first, then each field of
 * any enquiry type once, in the order of the types. A form that travelled to a page brings the list along, because
 * it lacks the types that the page does not show.
 */
export function wireFields(form: Form): readonly WireField[] {
  return form.wire ?? remembered(form);
}

/** The effective values of a plan as they travel: every argument is there, an empty one as its `empty`. */
export function toVariables(form: Form, plan: Plan): Readonly<Record<string, Json>> {
  const variables: Record<string, Json> = {};
  for (const { name, empty } of wireFields(form)) variables[name] = plan.values[name] ?? empty;
  return variables;
}

/**
 * The inverse of `toVariables`: the values by field, as if a visitor had entered them. `null` and an empty `upload`
 * are absent; what is no form value (`domain`) is left out.
 */
export function fromVariables(form: Form, variables: Values): Values {
  const values: Record<string, unknown> = {};
  for (const { name } of wireFields(form)) {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!isEmpty(value)) values[name] = value;
  }
  return values;
}

const made = new WeakMap<Form, readonly WireField[]>();

function remembered(form: Form): readonly WireField[] {
  let fields = made.get(form);
  if (fields === undefined) {
    fields = collect(form);
    made.set(form, fields);
  }
  return fields;
}

function collect(form: Form): readonly WireField[] {
  const fields = new Map<string, WireField>([
    [typeField, { name: typeField, kind: 'integer', empty: null }],
    [uploadField, { name: uploadField, kind: 'json', empty: [] }],
  ]);
  for (const definition of form.types.flatMap((type) => type.fields)) {
    const known = fields.get(definition.name);
    if (known === undefined) fields.set(definition.name, wireField(definition));
    else if (definition.isLong && definition.name !== typeField)
      fields.set(definition.name, { ...known, isLong: true });
  }
  return [...fields.values()];
}

/** An agreement is given or not: an empty one is `false` (docs/contract.md, "GraphQL"). Of any other tick that nobody touched nothing is known. */
function wireField(definition: FieldDefinition): WireField {
  const { name, kind, widget, isLong } = definition;
  const isAgreement = isTick(definition) && widget === 'terms';
  return { name, kind, ...(isLong && { isLong }), empty: isAgreement ? false : null };
}

/** Returns whether a field is a checkbox. */
export function isTick({ kind, widget }: FieldDefinition): boolean {
  return kind === 'boolean' && (widget === 'checkbox' || widget === 'terms');
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
