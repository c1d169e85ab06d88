import {
  type FieldPlan,
  type Form,
  type FormType,
  findFieldText,
  formatText,
  type Id,
  isSameId,
  type Json,
  resolve,
  typeField,
} from '#engine';
import { memoizeByKey, memoizeByObject } from '#engine/model/memoize.ts';
import { acceptsOther, otherChoice } from '#engine/model/other-choice.ts';
import type { Content, Page } from '../../forms/content/content.ts';
import { findOfferedTypes, toVisitSituation } from '../../forms/content/visit.ts';

/** A field of a type as people read it, with the labels of its choices. */
export interface LabelledField {
  readonly name: string;
  readonly label: string;
  /** The label of each choice by its value as text, in the order of the form. Absent if any value is allowed. */
  readonly choices?: ReadonlyMap<string, string>;
  /** The label for texts in place of a choice. Absent if the field takes none. */
  readonly other?: string;
}

/** Returns the fields of an enquiry type by their name; empty for a type that the form does not have. */
export type FindLabelledFields = (type: Id) => ReadonlyMap<string, LabelledField>;

export interface LabelSources {
  readonly form: Form;
  readonly content: Content;
  readonly locale: string;
  /** The current day: `2026-11-21`. */
  readonly today: string;
}

/**
 * Creates the function that finds the labels of fields and choices in the live form. Choices from the content are those
 * of one page of each site, because sites may offer different ones. Results are cached.
 */
export function createAnswerLabels(sources: LabelSources): FindLabelledFields {
  const { form, content } = sources;
  const findTypes = memoizeByObject((page: Page) => findOfferedTypes(form, { ...sources, page }));
  const findFields = memoizeByKey((key: string): ReadonlyMap<string, LabelledField> => {
    const type = form.types.find((one) => one.key === key);
    if (type === undefined) return new Map();
    const pages = [...Map.groupBy(content.pages, ({ site }) => site).values()].flatMap(
      (ofSite) => ofSite.find((page) => findTypes(page).includes(type)) ?? [],
    );
    return labelFields(type, sources, pages);
  });
  return (id) => findFields(form.types.find((type) => isSameId(type.id, id))?.key ?? '');
}

/** Returns the labelled fields of a type, with the choices that it has on any of the pages. */
function labelFields(
  type: FormType,
  { form, content, locale, today }: LabelSources,
  pages: readonly Page[],
): ReadonlyMap<string, LabelledField> {
  const plans = pages.map((page) =>
    resolve(form, toVisitSituation(form, { page, content, locale, today }, { [typeField]: type.id })),
  );
  return new Map(
    type.fields.map((definition) => {
      const { name } = definition;
      const fields = plans.flatMap((plan) => plan.fields.filter((field) => field.name === name));
      const other = findFieldText(form, { typeKey: type.key, locale }, name, 'other');
      const choices = listChoices(fields, definition.kind, form, locale);
      return [
        name,
        {
          name,
          label: fields[0]?.label ?? definition.title ?? name,
          ...(choices && { choices }),
          ...(acceptsOther(definition) && { other: other ?? formatText(form, locale, 'other-choice') }),
        },
      ];
    }),
  );
}

/** Returns the labels of the choices of a field by their values; undefined if any value is allowed. */
function listChoices(
  fields: readonly FieldPlan[],
  kind: FieldPlan['definition']['kind'],
  form: Form,
  locale: string,
): ReadonlyMap<string, string> | undefined {
  if (kind === 'boolean')
    return new Map([
      ['true', formatText(form, locale, 'yes')],
      ['false', formatText(form, locale, 'no')],
    ]);
  if (fields.every(({ options }) => options === undefined)) return undefined;
  const options = fields.flatMap((field) => [...(field.options ?? []), ...(field.branchOptions ?? [])]);
  const choices = new Map<string, string>();
  for (const { value, label } of options)
    if (value !== otherChoice && !choices.has(String(value))) choices.set(String(value), label);
  return choices;
}

/** Returns the single values of an answer: the items of a list, none of an empty answer. */
export function listAnswerValues(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => (typeof item === 'object' ? [] : [String(item)]));
}
