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
import { answerWords, innerSchemas, innerWords, temporalWords } from './answer-words.ts';
import { factValue } from './conditions/condition.ts';
import { formattingLocale, regionalLocale, textLocaleOf } from './locale.ts';
import { resolve } from './resolve/resolve.ts';
import { formatMessage, type Language, valueText } from './texts.ts';
import type { FieldDefinition, FieldPlan, Form, Message, Plan, Situation, Texts } from './types.ts';
import { isTick } from './wire.ts';

/** What an argument of a text begins with that names an answer, as rules do: `{values.boat_model}`. */
export const answerPrefix = 'values.';

/** The branch of a `select` that stands where there is no answer. */
export const emptyBranch = 'empty';

/** An answer, for a text to say. */
export interface SaidAnswer {
  /** What decides a `select` or a `plural`: what is sent of a choice. */
  readonly value: string | number | boolean;
  /** What a person reads. */
  readonly words: string;
}

/** What puts answers into a text of one language. */
export interface Saying {
  /** The answer of a name (`boat_model`); undefined where there is none. */
  readonly answerOf: (name: string) => SaidAnswer | undefined;
  /** Which plural form a number takes, and how it is written. */
  readonly pluralOf: (value: number, element: PluralElement) => string;
  readonly format: (element: MessageFormatElement, value: number | string) => string;
}

/** Says no answer: what a text reads before anything was entered, and where none may be said. */
export const noAnswers: Saying = { answerOf: () => undefined, pluralOf: () => 'other', format: () => '' };

/** The name of the answer that an element of a message says: `boat_model`; undefined where it says none. */
export function answerNameOf(element: MessageFormatElement): string | undefined {
  if (isLiteralElement(element) || isPoundElement(element)) return undefined;
  return element.value.startsWith(answerPrefix) ? element.value.slice(answerPrefix.length) : undefined;
}

/** A message with answers in the place of their arguments; its other arguments stay. An answer is text: nothing in it is read as a message. */
export function withAnswers(message: Message, saying: Saying): Message {
  if (typeof message === 'string') return message;
  const elements = saidIn(message as readonly MessageFormatElement[], saying);
  return elements.every(isLiteralElement) ? elements.map(({ value }) => value).join('') : elements;
}

/** `count` is what `#` stands for; undefined outside of a plural of an answer. */
function saidIn(
  elements: readonly MessageFormatElement[],
  saying: Saying,
  count?: string,
): readonly MessageFormatElement[] {
  return elements.flatMap((element) => said(element, saying, count));
}

function said(
  element: MessageFormatElement,
  saying: Saying,
  count: string | undefined,
): readonly MessageFormatElement[] {
  const name = answerNameOf(element);
  if (name === undefined) return [besides(element, saying, count)];
  const answer = saying.answerOf(name);
  const number = typeof answer?.value === 'number' ? answer.value : undefined;
  if (isSelectElement(element)) {
    const { options } = element;
    return saidIn(branchOf(options, branchName(answer)), saying, count);
  }
  if (isPluralElement(element)) {
    if (number === undefined) return saidIn(branchOf(element.options), saying, '');
    const exact = `=${number}`;
    const form = Object.hasOwn(element.options, exact) ? exact : saying.pluralOf(number, element);
    const shown = number - element.offset;
    return saidIn(branchOf(element.options, form), saying, saying.format(plainNumber, shown));
  }
  if (answer === undefined) return [];
  if (isNumberElement(element) && number !== undefined) return [isolated(saying.format(element, number))];
  if (isDateElement(element)) return [isolated(saying.format(element, String(answer.value)))];
  return [isolated(answer.words)];
}

/** What names no answer itself may do so inside. */
function besides(
  element: MessageFormatElement,
  saying: Saying,
  count: string | undefined,
): MessageFormatElement {
  if (isPoundElement(element)) return count === undefined ? element : literal(count);
  if (!isSelectElement(element) && !isPluralElement(element)) return element;
  const inside = isPluralElement(element) ? undefined : count;
  const options = Object.entries(element.options).map(([key, option]) => [
    key,
    { ...option, value: saidIn(option.value, saying, inside) },
  ]);
  return { ...element, options: Object.fromEntries(options) } as MessageFormatElement;
}

