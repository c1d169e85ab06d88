import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import { countStep } from '../../inner-facts.ts';
import { answerNameOf, answerPrefix, emptyBranch } from '../../piping.ts';
import type { FieldDefinition, Form, FormType, Message, Texts } from '../../types.ts';
import { typesOfText } from '../../types-of-text.ts';
import { isTick } from '../../wire.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';

/** Returns the messages of all languages by key, those with piped answers included. */
export function writtenTexts({ texts, pipes = {} }: Form): Readonly<Record<string, Texts>> {
  return Object.fromEntries(
    Object.entries(texts).map(([locale, messages]) => [locale, { ...messages, ...pipes[locale] }]),
  );
}

/** Finds texts that contain an answer which may be missing, and nothing for that case. */
export function lintPipes(form: Form, places: Places): readonly Finding[] {
  return Object.entries(form.pipes ?? {}).flatMap(([locale, messages]) =>
    Object.entries(messages).flatMap(([key, message]) =>
      [...new Set(bareAnswers(message))].flatMap((name) => {
        const type = typesOfText(key, form.types).find((each) => mayLack(form, each, key, name));
        if (type === undefined) return [];
        const written = `{${answerPrefix}${name}}`;
        const branches = `{${answerPrefix}${name}, select, ${emptyBranch} {...} other {${written}}}`;
        const reason = `"${key}" has a gap where "${name}" of "${type.key}" has no answer (yet); write what stands there: ${branches}`;
        return [finding({ ...places.text(locale, key), code: 'unsaid-answer', reason })];
      }),
    ),
  );
}

/** Returns the names of the answers that a message contains without a branch for a missing answer. */
function bareAnswers(message: Message): readonly string[] {
  return typeof message === 'string' ? [] : bareIn(message as readonly MessageFormatElement[], []);
}

/**
 * Collects such names from the elements of a message.
 * @param known The answers that are certain to exist, because the surrounding branch requires them.
 */
function bareIn(elements: readonly MessageFormatElement[], known: readonly string[]): readonly string[] {
  return elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    const name = answerNameOf(element);
    const isChoosing = isSelectElement(element);
    const own = name === undefined || isChoosing || known.includes(name) ? [] : [name];
    if (!isChoosing && !isPluralElement(element)) return own;
    const isSplit = Object.hasOwn(element.options, emptyBranch);
    const inside = Object.entries(element.options).flatMap(([branch, option]) => {
      const isThere = isChoosing && branch !== emptyBranch && (branch !== 'other' || isSplit);
      return bareIn(option.value, isThere && name !== undefined ? [...known, name] : known);
    });
    return [...own, ...inside];
  });
}

function mayLack(form: Form, type: FormType, key: string, name: string): boolean {
  const [own = '', ...inner] = name.split('.');
  const field = type.fields.find((each) => each.name === own);
  if (field === undefined || field.isConditional || mayBeHidden(form, own)) return true;
  if ((isTick(field) && inner.length === 0) || inner.at(-1) === countStep) return false;
  if (inner.length > 0 || field.isCalculated || !isAlwaysRequired(form, field)) return true;
  return !isAskedBefore(type, own, key.replace(/^forms\.[^.]+\./, ''));
}

function mayBeHidden({ rules }: Form, name: string): boolean {
  return rules.some(({ then: { hide = [], show = [] } }) => [...hide, ...show].includes(name));
}

function isAlwaysRequired({ rules }: Form, { name, isRequired }: FieldDefinition): boolean {
  return isRequired || rules.some(({ when, then }) => when === undefined && then.require?.includes(name));
}

/**
 * Returns true if a visitor has answered a required field before the text is read: mails come after all
 * fields, other texts must be on a later step.
 */
function isAskedBefore({ steps = [], blocks = [] }: FormType, field: string, key: string): boolean {
  const [kind, name, part] = key.split('.');
  if (kind === 'mail') return true;
  // The title of a page contains no answers, and the page of thanks for visitors without scripts knows none.
  if (kind === 'thank-you' || (kind === 'steps' && part === 'title')) return false;
  const stepOf = (asked: string | undefined) => steps.findIndex(({ fields }) => fields.includes(asked ?? ''));
  const asked = stepOf(field);
  if (asked === -1) return false;
  if (kind === 'steps') return steps.findIndex((step) => step.name === name) > asked;
  if (kind === 'fields' || kind === 'options') return stepOf(name) > asked;
  if (kind !== 'blocks') return true;
  const before = blocks.find((block) => block.name === name)?.before;
  return (before === undefined ? steps.length - 1 : stepOf(before)) > asked;
}
