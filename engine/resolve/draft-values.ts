import { asObject } from '../json-schema/values.ts';
import { memoizeByObject } from '../model/memoize.ts';
import { uploadField } from '../model/names.ts';
import type { Form, Values } from '../model/types.ts';
import { isUploadWidget } from '../model/uploads.ts';
import type { ValueKind } from '../model/widgets.ts';
import { listWireFields } from '../model/wire/wire.ts';
import { hasSecrets, replaceSecrets } from '../texts/secrets.ts';

/**
 * Returns the values that a draft may store and restore: of fields that the form knows, if the type fits. The
 * others are left out. Photos and passwords are never stored, not even inside an object or a list
 * (docs/behaviour.md, "Drafts").
 */
export function toDraftValues(form: Form, values: Values): Values {
  const { kinds, secretFields, searchFields, structured, fieldsWithPreset } = getDraftFields(form);
  const storable = Object.entries(values).filter(([name, value]) => {
    const kind = kinds.get(name);
    return (
      kind !== undefined &&
      !secretFields.has(name) &&
      !(structured.has(name) && typeof value !== 'object') &&
      (isStorable(kind, value) ||
        (value === null && fieldsWithPreset.has(name)) ||
        (searchFields.has(name) && isUnmatchedSearchText(value)))
    );
  });
  return Object.fromEntries(storable.map(([name, value]) => [name, toDraftValue(form, [name], value)]));
}

/**
 * Returns a value without the passwords in it; undefined if it is a password itself. In a list, a password
 * becomes an empty text.
 * @param path The name of the field, then keys and indexes inside its value.
 */
export function toDraftValue(form: Form, path: readonly string[], value: unknown): unknown {
  const { typesWithSecrets } = getDraftFields(form);
  return typesWithSecrets.length === 0 ? value : replaceSecrets(undefined, typesWithSecrets, path, value);
}

interface DraftFields {
  /** The kinds of the values of all fields that may be sent, by name. */
  readonly kinds: ReadonlyMap<string, ValueKind>;
  /** Upload fields and passwords. */
  readonly secretFields: ReadonlySet<string>;
  /** The enquiry types with passwords. */
  readonly typesWithSecrets: Form['types'];
  /** Fields in which text may be an unfinished search. */
  readonly searchFields: ReadonlySet<string>;
  /** Fields that always contain an object or a list. */
  readonly structured: ReadonlySet<string>;
  /** Fields that may start with a preset, so that `null` means emptied. */
  readonly fieldsWithPreset: ReadonlySet<string>;
}

/**
 * Returns the fields by the rules for drafts that concern them. Cached by form, because a draft is written at
 * every pause in typing.
 */
const getDraftFields = memoizeByObject((form: Form): DraftFields => {
  const searched = listFieldsOfAllTypes(form).filter(({ widget }) => widget === 'autocomplete');
  return {
    kinds: new Map(listWireFields(form).map(({ name, kind }) => [name, kind])),
    secretFields: findUploadAndPasswordFields(form),
    typesWithSecrets: form.types.filter(hasSecrets),
    searchFields: new Set(searched.map(({ name }) => name)),
    structured: findStructuredFields(form),
    fieldsWithPreset: new Set(
      listWireFields(form).flatMap(({ name, hasPreset }) => (hasPreset ? [name] : [])),
    ),
  };
});

/**
 * Returns the names of the fields that contain an object or a list in every type. A field with branches may
 * contain a text or a number as well.
 */
function findStructuredFields(form: Form): ReadonlySet<string> {
  const schemas = form.types.flatMap(({ schema }) => Object.entries(asObject(asObject(schema).properties)));
  /** Returns true if a schema has the type object or array by itself. */
  const isStructured = (schema: unknown) => {
    const { type } = asObject(schema);
    return type === 'object' || type === 'array';
  };
  const others = new Set(schemas.flatMap(([name, schema]) => (isStructured(schema) ? [] : [name])));
  return new Set(schemas.map(([name]) => name).filter((name) => !others.has(name)));
}

/** Returns the names of the upload fields and passwords of all types, and always that of the photo field. */
function findUploadAndPasswordFields(form: Form): ReadonlySet<string> {
  const secret = listFieldsOfAllTypes(form).filter(
    ({ widget }) => isUploadWidget(widget) || widget === 'password',
  );
  return new Set([uploadField, ...secret.map(({ name }) => name)]);
}

function listFieldsOfAllTypes(form: Form) {
  return form.types.flatMap((type) => type.fields);
}

/** Returns true for the text of a search (`{typed: …}`) for which no choice was selected. */
function isUnmatchedSearchText(value: unknown): boolean {
  return typeof Object(value).typed === 'string';
}

/** Returns true if a draft may store a value in a field of a kind. An incomplete number is a text. */
function isStorable(kind: ValueKind, value: unknown): boolean {
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
      return value !== undefined && value !== null;
  }
}
