import { isLiteralElement, type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { builtInLocales, getBuiltInTexts } from '../documents/built-in-texts.ts';
import { toText } from '../json-schema/values.ts';
import type { Message, Texts } from '../model/types.ts';
import { lookUpLocale } from '../texts/locale.ts';
import { createReport, type DocumentPath, extendPath, type ProblemReport } from './report.ts';

/**
 * Compiles the messages of a locale: plain text stays a string, text with arguments becomes a syntax tree.
 * Reports markup, invalid messages (they stay strings), and keys that are members of every JavaScript object.
 * `$schema` is left out.
 */
export function compileTexts(
  document: Readonly<Record<string, unknown>>,
  at: DocumentPath,
  report: ProblemReport,
): Texts {
  const entries = Object.entries(document).filter(([key]) => key !== '$schema');
  for (const [key] of entries)
    if (key in Object.prototype)
      report.add(
        extendPath(at, key),
        'bad-text',
        `a text cannot be called "${key}", because every JavaScript object has a member with this name; give it another name`,
      );
  return Object.fromEntries(
    entries.map(([key, text]) => [key, compileText(toText(text), extendPath(at, key), report)]),
  );
}

/**
 * Returns the texts of a locale with the built-in ones of its language that they lack. A fallback locale whose
 * language has none gets the English ones, so that no visitor sees a key.
 */
export function addBuiltInTexts(
  texts: Texts,
  { locale, isFallback }: { readonly locale: string; readonly isFallback: boolean },
): Texts {
  const language = lookUpLocale(locale, builtInLocales) ?? (isFallback ? 'en' : undefined);
  if (language === undefined) return texts;
  // Built-in texts are last, so that the hash of a form that has them all does not depend on them.
  const absent = Object.entries(compileBuiltInTexts(language)).filter(([key]) => !Object.hasOwn(texts, key));
  return { ...texts, ...Object.fromEntries(absent) };
}

/** The compiled built-in texts by language. */
const compiledBuiltInTexts = new Map<string, Texts>();

/** Returns the compiled built-in texts of a language; cached. */
function compileBuiltInTexts(language: string): Texts {
  const known = compiledBuiltInTexts.get(language);
  if (known !== undefined) return known;
  const at = { file: `texts/${language}.json`, path: [] };
  const compiled = compileTexts(getBuiltInTexts(language), at, createReport());
  compiledBuiltInTexts.set(language, compiled);
  return compiled;
}

/**
 * Reports arguments of a translation that the text of the fallback locale (`reference`) lacks, because they
 * never get a value. Texts that the fallback locale lacks are not checked.
 */
export function reportUnknownArguments(
  texts: Texts,
  reference: Texts,
  at: DocumentPath,
  report: ProblemReport,
): void {
  for (const [key, message] of Object.entries(texts)) {
    const original = reference[key];
    if (original === undefined || key in Object.prototype) continue;
    const known = listArguments(original);
    for (const name of listArguments(message)) {
      if (!known.includes(name))
        report.add(extendPath(at, key), 'unknown-argument', `unknown argument "{${name}}"`, {
          wrong: name,
          known,
        });
    }
  }
}

/** Returns the names of the arguments of a message, each once, including those in branches. */
export function listArguments(message: Message): readonly string[] {
  return typeof message === 'string'
    ? []
    : [...new Set((message as readonly MessageFormatElement[]).flatMap(listElementArguments))];
}

/**
 * Returns the literal texts between the arguments of a message, including those of all branches. A message
 * without arguments is one literal text.
 */
export function listLiterals(message: Message): readonly string[] {
  return typeof message === 'string'
    ? [message]
    : (message as readonly MessageFormatElement[]).flatMap(listElementLiterals);
}

/** Returns the literal texts of an element of a message, including those of its branches. */
function listElementLiterals(element: MessageFormatElement): readonly string[] {
  if (isLiteralElement(element)) return [element.value];
  return 'options' in element
    ? Object.values(element.options).flatMap((option) => option.value.flatMap(listElementLiterals))
    : [];
}

/**
 * Returns the name of an argument and the names in its branches; none for literal text. A name may be
 * repeated.
 */
function listElementArguments(element: MessageFormatElement): readonly string[] {
  const inner =
    'options' in element
      ? Object.values(element.options).flatMap((option) => option.value.flatMap(listElementArguments))
      : [];
  const isNamed = 'value' in element && !isLiteralElement(element);
  return isNamed ? [element.value, ...inner] : inner;
}

/**
 * Characters that require parsing (ICU MessageFormat, "Quoting/Escaping"). Other texts are used unchanged.
 */
const specialCharacters = /[{}'\uE000\uE001]/;

const markup = /<\/?[a-z][^<>]*>/i;

/**
 * Returns the compiled message of a text. Reports markup, and a text that is no ICU message; the latter is
 * returned unchanged.
 */
function compileText(text: string, at: DocumentPath, report: ProblemReport): Message {
  const tag = markup.exec(text);
  if (tag !== null)
    report.add(
      at,
      'bad-text',
      `texts have no HTML: "${tag[0]}" at character ${tag.index + 1} would be shown as it is; remove it`,
    );
  if (!specialCharacters.test(text)) return text;
  try {
    const tree = parse(insertSubstitutes(text), { ignoreTag: true, requiresOtherClause: true });
    const message = JSON.parse(revertSubstitutes(JSON.stringify(tree))) as readonly MessageFormatElement[];
    return message.every(isLiteralElement) ? message.map((element) => element.value).join('') : message;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = reason.toLowerCase().replaceAll('_', ' ');
    report.add(at, 'bad-text', `not an ICU message: ${message}${formatErrorPosition(error)} in "${text}"`);
    return text;
  }
}

/**
 * Private-use characters that replace "." and "-" while a message is parsed, because the names in an ICU
 * message cannot contain these. No text contains private-use characters.
 */
const substitutes = { '.': '\uE000', '-': '\uE001' };

/**
 * Replaces "." and "-" by `substitutes` in names that the parser does not accept: answers
 * (`{values.boat_model}`) and branches for choices (`tax-paid {...}`). The length stays the same, so that
 * positions in error messages are right.
 */
function insertSubstitutes(text: string): string {
  return text
    .replace(/\{\s*values(?:\.\w+)+/g, (name) => name.replaceAll('.', substitutes['.']))
    .replace(/(?<![\w-])\w+(?:-\w+)+(?=\s*\{)/g, (name) => name.replaceAll('-', substitutes['-']));
}

/** Replaces `substitutes` in the JSON of a syntax tree by "." and "-" again. */
function revertSubstitutes(json: string): string {
  return json.replaceAll(substitutes['.'], '.').replaceAll(substitutes['-'], '-');
}

/** Returns the position of a parser error, ` at character 7`; an empty text if it is unknown. */
function formatErrorPosition(error: unknown): string {
  const { location } = error as { readonly location?: { readonly start: { readonly offset: number } } };
  return location === undefined ? '' : ` at character ${location.start.offset + 1}`;
}
