import {
  type Form,
  type FormType,
  findByName,
  isCheckbox,
  isSameId,
  isUploadWidget,
  listWireFields,
  postNames,
  typeField,
  uploadField,
  type ValueKind,
  type Values,
} from '#engine';
import { getRenderedType } from './posted-branches.ts';
import { joinPostedDay } from './posted-day.ts';
import { deepestNesting, isWithinDepth, readNestedValue } from './posted-nested.ts';
import type { PostedForm } from './read-post.ts';

/**
 * Returns the posted values by field, as if they had been entered: texts unchanged, since the plan converts
 * them, nested fields as objects and lists, and photos by their paths. Empty values and unknown names are
 * absent. `null` is a preset that was emptied; a box that was ticked by default is `false` instead.
 * @param locale The language of the page, in which numbers of nested fields are written.
 */
export function readPostedValues(form: Form, posted: PostedForm, locale: string): Values {
  const type = form.types.find(({ id }) => isSameId(id, posted.texts.get(typeField)?.[0] ?? ''));
  const filled = readFilledValues({ form, type, posted, locale });
  const hidden = parseHiddenValues(posted);
  const emptied = listWireFields(form).flatMap(({ name }): readonly (readonly [string, null | false])[] => {
    if (name === typeField || Object.hasOwn(filled, name)) return [];
    if (!Object.hasOwn(hidden, name) || hidden[name] !== null) return [];
    const definition = type && findByName(type.fields, name);
    return [[name, definition && isCheckbox(definition) ? false : null]];
  });
  return { ...filled, ...Object.fromEntries(emptied) };
}

interface ReadValuesOptions {
  readonly form: Form;
  /** The type that the visitor selected; undefined if there is none. */
  readonly type: FormType | undefined;
  readonly posted: PostedForm;
  readonly locale: string;
}

/**
 * Returns the values of all fields whose controls are not empty; of several texts the first. The id of the
 * type is a number if it consists of digits.
 */
function readFilledValues({ form, type, posted, locale }: ReadValuesOptions): Values {
  const { texts, photos } = posted;
  const renderedType = form.types.find(({ id }) => isSameId(id, getRenderedType(posted)));
  const uploads = listUploadFields(form);
  const entries = listWireFields(form).flatMap(({ name, kind }): readonly (readonly [string, unknown])[] => {
    if (uploads.has(name)) {
      const received = photos.filter(({ field }) => field === name);
      const paths = [...(texts.get(name) ?? []), ...received.map(({ path }) => path)];
      return paths.length > 0 ? [[name, paths] as const] : [];
    }
    if (kind === 'json') {
      const typeWithField = [renderedType, type, ...form.types].find((one) =>
        one?.fields.some((field) => field.name === name),
      );
      const value = typeWithField && readNestedValue(name, { type: typeWithField, texts, locale });
      return value === undefined || isEmptyList(value) ? [] : [[name, value] as const];
    }
    const day = joinPostedDay((part) => texts.get(`${name}[${part}]`)?.[0]);
    if (day !== undefined) return [[name, day] as const];
    const filled = (texts.get(name) ?? []).filter((text) => text !== '');
    return filled.slice(0, 1).map((text) => [name, text] as const);
  });
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === typeField ? toJsonId(value) : value]),
  );
}

/**
 * Returns the values of the hidden field by field, which were entered in forms of other types or on other
 * steps; empty if there is none. Values that no page writes, and the id of the type, are left out.
 */
export function readHiddenValues(form: Form, posted: PostedForm): Values {
  const hidden = parseHiddenValues(posted);
  const entries = listWireFields(form).flatMap(({ name, kind }) => {
    const value = Object.hasOwn(hidden, name) ? hidden[name] : undefined;
    return name !== typeField && isValidHiddenValue(kind, value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns true for a text, a number or a boolean, and for an object or a list of the allowed depth if the
 * field is nested. Returns false for null.
 */
function isValidHiddenValue(kind: ValueKind, value: unknown): boolean {
  const isSingle = ['string', 'number', 'boolean'].includes(typeof value);
  // A field with branches may have a single value as well.
  return isSingle || (kind === 'json' && isObjectOrList(value) && isWithinDepth(deepestNesting, value));
}

function isObjectOrList(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Parses the hidden field without checking its values. Returns an empty object if it is no JSON. */
function parseHiddenValues({ texts }: PostedForm): Values {
  return parseObjectOrEmpty(texts.get(postNames.otherValues)?.[0]);
}

/** Returns the names of all fields for photos and files, of any type. */
function listUploadFields(form: Form): ReadonlySet<string> {
  const fields = form.types.flatMap((type) => type.fields);
  const named = fields.filter(({ widget }) => isUploadWidget(widget)).map(({ name }) => name);
  return new Set([uploadField, ...named]);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Parses a JSON object; returns an empty one without a text, or if it is no JSON. */
function parseObjectOrEmpty(text: string | undefined): Values {
  try {
    return Object(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * Returns a text of digits as a number, because GraphQL and stored enquiries use numbers as ids. Returns
 * other values unchanged.
 */
function toJsonId(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}