const plainNumber: MessageFormatElement = { type: 2, value: `${answerPrefix}number`, style: null };

type Branches = Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>>;

/** An answer may be called like anything, a property of every object included. */
function branchOf(branches: Branches, name = 'other'): readonly MessageFormatElement[] {
  return (Object.hasOwn(branches, name) ? branches[name] : branches.other)?.value ?? [];
}

/** No answer that is typed takes the branch of no answer. */
function branchName(answer: SaidAnswer | undefined): string {
  const name = answer === undefined ? emptyBranch : String(answer.value);
  return answer !== undefined && name === emptyBranch ? 'other' : name;
}

/** Whatever its direction, an answer turns nothing around it (Unicode, "Bidirectional Algorithm", 2.4, FSI and PDI). */
function isolated(words: string): MessageFormatElement {
  return literal(`\u2068${words}\u2069`);
}

function literal(value: string): MessageFormatElement {
  return { type: 0, value };
}

/**
 * A form whose texts say the answers of a plan, in its language; the form itself where none of its texts names one, and the former where it
 * says the same. A hidden field's answer counts as none.
 */
export function pipedForm(form: Form, plan: Plan, former: Form = form): Form {
  const { pipes } = form;
  if (pipes === undefined) return form;
  const own = textLocaleOf(form, plan.textLocale);
  const locales = [...new Set([form.settings.fallbackLocale, own])].filter((tag) => pipes[tag]);
  const texts: Record<string, Texts> = { ...form.texts };
  let isFormer = former !== form && former.hash === form.hash;
  for (const locale of locales) {
    const saying = sayingOf(form, plan, locale);
    const messages = Object.entries(pipes[locale] ?? {}).map(
      ([key, message]) => [key, withAnswers(message, saying)] as const,
    );
    isFormer &&= messages.every(([key, message]) => isSame(message, former.texts[locale]?.[key]));
    texts[locale] = { ...form.texts[locale], ...Object.fromEntries(messages) };
  }
  return isFormer ? former : { ...form, texts };
}

/** A form with answers in its texts, as two parts of a page read it: the same object as long as that part reads the same. */
export interface PipedForm {
  readonly form: Form;
  /** With answers in those texts alone that a plan does not hold: what stands inside its fields. */
  readonly inside: Form;
}

/** The form as `pipedForm` makes it, and what fields read of it besides their plan: they are not drawn anew for what others say. */
export function pipedParts(form: Form, plan: Plan, former: PipedForm): PipedForm {
  const piped = pipedForm(form, plan, former.form);
  if (piped === former.form) return former;
  const texts = Object.entries(form.pipes ?? {}).map(([locale, messages]) => {
    const keys = Object.keys(messages).filter((key) => isInside(form, key));
    return [locale, keys.map((key) => [key, piped.texts[locale]?.[key] ?? ''] as const)] as const;
  });
  const isFormer =
    former.form.hash === form.hash &&
    texts.every(([locale, said]) =>
      said.every(([key, message]) => isSame(message, former.inside.texts[locale]?.[key])),
    );
  if (isFormer) return { form: piped, inside: former.inside };
  const own = texts.map(([locale, said]) => [locale, { ...form.texts[locale], ...Object.fromEntries(said) }]);
  return { form: piped, inside: { ...form, texts: { ...form.texts, ...Object.fromEntries(own) } } };
}

/** Whether a field reads a text by itself: of a part that its plan does not have, or of something inside it. */
function isInside({ types }: Form, key: string): boolean {
  const [kind, name, part = ''] = key.replace(/^forms\.[^.]+\./, '').split('.');
  if (kind !== 'fields' && kind !== 'options') return false;
  const isPlanned = kind === 'options' || plannedParts.includes(part);
  return (
    !isPlanned ||
    types.some(({ fields }) => fields.some((field) => field.name === name && field.kind === 'json'))
  );
}

