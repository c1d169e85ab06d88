import { useMemo } from 'react';
import { type Documents, lookUpLocale, textDirection } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import { builtInLocales, getBuiltInTexts } from '#engine/documents/built-in-texts.ts';
import {
  findOutlineField,
  getFallbackLocale,
  getTextsFile,
  type OutlineType,
  readEditableMessage,
} from '#engine/editing/index.ts';
import { asObject } from '#engine/json-schema/values.ts';
import type { Sentence } from '#engine/rules/sentences/index.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import { type FormatMessage, isStudioMessageKey } from '../ui/messages.ts';
import { getOutline, useDraftState, useStudio } from './context.ts';

/**
 * Returns the name of a text by its key: `Phone · label (Sales enquiry)`.
 * @param former The former text in the fallback language. A text that is named by its own words, such as a label, is
 * named by these.
 */
export type TextNames = (key: string, former?: string) => string;

/** Returns the names of the texts of the draft in the language of the studio. */
export function useTextNames(): TextNames {
  const { documents } = useDraftState();
  const { say, locale } = useStudio();
  return useMemo(() => createTextNames(documents, { say, locale }), [documents, say, locale]);
}

/**
 * Returns a function that names texts as a person would: by the field, choice or form that they belong to and
 * the part that they are. Other texts are named by their words in the fallback language, else by the built-in
 * words, else by their key.
 */
export function createTextNames(documents: Documents, language: Language): TextNames {
  // The outline is not needed before the first text is named.
  let names: TextNames | undefined;
  return (key, former) => {
    names ??= createNamesOfOutline(documents, language);
    return names(key, former);
  };
}

interface Language {
  readonly say: FormatMessage;
  readonly locale: string;
}

function createNamesOfOutline(documents: Documents, { say, locale }: Language): TextNames {
  const types = getOutline(documents);
  const fallback = getFallbackLocale(documents);
  const texts = asObject(documents[getTextsFile(fallback)]);
  const builtIn = getBuiltInTexts(lookUpLocale(locale, builtInLocales) ?? 'en');

  /** Returns the words of a text, or undefined if there are none. Long words are cut. */
  const findWords = (key: string, all: Readonly<Record<string, unknown>> = texts) =>
    readWords(all[key], all === builtIn ? locale : fallback);
  /** Returns a name made of a subject and the name of a part; the subject alone if the part is unknown. */
  const joinName = (subject: string, part: string, values?: Readonly<Record<string, string>>) => {
    const message = `text.part.${part}`;
    if (!isStudioMessageKey(message)) return subject;
    return say('text.name', { subject: isolate(subject), part: say(message, values) });
  };
  // In an Arabic sentence, English words would run into their neighbours.
  const isolate = textDirection(locale) === textDirection(fallback) ? String : isolateBidi;
  /** Returns words in quotation marks. */
  const quote = (words: string) => say('text.quoted', { text: isolate(words) });

  /**
   * Returns the name of a text within its form or of all forms: of `fields.phone.label`.
   * @param former The former words of the text.
   */
  function getNameInForm(key: string, type: OutlineType | undefined, former: string | undefined): string {
    const [part = '', owner = '', ...rest] = key.split('.');
    const prefix = type === undefined ? '' : `forms.${type.key}.`;
    if (part === 'fields') return getFieldTextName(owner, rest, type, former);
    if (part === 'options') {
      const words = former ?? findWords(`${prefix}${key}`) ?? rest.join('.');
      return joinName(words, 'choice', { field: findFieldLabel(owner, type) });
    }
    if (part === 'steps')
      return joinName(
        (rest[0] === 'title' ? former : undefined) ??
          findWords(`${prefix}steps.${owner}.title`) ??
          findWords(`steps.${owner}.title`) ??
          owner,
        `step-${rest[0]}`,
      );
    if (part === 'blocks') return joinName(former ?? findWords(`${prefix}${key}`) ?? owner, 'block');
    if (part === 'closed' && type) return joinName(type.title, 'closed');
    if (part === 'mail' && owner === 'replies' && rest.length > 1) {
      const own = `text.part.reply.${rest.at(-1)}`;
      const ownName = rest.at(-1) === 'name' ? former : undefined;
      const name = ownName ?? findWords(`mail.replies.${rest[0]}.name`) ?? rest[0] ?? key;
      return joinName(name, 'reply', { part: isStudioMessageKey(own) ? say(own) : (rest.at(-1) ?? '') });
    }
    const words = former ?? findWords(`${prefix}${key}`) ?? findWords(key) ?? findWords(key, builtIn);
    if (words === undefined) return key;
    const isOfEveryForm = Object.hasOwn(builtIn, key) && !isStudioMessageKey(`text.part.${part}`);
    return joinName(quote(words), isOfEveryForm ? 'every-form' : part);
  }

  /** Returns the label of a field, that of the first type that has it if no type is given. */
  function findFieldLabel(name: string, type: OutlineType | undefined): string {
    const found = (type ? [type] : types).map(({ fields }) => findOutlineField(fields, name));
    return found.find((field) => field !== undefined)?.label ?? findWords(`fields.${name}.label`) ?? name;
  }

  /** Returns the name of a text of a field. The segments of its key may begin with names of nested fields. */
  function getFieldTextName(
    field: string,
    rest: readonly string[],
    type: OutlineType | undefined,
    former: string | undefined,
  ): string {
    const at = rest.findIndex(
      (segment) => segment === 'problems' || isStudioMessageKey(`text.part.${segment}`),
    );
    const ownLabel = rest[at] === 'label' ? former : undefined;
    const subject = ownLabel ?? findFieldLabel([field, ...rest.slice(0, Math.max(0, at))].join('.'), type);
    if (rest[at] !== 'problems') return joinName(subject, rest[at] ?? '');
    const code = rest.slice(at + 1).join('.');
    const message = `text.problem.${code}`;
    return joinName(subject, 'problem', { problem: isStudioMessageKey(message) ? say(message) : code });
  }

  return (key, formerText) => {
    const former = readWords(formerText, fallback);
    const [, typeKey, own] = /^forms\.([^.]+)\.(.+)$/.exec(key) ?? [];
    const named = /^(?:enquiry-types\/|types\.)([^.]+)/.exec(key)?.[1];
    const type = types.find((one) => one.key === (typeKey ?? named));
    if (named !== undefined) return joinName(former ?? type?.title ?? named, 'type-name');
    const name = getNameInForm(own ?? key, type, former);
    const form = own === undefined ? findOnlyType(key, types) : type;
    return form === undefined || own === 'closed'
      ? name
      : say('text.name.in', { name, form: isolate(form.title) });
  };
}

