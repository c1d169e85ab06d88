import {
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
  type PluralElement,
} from '@formatjs/icu-messageformat-parser/no-parser.js';
import { getFactValue } from '../conditions/condition.ts';
import type { FieldDefinition, FieldPlan, Form, Message, Plan, Situation, Texts } from '../model/types.ts';
import { isCheckbox } from '../model/wire/wire.ts';
import {
  findAnswerSchemas,
  formatAnswer,
  formatInnerAnswer,
  formatTemporal,
} from '../texts/format-answer.ts';
import { findRegionalLocale, findTextLocale, toFormattingLocale } from '../texts/locale.ts';
import { type FormatLanguage, formatMessage, formatValue } from '../texts/texts.ts';
import { resolve } from './resolve.ts';

/** The prefix of a message argument that names an answer, as in rules: `{values.boat_model}`. */
export const answerPrefix = 'values.';

/** The branch of a `select` that is used if there is no answer. */
export const emptyBranch = 'empty';

export interface PipedAnswer {
  /** The value that a `select` or a `plural` compares. For a choice it is the value that is sent. */
  readonly value: string | number | boolean;
  /** The answer as text. */
  readonly text: string;
}

/** Finds and formats the answers for a text in one language. */
export interface AnswerSource {
  /** Returns the answer with a name, such as `boat_model`; undefined if there is none. */
  readonly findAnswer: (name: string) => PipedAnswer | undefined;
  /** Returns the plural category (`one`, `other`) of a number minus the element's `offset`. */
  readonly selectPlural: (value: number, element: PluralElement) => string;
  /** Returns a number or a date in the format of an element. */
  readonly format: (element: MessageFormatElement, value: number | string) => string;
}

/** Finds no answers. It is used before anything was entered, and for texts that may not contain answers. */
export const noAnswers: AnswerSource = {
  findAnswer: () => undefined,
  selectPlural: () => 'other',
  format: () => '',
};

/**
 * Returns the name of the answer that an element of a message has as its argument: `boat_model` for
 * `{values.boat_model}`. Undefined for literal text, `#` and other arguments. Elements in its branches are
 * not searched.
 */
export function getAnswerName(element: MessageFormatElement): string | undefined {
  if (isLiteralElement(element) || isPoundElement(element)) return undefined;
  return element.value.startsWith(answerPrefix) ? element.value.slice(answerPrefix.length) : undefined;
}

/**
 * Returns a message with answers in place of their arguments, as a string if no other argument is left. Other
 * arguments stay. An answer is plain text and is never parsed as a message.
 */
export function insertAnswers(message: Message, answers: AnswerSource): Message {
  if (typeof message === 'string') return message;
  const elements = replaceInElements(message as readonly MessageFormatElement[], answers);
  return elements.every(isLiteralElement) ? elements.map(({ value }) => value).join('') : elements;
}

/**
 * Returns elements of a message with their answers replaced. `count` replaces `#`; it is undefined outside
 * the plural of an answer.
 */
function replaceInElements(
  elements: readonly MessageFormatElement[],
  answers: AnswerSource,
  count?: string,
): readonly MessageFormatElement[] {
  return elements.flatMap((element) => replaceInElement(element, answers, count));
}

/**
 * Returns the elements that replace an element. An answer becomes isolated text, in the format of a `number`
 * or `date` element. A `select` or `plural` on an answer becomes the content of its branch. A missing answer
 * becomes nothing; in a `select` the branch `empty`, else `other`; in a `plural` the branch `other`. For any
 * other element see `replaceInBranches`.
 */
function replaceInElement(
  element: MessageFormatElement,
  answers: AnswerSource,
  count: string | undefined,
): readonly MessageFormatElement[] {
  const name = getAnswerName(element);
  if (name === undefined) return [replaceInBranches(element, answers, count)];
  const answer = answers.findAnswer(name);
  const number = typeof answer?.value === 'number' ? answer.value : undefined;
  if (isSelectElement(element)) {
    const { options } = element;
    return replaceInElements(getBranch(options, getBranchName(answer)), answers, count);
  }
  if (isPluralElement(element)) {
    if (number === undefined) return replaceInElements(getBranch(element.options), answers, '');
    const exact = `=${number}`;
    const form = Object.hasOwn(element.options, exact) ? exact : answers.selectPlural(number, element);
    const shown = number - element.offset;
    return replaceInElements(getBranch(element.options, form), answers, answers.format(plainNumber, shown));
  }
  if (answer === undefined) return [];
  if (isNumberElement(element) && number !== undefined) return [isolateText(answers.format(element, number))];
  if (isDateElement(element)) return [isolateText(answers.format(element, String(answer.value)))];
  return [isolateText(answer.text)];
}

/**
 * Returns an element that is no answer itself with the answers in its branches replaced. A `#` becomes
 * `count`, the text of the count in the plural around it, unless that is undefined.
 */
