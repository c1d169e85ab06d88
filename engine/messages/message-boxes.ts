import type { MessageFormatElement, PluralElement } from '@formatjs/icu-messageformat-parser';
import { createReport } from '../compile/report.ts';
import { compileTexts } from '../compile/texts.ts';
import { toMessageSource } from './message-source.ts';
import { listCaseExamples, type MessageChoice, sortCases } from './plural-cases.ts';

/** The complete sentence for one combination of cases. */
export interface MessageBox {
  /** One case per choice. */
  readonly cases: readonly MessageCase[];
  /** The sentence, with values by name: `{minutes}`. Undefined: the sentence of `other` is shown. */
  readonly text: string | undefined;
}

export interface MessageCase {
  readonly argument: string;
  readonly kind: MessageChoice['kind'];
  readonly name: string;
  /** Numbers that select the case, at most three. Empty if none up to 200 does, and for a `select`. */
  readonly examples: readonly number[];
}

/** A message that can be edited as one complete sentence per case. */
export interface MessageBoxes {
  readonly choices: readonly MessageChoice[];
  readonly boxes: readonly MessageBox[];
  /** The ICU source of each value that the message or its original has, by name; `#` is a formatted number. */
  readonly sources: Readonly<Record<string, string>>;
}

/**
 * A text as it is edited: a `plain` sentence (perhaps with values), `boxes`, or only as `code` because boxes
 * would lose a part of it.
 */
export type EditableMessage =
  | { readonly kind: 'plain'; readonly sources: Readonly<Record<string, string>> }
  | ({ readonly kind: 'boxes' } & MessageBoxes)
  | { readonly kind: 'code' };

/** With more sentences than this, nobody could edit them one by one. */
const maxBoxes = 12;

/**
 * Returns how a text can be edited. Boxes have all plural categories of the language, also those that the
 * text lacks. An empty text has the choices of its original.
 */
export function readEditableMessage(
  text: string,
  { locale, original }: { readonly locale: string; readonly original?: string | undefined },
): EditableMessage {
  const own = parseMessage(text);
  const other = parseMessage(original ?? '') ?? [];
  if (own === undefined) return { kind: 'code' };
  const isEmpty = text.trim() === '';
  const source = isEmpty ? other : own;
  const sources = collectSources([...own, ...other]);
  if (!source.some((element) => 'options' in element))
    return { kind: 'plain', sources: toPlainSources([...own, ...other], sources) };
  if (sources === undefined || own.some(hasBraces) || source.some(isUnsupported)) return { kind: 'code' };
  const choices = collectChoices(source, locale, isEmpty);
  if (choices === undefined) return { kind: 'code' };
  const combinations = listCombinations(choices);
  if (combinations.length > maxBoxes) return { kind: 'code' };
  const boxes = combinations.map((names) => ({
    cases: choices.map((choice, at) => ({
      argument: choice.argument,
      kind: choice.kind,
      name: names[at] ?? 'other',
      examples: listCaseExamples(choice, names[at] ?? 'other', locale),
    })),
    text: isEmpty ? undefined : toSentence(own, { choices, names, locale }),
  }));
  return { kind: 'boxes', choices, boxes, sources };
}

/**
 * Returns the text for the sentences of boxes, in their order. An undefined sentence has no branch; if that
 * of `other` is undefined, the last one before it is used, because a message needs one. Empty if all are.
 * What is no value in a sentence is shown as it is written.
 */
export function writeMessageBoxes(
  { choices, sources }: MessageBoxes,
  sentences: readonly (string | undefined)[],
): string {
  const defined = sentences.filter((sentence) => sentence !== undefined);
  return defined.length === 0 ? '' : (writeBranches(choices, sentences, { sources, isOuter: true }) ?? '');
}

/** Returns the elements of a text. Empty for an empty text; undefined if it is not a message. */
function parseMessage(text: string): readonly MessageFormatElement[] | undefined {
  if (text === '') return [];
  const report = createReport();
  const { message } = compileTexts({ message: text }, { file: '', path: [] }, report);
  if (report.problems.length > 0 || message === undefined) return undefined;
  return typeof message === 'string' ? [{ type: 0, value: message }] : (message as MessageFormatElement[]);
}

