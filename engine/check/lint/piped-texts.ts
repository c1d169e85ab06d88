import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import { countSegment } from '../../conditions/inner-facts.ts';
import type { FieldDefinition, Form, FormType, Message, Texts } from '../../model/types.ts';
import { isCheckbox } from '../../model/wire/wire.ts';
import { answerPrefix, emptyBranch, getAnswerName } from '../../resolve/piping.ts';
import { findTypesShowing } from '../../texts/types-of-text.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';

/**
 * Returns the messages by language and key, including those with piped answers, which win over others with
 * the same key.
 */
export function mergePipedTexts({ texts, pipes = {} }: Form): Readonly<Record<string, Texts>> {
  return Object.fromEntries(
    Object.entries(texts).map(([locale, messages]) => [locale, { ...messages, ...pipes[locale] }]),
  );
}

/**
 * Returns a finding for each answer that a text contains, that may be missing, and for which the text has no
 * wording in that case. It names the first type in which the answer may be missing.
 */
export function lintPipedTexts(form: Form, locator: DocumentLocator): readonly Finding[] {
  return Object.entries(form.pipes ?? {}).flatMap(([locale, messages]) =>
    Object.entries(messages).flatMap(([key, message]) =>
      [...new Set(findUnguardedAnswers(message))].flatMap((name) => {
        const type = findTypesShowing(key, form.types).find((each) =>
          mayAnswerBeMissing(form, each, key, name),
        );
        if (type === undefined) return [];
        const written = `{${answerPrefix}${name}}`;
        const branches = `{${answerPrefix}${name}, select, ${emptyBranch} {...} other {${written}}}`;
        const reason = `"${key}" has a gap while "${name}" of "${type.key}" has no answer; write a text for that case: ${branches}`;
        return [createFinding({ ...locator.text(locale, key), code: 'unsaid-answer', reason })];
      }),
    ),
  );
}

/**
 * Returns the names of the answers that a message contains without a branch for a missing answer, possibly
 * twice.
 */
function findUnguardedAnswers(message: Message): readonly string[] {
  return typeof message === 'string'
    ? []
    : collectUnguardedAnswers(message as readonly MessageFormatElement[], []);
}

/**
 * As `findUnguardedAnswers`, for the elements of a message.
 * @param certain The answers that are certain to exist, because the surrounding branch requires them.
 */
function collectUnguardedAnswers(
  elements: readonly MessageFormatElement[],
  certain: readonly string[],
): readonly string[] {
  return elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    const name = getAnswerName(element);
    const isChoosing = isSelectElement(element);
    const own = name === undefined || isChoosing || certain.includes(name) ? [] : [name];
    if (!isChoosing && !isPluralElement(element)) return own;
    const isSplit = Object.hasOwn(element.options, emptyBranch);
    const inside = Object.entries(element.options).flatMap(([branch, option]) => {
      const isCertain = isChoosing && branch !== emptyBranch && (branch !== 'other' || isSplit);
      return collectUnguardedAnswers(
        option.value,
        isCertain && name !== undefined ? [...certain, name] : certain,
      );
    });
    return [...own, ...inside];
  });
}

/**
 * Returns true if the answer `name` may be missing when the text `key` is shown: if its field is not in the
 * type, conditional, hidden by a rule, optional or not asked before. A value inside a field, `boat.make`, may
 * always be missing. A checkbox and the number of items (`crew.count`) exist as long as their field is shown.
 */
function mayAnswerBeMissing(form: Form, type: FormType, key: string, name: string): boolean {
  const [own = '', ...inner] = name.split('.');
  const field = type.fields.find((each) => each.name === own);
  if (field === undefined || field.isConditional || mayRuleHideField(form, own)) return true;
  if ((isCheckbox(field) && inner.length === 0) || inner.at(-1) === countSegment) return false;
  if (inner.length > 0 || field.isCalculated || !isAlwaysRequired(form, field)) return true;
  return !isAskedBefore(type, own, key.replace(/^forms\.[^.]+\./, ''));
}

/** Returns true if a `hide` or a `show` of any rule names the field. */
function mayRuleHideField({ rules }: Form, name: string): boolean {
  return rules.some(({ then: { hide = [], show = [] } }) => [...hide, ...show].includes(name));
}

/** Returns true if the schema or a rule without a condition requires the field. */
function isAlwaysRequired({ rules }: Form, { name, isRequired }: FieldDefinition): boolean {
  return isRequired || rules.some(({ when, then }) => when === undefined && then.require?.includes(name));
}

/**
 * Returns true if a required field is answered before the text is read: always for mails; for the text of a
 * step, field, option or block, if it is on a later step; for other texts, if the field is in a step. False
 * for step titles, the thank-you page and a form without steps.
 */
function isAskedBefore({ steps = [], blocks = [] }: FormType, field: string, key: string): boolean {
  const [kind, name, part] = key.split('.');
  if (kind === 'mail') return true;
  // The title of a page and the page of thanks for visitors without scripts contain no answers.
  if (kind === 'thank-you' || (kind === 'steps' && part === 'title')) return false;
  /** Returns the index of the step with a field; -1 if no step has it. */
  const findStepIndex = (asked: string | undefined) =>
    steps.findIndex(({ fields }) => fields.includes(asked ?? ''));
  const asked = findStepIndex(field);
  if (asked === -1) return false;
  if (kind === 'steps') return steps.findIndex((step) => step.name === name) > asked;
  if (kind === 'fields' || kind === 'options') return findStepIndex(name) > asked;
  if (kind !== 'blocks') return true;
  const before = blocks.find((block) => block.name === name)?.before;
  return (before === undefined ? steps.length - 1 : findStepIndex(before)) > asked;
}
