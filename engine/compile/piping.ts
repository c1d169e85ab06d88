import {
  isArgumentElement,
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import { countSegment, listInnerFields } from '../conditions/inner-facts.ts';
import { getSchemaChoices } from '../json-schema/choices.ts';
import { dereference } from '../json-schema/references.ts';
import { getSchemaValueKind } from '../json-schema/value-kind.ts';
import { asObject, toText } from '../json-schema/values.ts';
import { getPropertySchema } from '../json-schema/walk.ts';
import { acceptsOther } from '../model/other-choice.ts';
import type { FieldDefinition, FormType, JsonSchema, Message, Rule, Texts } from '../model/types.ts';
import { isUploadWidget } from '../model/uploads.ts';
import { answerPrefix, emptyBranch, getAnswerName, insertAnswers, noAnswers } from '../resolve/piping.ts';
import { isSecretAt } from '../texts/secrets.ts';
import { findTypesShowing } from '../texts/types-of-text.ts';
import { listRuleTexts } from './named-texts.ts';
import type { DocumentPath, ProblemReport } from './report.ts';
import { listArguments } from './texts.ts';

/** The texts of mails that can contain answers. */
export const pipedMailTexts = ['mail.subject', 'mail.heading', 'mail.intro', 'mail.reply'];

/** The other texts of every form that can contain answers: those of the confirmation. */
export const pipedThanks: readonly string[] = ['thank-you.heading', 'thank-you.message'];

/**
 * Separates the messages that contain answers, by locale. `texts` has all messages, each as it is shown while
 * no answer is given. `pipes` has the original messages that contain answers; it is absent if there are none.
 */
export function splitPipes(written: Readonly<Record<string, Texts>>): {
  readonly texts: Readonly<Record<string, Texts>>;
  readonly pipes?: Readonly<Record<string, Texts>>;
} {
  const pipes = Object.entries(written).flatMap(([locale, texts]) => {
    const piped = Object.entries(texts).filter(([, message]) => listAnswers(message).length > 0);
    return piped.length === 0 ? [] : [[locale, Object.fromEntries(piped)] as const];
  });
  if (pipes.length === 0) return { texts: written };
  const texts = Object.entries(written).map(([locale, messages]) => [
    locale,
    Object.fromEntries(
      Object.entries(messages).map(([key, message]) => [key, insertAnswers(message, noAnswers)]),
    ),
  ]);
  return { texts: Object.fromEntries(texts), pipes: Object.fromEntries(pipes) };
}

/** Returns the names of the answers in a message, without duplicates: `['boat_model']`. */
function listAnswers(message: Message): readonly string[] {
  return listArguments(message).flatMap((name) =>
    name.startsWith(answerPrefix) ? [name.slice(answerPrefix.length)] : [],
  );
}

interface PipingSources {
  readonly types: readonly FormType[];
  readonly rules: readonly Pick<Rule, 'then'>[];
}

/**
 * Reports answers that a text cannot contain, invalid uses of answers, and texts that cannot contain answers.
 */
export function checkPipes(
  texts: Readonly<Record<string, Texts>>,
  known: PipingSources,
  report: ProblemReport,
): void {
  for (const [locale, messages] of Object.entries(texts)) {
    for (const [key, message] of Object.entries(messages)) {
      const answers = listAnswers(message);
      if (answers.length === 0) continue;
      const at: DocumentPath = { file: `texts/${locale}.json`, path: [key] };
      checkPipedMessage(message as readonly MessageFormatElement[], { key, answers, at }, known, report);
    }
  }
}

/** The key of a text, the names of the answers in it, and its position. */
interface PipedText {
  readonly key: string;
  readonly answers: readonly string[];
  readonly at: DocumentPath;
}

/** Reports answers that do not exist or that this message cannot contain, and invalid uses of answers. */
function checkPipedMessage(
  message: readonly MessageFormatElement[],
  { key, answers, at }: PipedText,
  known: PipingSources,
  report: ProblemReport,
): void {
  if (!canContainAnswers(key, known)) {
    const reason = `the text "${key}" cannot insert an answer ("{${answerPrefix}${answers[0]}}"): only texts of fields, choices, blocks, steps, thanks and mails can; remove it`;
    report.add(at, 'bad-piping', reason);
    return;
  }
  const types = findTypesShowing(key, known.types);
  for (const name of answers) {
    const natures = types.flatMap((type) => getAnswerType(type, name) ?? []);
    const refusal = natures.find((nature) => typeof nature === 'string');
    const answerTypes = natures.filter((nature) => typeof nature !== 'string');
    if (natures.length === 0) {
      const names = types.flatMap((type) => listInsertableAnswerNames(type));
      report.add(at, 'unknown-field', `"{${answerPrefix}${name}}" is not an answer`, {
        wrong: `${answerPrefix}${name}`,
        known: new Set(names.map((each) => answerPrefix + each)),
      });
    } else if (refusal !== undefined) report.add(at, 'bad-piping', refusal);
    else
      for (const element of findElementsWithAnswer(message, name))
        checkAnswerUse(element, name, answerTypes, at, report);
  }
}

/**
 * Returns true if a text can contain answers: it is shown or mailed together with the answers of one form.
 */
function canContainAnswers(key: string, { types, rules }: PipingSources): boolean {
  const own = key.replace(/^forms\.[^.]+\./, '');
  if (/^(?:fields|options|blocks|steps|problems)\./.test(own)) return true;
  if ([...pipedThanks, ...pipedMailTexts].includes(own)) return true;
  return (
    types.some(({ submitLabel, links }) => [submitLabel, ...links.map(({ label }) => label)].includes(key)) ||
    rules.some(({ then }) => listRuleTexts(then).some(({ textKey }) => textKey === own))
  );
}

/** The properties of an answer that decide how a text can use it. */
type AnswerType = Pick<FieldDefinition, 'kind' | 'temporal' | 'choices' | 'widgetProperties'> & {
  readonly isList?: boolean;
};

/**
 * Returns the type of an answer: a field, or a value inside one (`boat.make`). Returns a string, the reason,
 * if a text cannot contain this answer, and undefined if the enquiry type has no such answer.
 */
function getAnswerType(type: FormType, name: string): AnswerType | string | undefined {
  const [own = ''] = name.split('.');
  const field = type.fields.find((each) => each.name === own);
  if (field === undefined) return undefined;
  if (isSecretAt(type, name.split('.'))) return `"${name}" is secret, so no text can insert it; remove it`;
  if (own !== name) {
    const inner = listInnerFields(type, own).get(name);
    return inner?.kind === 'json' ? explainSeveralAnswers(name) : inner;
  }
  const { widget, kind } = field;
  if (isUploadWidget(widget)) return `"${name}" accepts files, which no text can insert; remove it`;
  if (kind !== 'json') return field;
  const schema = dereference(getPropertySchema(type.schema, name), type.schema);
  const items = dereference(asObject(schema.items), type.schema);
  const isPlainList = schema.items !== undefined && getSchemaValueKind(items as JsonSchema) !== 'json';
  return isPlainList ? { kind, isList: true, ...getSchemaChoices(items) } : explainSeveralAnswers(name);
}

/** Returns the reason why a text cannot contain an object, or a list of objects, as one answer. */
function explainSeveralAnswers(name: string): string {
  return `"${name}" has several answers, which no text can insert as one; name one of them as in rules, or the number of items of a list ("{${answerPrefix}${name}.${countSegment}}")`;
}

/** Returns the names of all answers of a type that texts can contain, also of values inside fields. */
function listInsertableAnswerNames(type: FormType): readonly string[] {
  const names = type.fields.flatMap(({ name }) => [name, ...listInnerFields(type, name).keys()]);
  return names.filter((name) => typeof getAnswerType(type, name) === 'object');
}

/**
 * Returns the elements of a message that insert, format or compare an answer, including those inside
 * branches.
 */
function findElementsWithAnswer(
  message: readonly MessageFormatElement[],
  name: string,
): readonly Exclude<MessageFormatElement, { readonly type: 0 | 7 }>[] {
  return message.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    const inside =
      isSelectElement(element) || isPluralElement(element)
        ? Object.values(element.options).flatMap((option) => findElementsWithAnswer(option.value, name))
        : [];
    return getAnswerName(element) === name ? [element, ...inside] : inside;
  });
}

