import { getChoiceTitle } from '../../json-schema/choices.ts';
import type { FieldDefinition, Form, FormType } from '../../model/types.ts';
import { createFieldTextLookup } from '../../resolve/field-texts.ts';
import { toChoiceOptions } from '../../resolve/options.ts';
import { type AnswerSource, insertAnswers, noAnswers } from '../../resolve/piping.ts';
import { hasText, listTextKeys } from '../../texts/texts.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import { mergePipedTexts } from './piped-texts.ts';

/**
 * Returns a finding for each label and option label that is missing in the fallback language, and for labels that visitors cannot distinguish in some language.
 */
export function lintLabels(form: Form, locator: DocumentLocator): readonly Finding[] {
  const missing = form.types.flatMap((type) =>
    type.fields.flatMap((field) => reportMissingTexts({ form, type, locator }, field)),
  );
  const named = fillInAnswerNames(form);
  const doubled = Object.keys(form.texts).flatMap((locale) =>
    form.types.flatMap((type) => reportDuplicateLabels({ form: named, type, locator }, locale)),
  );
  return removeDuplicateFindings([...missing, ...doubled]);
}

/**
 * Returns the form with field names in place of the answers in its piped texts, so that two labels that
 * differ only in the answer are not the same label.
 */
function fillInAnswerNames(form: Form): Form {
  if (form.pipes === undefined) return form;
  const answerSource: AnswerSource = { ...noAnswers, findAnswer: (name) => ({ value: name, text: name }) };
  const named = Object.entries(mergePipedTexts(form)).map(([locale, texts]) => [
    locale,
    Object.fromEntries(
      Object.entries(texts).map(([key, message]) => [key, insertAnswers(message, answerSource)]),
    ),
  ]);
  return { ...form, texts: Object.fromEntries(named) };
}

interface LabelContext {
  readonly form: Form;
  readonly type: FormType;
  readonly locator: DocumentLocator;
}

/**
 * Returns a finding for the label and each text of a choice that a field lacks in the fallback language. Titles of the schema count as texts; hidden fields need no label, and numbers no text.
 */
function reportMissingTexts(context: LabelContext, field: FieldDefinition): readonly Finding[] {
  const { form, type, locator } = context;
  const locale = form.settings.fallbackLocale;
  const { name, widget, title, choices = [], choiceTitles } = field;
  /** Returns true if the fallback language has a text for one of the keys. */
  const hasAnyText = (...keys: readonly string[]) => keys.some((key) => hasText(form, locale, key));
  /** Creates a finding at the texts of the fallback language. */
  const createMissingFinding = (code: 'missing-label' | 'missing-option-label', reason: string) =>
    createFinding({ ...locator.text(locale), code, reason });
  const label = `fields.${name}.label`;
  // If another language has a text for the label, the text is missing here, even if there is a title.
  const isTranslated = Object.keys(form.texts).some((other) =>
    listTextKeys(type.key, label).some((key) => form.texts[other]?.[key] !== undefined),
  );
  const unlabelled =
    widget === 'hidden' ||
    (isNonBlank(title) && !isTranslated) ||
    hasAnyText(...listTextKeys(type.key, label))
      ? []
      : [
          createMissingFinding(
            'missing-label',
            `"${name}" has no label; add the text "${label}", or a "title"`,
          ),
        ];
  const unnamed = choices.flatMap((value) => {
    const key = `options.${name}.${value}`;
    return typeof value === 'number' ||
      isNonBlank(getChoiceTitle(choiceTitles, value)) ||
      hasAnyText(...listTextKeys(type.key, key))
      ? []
      : [
          createMissingFinding(
            'missing-option-label',
            `the choice "${value}" of "${name}" has no text; add "${key}"`,
          ),
        ];
  });
  return [...unlabelled, ...unnamed];
}

/** Returns true if there is a title with other characters than white space. */
function isNonBlank(title: string | undefined): boolean {
  return title !== undefined && title.trim() !== '';
}

/**
 * Returns a finding for each label that several visible fields of a type have in a language, and for each
 * text that several choices of one field have.
 */
function reportDuplicateLabels({ form, type, locator }: LabelContext, locale: string): readonly Finding[] {
  const position = locator.text(locale);
  const labels = type.fields
    .filter(({ widget }) => widget !== 'hidden')
    .map((field) => ({
      name: field.name,
      label: createFieldTextLookup(form, type.key, locale)(field).label,
    }));
  const fields = findSharedLabels(labels).map(({ label, names }) =>
    createFinding({
      ...position,
      code: 'double-label',
      reason: `${names} of "${type.key}" all have the label “${label}”; give each its own`,
    }),
  );
  const options = type.fields.flatMap((field) => {
    if (field.choices === undefined) return [];
    const read = toChoiceOptions(form, locale, type.key, field).options;
    return findSharedLabels(read.map(({ value, label }) => ({ name: String(value), label }))).map(
      ({ label, names }) =>
        createFinding({
          ...position,
          code: 'double-option-label',
          reason: `the choices ${names} of "${field.name}" all have the text “${label}”; give each its own`,
        }),
    );
  });
  return [...fields, ...options];
}

/**
 * Returns each label that occurs more than once, with the quoted names that have it as one text, such as
 * `"phone", "mobile"`.
 */
function findSharedLabels(
  labelled: readonly { readonly name: string; readonly label: string }[],
): readonly { readonly label: string; readonly names: string }[] {
  const byLabel = Map.groupBy(labelled, ({ label }) => label);
  return [...byLabel].flatMap(([label, same]) =>
    same.length < 2 ? [] : [{ label, names: same.map(({ name }) => `"${name}"`).join(', ') }],
  );
}

/**
 * Returns one of the findings with the same position and reason, because types share fields: the last one, at
 * the position of the first.
 */
function removeDuplicateFindings(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map(findings.map((each) => [`${each.file}${each.pointer}${each.reason}`, each]));
  return [...seen.values()];
}