/** Returns the words of a text, or undefined if there are none. Long words are cut. */
function readWords(text: unknown, locale: string): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const message = readEditableMessage(text, { locale });
  const words = message.kind === 'boxes' ? (message.boxes.at(-1)?.text ?? text) : text;
  return cutWords(words);
}

/** Returns the first words of a text. A value, such as `{label}`, is never cut. */
function cutWords(text: string): string {
  if (text.length <= maxWordsLength) return text;
  const start = text.slice(0, maxWordsLength);
  const isInValue = start.lastIndexOf('{') > start.lastIndexOf('}');
  const end = isInValue ? start.lastIndexOf('{') : Math.max(start.lastIndexOf(' '), maxWordsLength / 2);
  return `${start.slice(0, end).trimEnd()}…`;
}

/** The longest words of a text that are shown in its name. */
const maxWordsLength = 48;

/** Returns the type with the field of a key, if exactly one has it. */
function findOnlyType(key: string, types: readonly OutlineType[]): OutlineType | undefined {
  const [part, name = ''] = key.split('.');
  if (part !== 'fields' && part !== 'options') return undefined;
  const having = types.filter(({ fields }) => findOutlineField(fields, name) !== undefined);
  return having.length === 1 ? having[0] : undefined;
}

/** Returns a sentence with the names of the texts to which it refers in place of their keys. */
export function nameTextsInSentence(sentence: Sentence, nameText: TextNames): Sentence {
  return sentence.map((part) => {
    if (typeof part === 'string' || part.kind !== 'text' || part.label !== part.id) return part;
    const { said: _key, former, ...reference } = part;
    return { ...reference, label: nameText(part.id, former) };
  });
}

/**
 * Returns the reason of a finding about texts with their names in place of their keys, which are in quotation
 * marks there: `"send-message" is empty`. Other reasons are unchanged. A quoted word without a dot or hyphen
 * is a key only if the finding is about it.
 */
export function nameTextsInReason(
  { file, pointer, reason }: Pick<Finding, 'file' | 'pointer' | 'reason'>,
  nameText: TextNames,
): string {
  if (!file.startsWith('texts/')) return reason;
  const own = pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  return reason.replaceAll(/"([^"\s]+)"/g, (quoted, key: string) => {
    const name = key === own || /[.-]/.test(key) ? nameText(key) : key;
    return name === key ? quoted : name;
  });
}
