import { uploadField } from './names.ts';
import type { Form, ValueKind, Values } from './types.ts';
import { isUploadWidget } from './uploads.ts';
import { wireFields } from './wire.ts';

/**
 * Of some values those that may be kept of an enquiry that is not sent, and brought back: of fields that the form knows, of a kind that
 * they can hold; never photos, never passwords (docs/behaviour.md, "Drafts").
 */
export function draftValues(form: Form, values: Values): Values {
  const kinds = new Map(wireFields(form).map(({ name, kind }) => [name, kind]));
  const secret = secretFields(form);
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const kind = kinds.get(name);
      return kind !== undefined && !secret.has(name) && canHold(kind, value);
    }),
  );
}

function secretFields(form: Form): ReadonlySet<string> {
  const fields = form.types.flatMap((type) => type.fields);
  const secret = fields.filter(({ widget }) => isUploadWidget(widget) || widget === 'password');
  return new Set([uploadField, ...secret.map(({ name }) => name)]);
}

/** A number may be half typed, that is text. */
function canHold(kind: ValueKind, value: unknown): boolean {
  switch (kind) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
    case 'number':
    case 'id':
      return typeof value === 'string' || typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean' || typeof value === 'string';
    case 'json':
      return typeof value === 'object' && value !== null;
  }
}