/** What `FieldPlan` says of a field in words; what is wrong with it is handed to it. */
const plannedParts = ['label', 'hint', 'placeholder', 'problems'];

/** The plan of a situation (`plain` without piping), in whose texts stand its answers; `settled` is what becomes of it before they are read. */
export function resolvePiped(
  form: Form,
  situation: Situation,
  settled: (plan: Plan) => Plan = (plan) => plan,
  plain = resolve(form, situation),
): Plan {
  const plan = settled(plain);
  const piped = pipedForm(form, plan);
  return piped === form ? plan : settled(resolve(piped, situation));
}

function isSame(one: Message, other: Message | undefined): boolean {
  return one === other || (typeof one !== 'string' && JSON.stringify(one) === JSON.stringify(other));
}

function sayingOf(form: Form, plan: Plan, locale: string): Saying {
  const language = {
    locale: formattingLocale(regionalLocale(locale, [plan.textLocale])),
    digits: form.digits,
  };
  return {
    answerOf: (name) => answerOf({ form, plan, language }, name),
    pluralOf: (value, { pluralType: type = 'cardinal', offset }) =>
      new Intl.PluralRules(language.locale, { type }).select(value - offset),
    format: (element, value) =>
      isLiteralElement(element) || isPoundElement(element)
        ? ''
        : formatMessage([element], language, { [element.value]: value }),
  };
}

interface Telling {
  readonly form: Form;
  readonly plan: Plan;
  readonly language: Language;
}

function answerOf(telling: Telling, name: string): SaidAnswer | undefined {
  const { form, plan } = telling;
  const [own = '', ...inner] = name.split('.');
  const field = plan.fields.find((each) => each.name === own);
  if (field === undefined || field.visibility === 'hidden') return undefined;
  const value =
    factValue({ values: plan.values }, answerPrefix + name) ??
    (name === own ? unticked(field.definition) : undefined);
  const words = oneLine(wordsOf(telling, field, inner, value), form.settings.pipedLength ?? 0);
  if (words === '') return undefined;
  return { value: typeof value === 'number' || typeof value === 'boolean' ? value : String(value), words };
}

/** A text says of a box that nobody ticked that it is not ticked, though that is no answer. */
function unticked(definition: FieldDefinition): false | undefined {
  return isTick(definition) ? false : undefined;
}

/** An answer as a person reads it, as long as it is; empty for what no text can say. */
function wordsOf(telling: Telling, field: FieldPlan, inner: readonly string[], value: unknown): string {
  const { form, plan, language } = telling;
  const wording = { form, plan, locale: language.locale };
  const path = [field.name, ...inner];
  if (Array.isArray(value)) {
    const items = value.map((item, index) => innerWords(wording, [...path, index], item));
    return new Intl.ListFormat(language.locale, { type: 'conjunction' }).format(items);
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
  const words = inner.length === 0 ? answerWords(wording, field, value) : innerWords(wording, path, value);
  // What a choice is called is no number and no day.
  if (words !== String(value)) return words;
  const format =
    inner.length === 0
      ? field.definition.temporal
      : innerSchemas(plan.type, path).find((schema) => schema.format)?.format;
  return (
    temporalWords(String(value), format, language.locale) ?? valueText(form, language.locale, plainly(value))
  );
}

function plainly(value: string | number | boolean): Parameters<typeof valueText>[2] {
  return { value, definition: {} };
}

/**
 * An answer as part of a sentence: on one line, without what turns its direction, and no longer than texts say; what is cut off is cut
 * between characters as a person counts them.
 */
function oneLine(words: string, limit: number): string {
  const line = words
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= limit) return line;
  let kept = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    length += [...segment].length;
    if (length > limit) return `${kept.trim()}…`;
    kept += segment;
  }
  return line;
}