/** Returns all elements of a message, each with those of its branches. */
function listElements(elements: readonly MessageFormatElement[]): readonly MessageFormatElement[] {
  return elements.flatMap((element) =>
    'options' in element
      ? [element, ...Object.values(element.options).flatMap(({ value }) => listElements(value))]
      : [element],
  );
}

/** Returns true for a literal text with braces, which a box could not distinguish from a value. */
function hasBraces(element: MessageFormatElement): boolean {
  return listElements([element]).some(({ type, ...rest }) => type === 0 && /[{}]/.test(Object(rest).value));
}

/** Returns true for an element that has, or contains, a plural with an offset. */
function isUnsupported(element: MessageFormatElement): boolean {
  return listElements([element]).some((one) => 'offset' in one && one.offset !== 0);
}

/**
 * Returns the source of each value of a message outside of branches, by name. Values with several formats have
 * none.
 */
function toPlainSources(
  elements: readonly MessageFormatElement[],
  sources: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const names = listElements(elements).flatMap((one) =>
    'value' in one && one.type !== 0 ? [one.value] : [],
  );
  return Object.fromEntries(
    [...new Set(names)].map((name) => {
      const source = sources[name] ?? `{${name}}`;
      return [name, source === '#' ? `{${name}, number}` : source];
    }),
  );
}

/**
 * Returns the source of each value, by name. Undefined if a value is formatted in two ways, or in a way that
 * cannot be written again: boxes could not tell them apart.
 */
function collectSources(
  elements: readonly MessageFormatElement[],
  enclosing = '',
): Readonly<Record<string, string>> | undefined {
  const sources: Record<string, string> = {};
  for (const element of elements) {
    if (element.type === 0 || element.type === 8) continue;
    const found =
      'options' in element
        ? Object.values(element.options).map(({ value }) =>
            collectSources(value, element.type === 6 ? element.value : enclosing),
          )
        : [element.type === 7 ? { [enclosing]: '#' } : toSourceEntry(element)];
    for (const each of found) {
      if (each === undefined) return undefined;
      for (const [name, source] of Object.entries(each)) {
        if (sources[name] !== undefined && sources[name] !== source) return undefined;
        sources[name] = source;
      }
    }
  }
  return sources;
}

/** Returns the source of a value by its name. Undefined if it has a skeleton, which cannot be written again. */
function toSourceEntry(
  element: Exclude<MessageFormatElement, { readonly type: 0 | 5 | 6 | 7 | 8 }>,
): Readonly<Record<string, string>> | undefined {
  const { type, value: name } = element;
  if (type === 1) return { [name]: `{${name}}` };
  const { style } = element;
  if (style !== undefined && style !== null && typeof style !== 'string') return undefined;
  if (type === 2) return { [name]: style ? `{${name}, number, ${style}}` : '#' };
  return { [name]: `{${name}, ${type === 3 ? 'date' : 'time'}${style ? `, ${style}` : ''}}` };
}

/**
 * Returns the choices of a message, the outer ones first. Undefined if one argument is chosen from in two
 * ways.
 * @param isOriginal True if it is another language's message: its plural categories do not count.
 */
function collectChoices(
  elements: readonly MessageFormatElement[],
  locale: string,
  isOriginal: boolean,
): readonly MessageChoice[] | undefined {
  const found = new Map<string, { readonly kind: MessageChoice['kind']; readonly names: Set<string> }>();
  for (const element of listElements(elements)) {
    if (element.type !== 5 && element.type !== 6) continue;
    const kind =
      element.type === 5 ? 'select' : element.pluralType === 'ordinal' ? 'selectordinal' : 'plural';
    const known = found.get(element.value) ?? { kind, names: new Set<string>() };
    if (known.kind !== kind) return undefined;
    for (const name of Object.keys(element.options))
      if (!isOriginal || kind === 'select' || name.startsWith('=')) known.names.add(name);
    found.set(element.value, known);
  }
  return [...found].map(([argument, { kind, names }]) => ({
    argument,
    kind,
    cases: sortCases(kind, [...names], locale),
  }));
}