/**
 * Reports an element of a message that formats an answer in a way that its type does not allow. `answerTypes`
 * are those of the answer in all enquiry types that show the message: each must allow it, and a branch is
 * known if one of them has that choice.
 */
function checkAnswerUse(
  element: MessageFormatElement,
  name: string,
  answerTypes: readonly AnswerType[],
  at: DocumentPath,
  report: ProblemReport,
): void {
  /** Reports a problem of the text. */
  const reportBadUse = (
    reason: string,
    names?: { readonly wrong: string; readonly known: Iterable<string> },
  ) => report.add(at, 'bad-piping', reason, names);
  const plainly = `insert it as it is, "{${answerPrefix}${name}}"`;
  if (isArgumentElement(element)) return;
  if (isPluralElement(element) || isNumberElement(element)) {
    if (answerTypes.some(({ kind }) => kind !== 'number' && kind !== 'integer'))
      reportBadUse(`"${name}" is not a number; ${plainly}`);
    return;
  }
  if (isDateElement(element)) {
    if (answerTypes.some(({ temporal }) => temporal !== 'date'))
      reportBadUse(`"${name}" is not a date; ${plainly}`);
    return;
  }
  if (!isSelectElement(element)) {
    reportBadUse(`an answer cannot be formatted as a "time"; ${plainly}`);
    return;
  }
  const branches = Object.keys(element.options).filter((branch) => branch !== 'other');
  const known = answerTypes.map(listAnswerWords);
  const words = known.flatMap((each) => each ?? []);
  if (words.includes(emptyBranch)) {
    const reason = `"${name}" has a choice "${emptyBranch}", which a text cannot tell from a missing answer; use another value for it`;
    reportBadUse(reason);
    return;
  }
  for (const branch of branches) {
    if (branch === emptyBranch || known.includes(undefined) || words.includes(branch)) continue;
    const offered = [...words, emptyBranch];
    reportBadUse(`"${name}" has no answer "${branch}"; remove the branch`, {
      wrong: branch,
      known: offered,
    });
  }
}

/**
 * Returns the branches that an answer of this type can choose; undefined if it can be any text or number, and
 * none for a list.
 */
function listAnswerWords(answer: AnswerType): readonly string[] | undefined {
  const { kind, choices, isList = false } = answer;
  if (acceptsOther(answer)) return undefined;
  if (kind === 'boolean') return ['true', 'false'];
  return isList ? [] : choices?.map(toText);
}