function replaceInBranches(
  element: MessageFormatElement,
  answers: AnswerSource,
  count: string | undefined,
): MessageFormatElement {
  if (isPoundElement(element)) return count === undefined ? element : createLiteral(count);
  if (!isSelectElement(element) && !isPluralElement(element)) return element;
  const inside = isPluralElement(element) ? undefined : count;
  const options = Object.entries(element.options).map(([key, option]) => [
    key,
    { ...option, value: replaceInElements(option.value, answers, inside) },
  ]);
  return { ...element, options: Object.fromEntries(options) } as MessageFormatElement;
}

/** The element in whose format a count replaces `#`: a number without a style. */
const plainNumber: MessageFormatElement = { type: 2, value: `${answerPrefix}number`, style: null };

type Branches = Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>>;

/**
 * Returns the elements of the branch with a name, else of `other`, else an empty list. Only own properties
 * count, because an answer may be the name of an inherited one.
 */
function getBranch(branches: Branches, name = 'other'): readonly MessageFormatElement[] {
  return (Object.hasOwn(branches, name) ? branches[name] : branches.other)?.value ?? [];
}

/**
 * Returns the name of the branch for an answer, `empty` for no answer. A typed answer "empty" must not select
 * that branch, so it selects `other`.
 */
function getBranchName(answer: PipedAnswer | undefined): string {
  const name = answer === undefined ? emptyBranch : String(answer.value);
  return answer !== undefined && name === emptyBranch ? 'other' : name;
}

/**
 * Returns an answer as a literal between isolating characters, so that its direction does not affect the text
 * around it (Unicode, "Bidirectional Algorithm", 2.4, FSI and PDI).
 */
function isolateText(words: string): MessageFormatElement {
  return createLiteral(`\u2068${words}\u2069`);
}

function createLiteral(value: string): MessageFormatElement {
  return { type: 0, value };
}

/**
 * Returns a form whose texts in the plan's language and in the fallback language contain the answers of a
 * plan. Returns the form itself if none of its texts can contain an answer, and `former` if that has the same
 * hash and the same texts. The answer of a hidden field counts as missing.
 * @param former The result for an earlier plan.
 */
export function pipeAnswers(form: Form, plan: Plan, former: Form = form): Form {
  const { pipes } = form;
  if (pipes === undefined) return form;
  const own = findTextLocale(form, plan.textLocale);
  const locales = [...new Set([form.settings.fallbackLocale, own])].filter((tag) => pipes[tag]);
  const texts: Record<string, Texts> = { ...form.texts };
  let isFormer = former !== form && former.hash === form.hash;
  for (const locale of locales) {
    const answers = createAnswerSource(form, plan, locale);
    const messages = Object.entries(pipes[locale] ?? {}).map(
      ([key, message]) => [key, insertAnswers(message, answers)] as const,
    );
    isFormer &&= messages.every(([key, message]) => isSameMessage(message, former.texts[locale]?.[key]));
    texts[locale] = { ...form.texts[locale], ...Object.fromEntries(messages) };
  }
  return isFormer ? former : { ...form, texts };
}

/**
 * A form with answers in its texts, for two parts of a page. Each object stays the same as long as its texts
 * do.
 */
export interface PipedForm {
  readonly form: Form;
  /** The form with answers only in the texts that a plan does not contain: those inside fields. */
  readonly inside: Form;
}

/**
 * Returns both forms for a new plan. Each is the former object if its texts are the same. Fields read
 * `inside`, so they are not drawn again when only texts of other parts change.
 * @param former The result for the earlier plan; at first the form itself as both.
 */
export function updatePipedForm(form: Form, plan: Plan, former: PipedForm): PipedForm {
  const piped = pipeAnswers(form, plan, former.form);
  if (piped === former.form) return former;
  const texts = Object.entries(form.pipes ?? {}).map(([locale, messages]) => {
    const keys = Object.keys(messages).filter((key) => isInnerText(form, key));
    return [locale, keys.map((key) => [key, piped.texts[locale]?.[key] ?? ''] as const)] as const;
  });
  const isFormer =
    former.form.hash === form.hash &&
    texts.every(([locale, messages]) =>
      messages.every(([key, message]) => isSameMessage(message, former.inside.texts[locale]?.[key])),
    );
  if (isFormer) return { form: piped, inside: former.inside };
  const own = texts.map(([locale, messages]) => [
    locale,
    { ...form.texts[locale], ...Object.fromEntries(messages) },
  ]);
  return { form: piped, inside: { ...form, texts: { ...form.texts, ...Object.fromEntries(own) } } };
}

/**
 * Returns true for a text of a field or option that the plan does not contain, or that belongs to a nested
 * value: a field reads it itself.
 * @param key The key of the text, with or without the prefix of its type (`forms.<type>.`).
 */
function isInnerText({ types }: Form, key: string): boolean {
  const [kind, name, part = ''] = key.replace(/^forms\.[^.]+\./, '').split('.');
  if (kind !== 'fields' && kind !== 'options') return false;
  const isPlanned = kind === 'options' || plannedParts.includes(part);
  return (
    !isPlanned ||
    types.some(({ fields }) => fields.some((field) => field.name === name && field.kind === 'json'))
  );
}