/** Returns every combination of cases, one name per choice. */
function listCombinations(choices: readonly MessageChoice[]): readonly (readonly string[])[] {
  return choices.reduce<readonly (readonly string[])[]>(
    (made, { cases }) => made.flatMap((names) => cases.map((name) => [...names, name])),
    [[]],
  );
}

/**
 * Returns the sentence of a message for one combination of cases. Undefined if no branch is meant for it, so
 * that the one for `other` is shown.
 */
function toSentence(
  elements: readonly MessageFormatElement[],
  {
    choices,
    names,
    locale,
  }: {
    readonly choices: readonly MessageChoice[];
    readonly names: readonly string[];
    readonly locale: string;
  },
): string | undefined {
  const chosen = new Map(choices.map(({ argument }, at) => [argument, names[at] ?? 'other']));
  const met = new Map<string, boolean>();
  /** Returns the sentence of these elements, and records if each choice has a branch of its own. */
  const joinElements = (parts: readonly MessageFormatElement[], enclosing: string): string =>
    parts
      .map((element) => {
        if (element.type === 0) return element.value;
        if (element.type === 7) return `{${enclosing}}`;
        if (!('options' in element)) return 'value' in element ? `{${element.value}}` : '';
        const name = chosen.get(element.value) ?? 'other';
        const own = element.options[name];
        met.set(element.value, own !== undefined || met.get(element.value) === true);
        const category = element.type === 6 ? getPluralCategory(element, name, locale) : 'other';
        const { value = [] } = own ?? element.options[category] ?? element.options.other ?? {};
        return joinElements(value, element.type === 6 ? element.value : enclosing);
      })
      .join('');
  const sentence = joinElements(elements, '');
  return [...met.values()].every(Boolean) ? sentence : undefined;
}

/** Returns the category that contains the number of an exact case (`=1`); `other` for every other case. */
function getPluralCategory({ pluralType }: PluralElement, name: string, locale: string): string {
  if (!name.startsWith('=')) return 'other';
  return new Intl.PluralRules(locale, { type: pluralType ?? 'cardinal' }).select(Number(name.slice(1)));
}

/**
 * Returns the source for the sentences of the choices; undefined if all are undefined. An inner choice whose
 * sentences are all the same is left out.
 */
function writeBranches(
  [choice, ...inner]: readonly MessageChoice[],
  sentences: readonly (string | undefined)[],
  {
    sources,
    isOuter,
    enclosing,
  }: {
    readonly sources: Readonly<Record<string, string>>;
    readonly isOuter: boolean;
    readonly enclosing?: MessageChoice;
  },
): string | undefined {
  if (choice === undefined) {
    const [sentence] = sentences;
    return sentence === undefined ? undefined : toMessageSource(sentence, sources, enclosing);
  }
  const size = sentences.length / choice.cases.length;
  const parts = choice.cases.map((_, at) => sentences.slice(at * size, (at + 1) * size));
  const [first = []] = parts;
  const isSame = parts.every((part) => JSON.stringify(part) === JSON.stringify(first));
  if (isSame && !isOuter)
    return writeBranches(inner, first, { sources, isOuter, ...(enclosing && { enclosing }) });
  const branches = parts.map((part) =>
    writeBranches(inner, part, { sources, isOuter: false, enclosing: choice }),
  );
  if (branches.every((branch) => branch === undefined)) return undefined;
  const last = branches.findLast((branch) => branch !== undefined) ?? '';
  const written = choice.cases.flatMap((name, at) => {
    const branch = branches[at] ?? (name === 'other' ? last : undefined);
    return branch === undefined ? [] : [`${name} {${branch}}`];
  });
  return `{${choice.argument}, ${choice.kind}, ${written.join(' ')}}`;
}
