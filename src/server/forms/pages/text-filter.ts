import { type Form, isUploadWidget } from '#engine';
import { iterateSchemas } from '#engine/json-schema/walk.ts';
import { acceptsOther } from '#engine/model/other-choice.ts';
import { findTypesShowing } from '#engine/texts/types-of-text.ts';
import { needsSchema, usesCustomComponent } from '#widgets/nested/needs-nested-fields.ts';

/** A form as one page shows it: the types that the page offers, and whether it shows them in steps. */
export interface ShownForm {
  readonly form: Form;
  readonly types: Form['types'];
  readonly inSteps: boolean;
}

/**
 * Returns a predicate that is true for the keys of texts that a page may show. Labels and hints of rules are
 * always among them. Texts of other types, texts of whole pages (`page.…`, except `page.needs-scripts`) and,
 * without steps, those of steps never are. Texts that no field of the types needs are left out, unless a
 * custom widget may use them.
 */
export function createTextFilter({ form, types, inSteps }: ShownForm): (key: string) => boolean {
  const named = new Set(form.rules.flatMap(({ then }) => Object.values({ ...then.label, ...then.hint })));
  const unusedPatterns = types.some(({ fields }) => fields.some(usesCustomComponent))
    ? []
    : listUnusedTextPatterns(types);
  const formats = types.some(({ fields }) => fields.some(usesCustomComponent))
    ? undefined
    : collectFormats(types);
  const patterns = [/^page\.(?!needs-scripts$)/, ...(inSteps ? [] : [stepTexts]), ...unusedPatterns];
  return (key) =>
    named.has(key) ||
    (!patterns.some((pattern) => pattern.test(key)) &&
      isOfFormats(key, formats) &&
      findTypesShowing(key, form.types).some((type) => types.includes(type)));
}

/**
 * Returns true if a key is not that of a format (`formats.…`), or is that of one of `formats`. Undefined
 * allows all formats.
 */
function isOfFormats(key: string, formats: ReadonlySet<unknown> | undefined): boolean {
  const [, format] = /^formats\.(.+)/.exec(key) ?? [];
  return format === undefined || formats === undefined || formats.has(format);
}

/**
 * Returns the values of `format` in the schemas of the types, at every depth. The set contains undefined for
 * schemas without one.
 */
function collectFormats(types: Form['types']): ReadonlySet<unknown> {
  return new Set(
    types.flatMap(({ schema }) => [...iterateSchemas(schema)].map(({ schema: { format } }) => format)),
  );
}

/** Texts of steps and of saving, for pages that show a form in steps. */
const stepTexts = /^(?:forms\.[^.]+\.)?(?:steps?|check|resume)\./;

const nestedTexts = [
  /^(?:item-label|property-(?:name|value)|branch|(?:add|remove|move)-item(?:-\w+)?|announce\.item-\w+)$/,
  /^problems\.(?:no-branch|several-branches|too-few-fields|too-many-fields|too-few-fitting|wrong-count|missing-choice|(?:wrong|missing|repeated)-name)$/,
];

const dayTexts = /^problems\.(?:(?:missing|wrong)-(?:day|month|year)|too-early|too-late)$/;

/** Returns patterns that match the keys of texts that no field or block of the types needs. */
function listUnusedTextPatterns(types: Form['types']): readonly RegExp[] {
  const fields = types.flatMap((type) => type.fields);
  const isNested = types.some(needsSchema);
  return [
    ...(fields.some(({ widget }) => isUploadWidget(widget)) ? [] : [/^photos\./, /^send-later\.photos-/]),
    ...(fields.some(({ widget }) => widget === 'files') ? [] : [/^files\./]),
    ...(fields.some(({ widget }) => widget === 'signature') ? [] : [/^signature\./]),
    ...(isNested ? [] : nestedTexts),
    ...(isNested || fields.some(acceptsOther) ? [] : [/^other-/]),
    ...(isNested || fields.some(({ temporal }) => temporal !== undefined) ? [] : [dayTexts]),
    ...(types.some(({ blocks }) => blocks !== undefined) ? [] : [/^notice\./]),
  ];
}
