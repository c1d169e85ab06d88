import { choiceTitle } from '../../json-schema/choices.ts';
import { propertyOf } from '../../json-schema/walk.ts';
import { noAnswers, type Saying, withAnswers } from '../../piping.ts';
import { fieldTexts } from '../../resolve/field-texts.ts';
import { optionsOfChoices } from '../../resolve/options.ts';
import { temporalCode } from '../../schema-problem.ts';
import { hasText, textKeys } from '../../texts.ts';
import type { FieldDefinition, Form, FormType, ProblemCode } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';
import { writtenTexts } from './pipes.ts';
import { type RuledEffect, ruledFields } from './ruled-fields.ts';

/** Finds labels, option labels and messages that are missing, and labels that visitors cannot distinguish. */
export function lintLabels(form: Form, places: Places): readonly Finding[] {
  const missing = form.types.flatMap((type) =>
    type.fields.flatMap((field) => missingTexts({ form, type, places }, field)),
  );
  const named = withNames(form);
  const doubled = Object.keys(form.texts).flatMap((locale) =>
    form.types.flatMap((type) => doubledLabels({ form: named, type, places }, locale)),
  );
  return once([...missing, ...doubled]);
}

/**
 * Returns the form with the names of the answers in its piped texts: two labels with different answers are
 * not the same label.
 */
function withNames(form: Form): Form {
  if (form.pipes === undefined) return form;
  const saying: Saying = { ...noAnswers, answerOf: (name) => ({ value: name, words: name }) };
  const named = Object.entries(writtenTexts(form)).map(([locale, texts]) => [
    locale,
    Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, withAnswers(message, saying)])),
  ]);
  return { ...form, texts: Object.fromEntries(named) };
}

interface Looking {
  readonly form: Form;
  readonly type: FormType;
  readonly places: Places;
}

function missingTexts(looking: Looking, field: FieldDefinition): readonly Finding[] {
  const { form, type, places } = looking;
  const locale = form.settings.fallbackLocale;
  const { name, widget, title, choices = [], choiceTitles } = field;
  const has = (...keys: readonly string[]) => keys.some((key) => hasText(form, locale, key));
  const warning = (code: 'missing-label' | 'missing-option-label' | 'missing-message', reason: string) =>
    finding({ ...places.text(locale), code, reason });
  const label = `fields.${name}.label`;
  // If another language has a text for the label, the text is missing here, even if there is a title.
  const isTranslated = Object.keys(form.texts).some((other) =>
    textKeys(type.key, label).some((key) => form.texts[other]?.[key] !== undefined),
  );
  const unlabelled =
    widget === 'hidden' || (isSaid(title) && !isTranslated) || has(...textKeys(type.key, label))
      ? []
      : [warning('missing-label', `"${name}" has no label; add the text "${label}", or a "title"`)];
  const unnamed = choices.flatMap((value) => {
    const key = `options.${name}.${value}`;
    return typeof value === 'number' ||
      isSaid(choiceTitle(choiceTitles, value)) ||
      has(...textKeys(type.key, key))
      ? []
      : [warning('missing-option-label', `the choice "${value}" of "${name}" has no text; add "${key}"`)];
  });
  const unsaid = problemsOf(looking, field).flatMap((code) => {
    const key = `fields.${name}.problems.${code}`;
    return has(...textKeys(type.key, key), `problems.${code}`)
      ? []
      : [
          warning(
            'missing-message',
            `the problem "${code}" of "${name}" has no message; add the text "problems.${code}" or "${key}"`,
          ),
        ];
  });
  return [...unlabelled, ...unnamed, ...unsaid];
}

function isSaid(title: string | undefined): boolean {
  return title !== undefined && title.trim() !== '';
}

function problemsOf(
  { form, type }: Looking,
  { name, isRequired, choices, optionSet, temporal }: FieldDefinition,
): readonly ProblemCode[] {
  const schema = propertyOf(type.schema, name);
  const fields = ruledFields(form);
  const ruled = (effect: RuledEffect) => fields[effect].has(name);
  const isBounded = (end: 'minimum' | 'maximum' | 'equals') =>
    form.rules.some(({ then }) => then.bound?.[name]?.[end] !== undefined);
  const isHeld = (end: 'minimum' | 'maximum') => temporal === undefined && isBounded(end);
  const asked: readonly (readonly [ProblemCode, boolean])[] = [
    ['required', isRequired || ruled('require')],
    ['not-accepted', schema.const === true],
    ['too-short', typeof schema.minLength === 'number' && schema.minLength > 1],
    ['too-long', typeof schema.maxLength === 'number'],
    ['wrong-format', schema.pattern !== undefined || schema.format !== undefined],
    ['wrong-step', schema.multipleOf !== undefined],
    ['not-offered', choices !== undefined || optionSet !== undefined || ruled('options')],
    ['too-small', schema.minimum !== undefined || isHeld('minimum')],
    ['too-large', schema.maximum !== undefined || isHeld('maximum')],
    ['not-above', schema.exclusiveMinimum !== undefined],
    ['not-below', schema.exclusiveMaximum !== undefined],
    ...temporalProblems(temporal, isBounded),
    ['not-same', isBounded('equals')],
    ['too-few', schema.minItems !== undefined],
    ['too-many', schema.maxItems !== undefined || ruled('limit')],
    ['duplicate', schema.uniqueItems === true],
  ];
  return asked.filter(([, isAsked]) => isAsked).map(([code]) => code);
}

function temporalProblems(
  temporal: FieldDefinition['temporal'],
  isBounded: (end: 'minimum' | 'maximum') => boolean,
): readonly (readonly [ProblemCode, boolean])[] {
  if (temporal === undefined) return [];
  return [
    [temporalCode(temporal, true), isBounded('minimum')],
    [temporalCode(temporal, false), isBounded('maximum')],
  ];
}

function doubledLabels({ form, type, places }: Looking, locale: string): readonly Finding[] {
  const place = places.text(locale);
  const labels = type.fields
    .filter(({ widget }) => widget !== 'hidden')
    .map((field) => ({ name: field.name, label: fieldTexts(form, type.key, locale)(field).label }));
  const fields = doubles(labels).map(({ label, names }) =>
    finding({
      ...place,
      code: 'double-label',
      reason: `${names} of "${type.key}" all have the label “${label}”; give each its own`,
    }),
  );
  const options = type.fields.flatMap((field) => {
    if (field.choices === undefined) return [];
    const read = optionsOfChoices(form, locale, type.key, field).options;
    return doubles(read.map(({ value, label }) => ({ name: String(value), label }))).map(({ label, names }) =>
      finding({
        ...place,
        code: 'double-option-label',
        reason: `the choices ${names} of "${field.name}" all read “${label}”; give each its own text`,
      }),
    );
  });
  return [...fields, ...options];
}

function doubles(
  labelled: readonly { readonly name: string; readonly label: string }[],
): readonly { readonly label: string; readonly names: string }[] {
  const byLabel = Map.groupBy(labelled, ({ label }) => label);
  return [...byLabel].flatMap(([label, same]) =>
    same.length < 2 ? [] : [{ label, names: same.map(({ name }) => `"${name}"`).join(', ') }],
  );
}

/** Types share fields, so the same finding may occur for several types. */
function once(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map(findings.map((each) => [`${each.file}${each.pointer}${each.reason}`, each]));
  return [...seen.values()];
}