/** The texts of a field that `FieldPlan` contains. Messages of problems are passed to the field as well. */
const plannedParts = ['label', 'hint', 'placeholder', 'problems'];

/**
 * Returns the plan of a situation, with answers in its texts. If texts can contain answers, the plan is
 * resolved a second time, with these texts.
 * @param transform Is applied to the plain plan before its answers are read, and to the result.
 * @param plain The plan without answers in its texts and before `transform`, if it is already resolved.
 */
export function resolvePiped(
  form: Form,
  situation: Situation,
  transform: (plan: Plan) => Plan = (plan) => plan,
  plain = resolve(form, situation),
): Plan {
  const plan = transform(plain);
  const piped = pipeAnswers(form, plan);
  return piped === form ? plan : transform(resolve(piped, situation));
}

/** Returns true if two messages have the same content. */
function isSameMessage(one: Message, other: Message | undefined): boolean {
  return one === other || (typeof one !== 'string' && JSON.stringify(one) === JSON.stringify(other));
}

/**
 * Returns a source of the answers of a plan that formats in a language, with the region of the plan's locale
 * if it is of the same language.
 */
function createAnswerSource(form: Form, plan: Plan, locale: string): AnswerSource {
  const language = {
    locale: toFormattingLocale(findRegionalLocale(locale, [plan.textLocale])),
    digits: form.digits,
  };
  return {
    findAnswer: (name) => findPipedAnswer({ form, plan, language }, name),
    selectPlural: (value, { pluralType: type = 'cardinal', offset }) =>
      new Intl.PluralRules(language.locale, { type }).select(value - offset),
    format: (element, value) =>
      isLiteralElement(element) || isPoundElement(element)
        ? ''
        : formatMessage([element], language, { [element.value]: value }),
  };
}

interface PipingContext {
  readonly form: Form;
  readonly plan: Plan;
  readonly language: FormatLanguage;
}

/**
 * Returns the answer with a name, as a value and as text, which is cut after `pipedLength` characters.
 * Undefined if it is empty, or if its field is hidden or missing.
 * @param name The name of a field, or the path to a nested value: `boat.model`.
 */
function findPipedAnswer(context: PipingContext, name: string): PipedAnswer | undefined {
  const { form, plan } = context;
  const [own = '', ...inner] = name.split('.');
  const field = plan.fields.find((each) => each.name === own);
  if (field === undefined || field.visibility === 'hidden') return undefined;
  const value =
    getFactValue({ values: plan.values }, answerPrefix + name) ??
    (name === own ? getUntickedValue(field.definition) : undefined);
  const words = toOneLine(formatPipedAnswer(context, field, inner, value), form.settings.pipedLength ?? 0);
  if (words === '') return undefined;
  return {
    value: typeof value === 'number' || typeof value === 'boolean' ? value : String(value),
    text: words,
  };
}

/**
 * Returns false for a checkbox: a text may state that it is not ticked, although an untouched one has no
 * answer. Undefined for any other field.
 */
function getUntickedValue(definition: FieldDefinition): false | undefined {
  return isCheckbox(definition) ? false : undefined;
}

/**
 * Returns the complete text of an answer, or an empty text if no text can contain it, such as that of an
 * object or of nothing. The items of a list are joined as a conjunction.
 * @param inner The segments of the path from the field to a nested value; empty for the field itself.
 */
function formatPipedAnswer(
  context: PipingContext,
  field: FieldPlan,
  inner: readonly string[],
  value: unknown,
): string {
  const { form, plan, language } = context;
  const answerContext = { form, plan, locale: language.locale };
  const path = [field.name, ...inner];
  if (Array.isArray(value)) {
    const items = value.map((item, index) => formatInnerAnswer(answerContext, [...path, index], item));
    return new Intl.ListFormat(language.locale, { type: 'conjunction' }).format(items);
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
  const words =
    inner.length === 0
      ? formatAnswer(answerContext, field, value)
      : formatInnerAnswer(answerContext, path, value);
  // The label of a choice is never formatted as a number or a day.
  if (words !== String(value)) return words;
  const format =
    inner.length === 0
      ? field.definition.temporal
      : findAnswerSchemas(plan.type, path).find((schema) => schema.format)?.format;
  return (
    formatTemporal(String(value), format, language.locale) ??
    formatValue(form, language.locale, toFormatValueInput(value))
  );
}

/** Returns a value as `formatValue` expects it, as that of a field without a temporal format. */
function toFormatValueInput(value: string | number | boolean): Parameters<typeof formatValue>[2] {
  return { value, definition: {} };
}

/**
 * Returns an answer for use in a sentence: on one line, without direction controls, and cut between
 * characters (graphemes) with "…" if it has more code points than `limit`.
 */
function toOneLine(words: string, limit: number): string {
  const line = words
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= limit) return line;
  let shortened = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    length += [...segment].length;
    if (length > limit) return `${shortened.trim()}…`;
    shortened += segment;
  }
  return line;
}
