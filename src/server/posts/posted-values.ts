import {
  byName,
  type Form,
  type FormType,
  isSameId,
  isTick,
  isUploadWidget,
  postNames,
  typeField,
  uploadField,
  type ValueKind,
  type Values,
  wireFields,
} from '#engine';
import { drawnTypeOf } from './posted-branches.ts';
import { postedDay } from './posted-day.ts';
import { deepest, isWithin, nestedValue } from './posted-nested.ts';
import type { Posted } from './read-post.ts';

/**
 * Returns what was posted, by field, as if it had been entered: texts as they are, which the plan reads as each field's kind, photos by
 * their paths. What was left empty is absent, and so is what no field of the form is called. `null` is a preset that was emptied: a box
 * that was ticked beforehand is then `false`.
 *
 * @param locale - the language of the page, in which numbers are written.
 */
export function postedValues(form: Form, posted: Posted, locale: string): Values {
  const type = form.types.find(({ id }) => isSameId(id, posted.texts.get(typeField)?.[0] ?? ''));
  const filled = filledValues({ form, type, posted, locale });
  const kept = keptValues(posted);
  const emptied = wireFields(form).flatMap(({ name }): readonly (readonly [string, null | false])[] => {
    if (name === typeField || Object.hasOwn(filled, name)) return [];
    if (!Object.hasOwn(kept, name) || kept[name] !== null) return [];
    const definition = type && byName(type.fields, name);
    return [[name, definition && isTick(definition) ? false : null]];
  });
  return { ...filled, ...Object.fromEntries(emptied) };
}

interface Filling {
  readonly form: Form;
  /** The enquiry type that was posted. */
  readonly type: FormType | undefined;
  readonly posted: Posted;
  readonly locale: string;
}

/** The fields of which something was posted. */
function filledValues({ form, type, posted, locale }: Filling): Values {
  const { texts, photos } = posted;
  const drawn = form.types.find(({ id }) => isSameId(id, drawnTypeOf(posted)));
  const uploads = uploadNames(form);
  const entries = wireFields(form).flatMap(({ name, kind }): readonly (readonly [string, unknown])[] => {
    if (uploads.has(name)) {
      const taken = photos.filter(({ field }) => field === name);
      const paths = [...(texts.get(name) ?? []), ...taken.map(({ path }) => path)];
      return paths.length > 0 ? [[name, paths] as const] : [];
    }
    if (kind === 'json') {
      const having = [drawn, type, ...form.types].find((one) =>
        one?.fields.some((field) => field.name === name),
      );
      const value = having && nestedValue(name, { type: having, texts, locale });
      return value === undefined || isEmptyList(value) ? [] : [[name, value] as const];
    }
    const day = postedDay((part) => texts.get(`${name}[${part}]`)?.[0]);
    if (day !== undefined) return [[name, day] as const];
    const filled = (texts.get(name) ?? []).filter((text) => text !== '');
    return filled.slice(0, 1).map((text) => [name, text] as const);
  });
  return Object.fromEntries(entries.map(([name, value]) => [name, name === typeField ? idOf(value) : value]));
}

/**
 * What was entered in forms of other types and waits for their return, or on other steps, by field. Whatever no page has put there counts
 * as nothing.
 */
export function waitingValues(form: Form, posted: Posted): Values {
  const waiting = keptValues(posted);
  const entries = wireFields(form).flatMap(({ name, kind }) => {
    const value = Object.hasOwn(waiting, name) ? waiting[name] : undefined;
    return name !== typeField && canTravel(kind, value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns whether a page may have put a hidden value there: it is of the field's own kind, and no deeper than a post. */
function canTravel(kind: ValueKind, value: unknown): boolean {
  const isSingle = ['string', 'number', 'boolean'].includes(typeof value);
  // A field with branches may hold a single value as well.
  return isSingle || (kind === 'json' && isJson(value) && isWithin(deepest, value));
}

function isJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** What travels along hidden, as it was posted: anything may stand there. */
function keptValues({ texts }: Posted): Values {
  return parsed(texts.get(postNames.otherValues)?.[0]);
}

/** The names of the fields that take uploads in some form. */
function uploadNames(form: Form): ReadonlySet<string> {
  const fields = form.types.flatMap((type) => type.fields);
  const named = fields.filter(({ widget }) => isUploadWidget(widget)).map(({ name }) => name);
  return new Set([uploadField, ...named]);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function parsed(text: string | undefined): Values {
  try {
    return Object(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** An id as JSON carries it: content compares ids as text, GraphQL and what is stored have a number. */
function idOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}
