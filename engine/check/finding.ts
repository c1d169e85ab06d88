import { documentProblems } from '../compile/report.ts';
import type { DocumentProblem } from '../model/types.ts';
import { namedThings, type PresetDocument } from '../preset/scenarios.ts';
import type { Scenario } from './scenarios/index.ts';
import sizes from './sizes.json' with { type: 'json' };

/**
 * The severity of a finding: an `error` can stop a visitor, a `warning` is most likely a mistake, a `note` is
 * worth knowing.
 */
export type Severity = 'error' | 'warning' | 'note';

/**
 * One result of a check: what is wrong or worth knowing, and its position in a document. It has the items of
 * the narrowed list that its scenario names and `scenarios.json` does not contain yet.
 */
export interface Finding extends DocumentProblem, Partial<PresetDocument> {
  readonly severity: Severity;
  /** The number of situations that show it. Absent if the finding does not depend on situations. */
  readonly situations?: number;
  /** The ids of the other rules because of which a rule or an effect changes nothing. */
  readonly because?: readonly string[];
  /** The smallest situation that shows it, ready to paste into `scenarios.json`. */
  readonly scenario?: Scenario;
}

export interface FindingKind {
  readonly severity: Severity;
  /** One sentence for product owners. */
  readonly description: string;
}

/** Every code that `check` reports besides those of `compile` (`documentProblems`). The codes are stable. */
export const findingKinds = {
  'no-type-offered': {
    severity: 'error',
    description: 'In some situation, no enquiry type is offered.',
  },
  'required-hidden': {
    severity: 'error',
    description: 'A required field is hidden from visitors, and nothing fills it in.',
  },
  'required-fixed': {
    severity: 'error',
    description: 'A required field is disabled or read-only, and nothing fills it in.',
  },
  'required-choice-empty': {
    severity: 'error',
    description: 'A choice is required, but there is nothing to choose from.',
  },
  'required-without-control': {
    severity: 'error',
    description: 'A field is required, but visitors cannot fill it in.',
  },
  'example-refused': {
    severity: 'error',
    description: 'No visitor could send this form in some situation: its example is refused.',
  },
  'example-unfit': {
    severity: 'warning',
    description: 'The example of a form is refused in some situation, in which other answers are accepted.',
  },
  'no-way-to-send': {
    severity: 'warning',
    description:
      'Visitors may be unable to send this form in some situation: it has no example, and no accepted answers were found.',
  },
  'dead-branch': {
    severity: 'error',
    description:
      'Visitors who give certain answers cannot send this form: a part of its schema cannot be met.',
  },
  'unmet-branch': {
    severity: 'warning',
    description:
      'Visitors who give certain answers may be unable to send this form: nothing was found that meets a part of its schema.',
  },
  'limit-unmeetable': {
    severity: 'error',
    description: 'Limits contradict each other: no value is accepted.',
  },
  'retired-type': {
    severity: 'note',
    description: 'An enquiry type is archived. Everything that belongs to it is inactive.',
  },
  'never-shown': {
    severity: 'warning',
    description: 'A field, a block or a step is never shown.',
  },
  'step-waits': {
    severity: 'error',
    description: 'A required field waits for an answer that only a later step asks for.',
  },
  'default-refused': {
    severity: 'error',
    description: 'The default value of a field is refused by its own schema.',
  },
  'preset-refused': {
    severity: 'error',
    description: 'A rule presets a field with a value that its schema refuses.',
  },
  'too-many-situations': {
    severity: 'error',
    description: 'The rules distinguish more situations than can be checked. Mistakes may go unnoticed.',
  },
  'no-example': {
    severity: 'warning',
    description: 'A form has no example, so nothing proves that visitors can send it.',
  },
  'rule-never-holds': { severity: 'warning', description: 'The condition of a rule is never true.' },
  'rule-always-holds': {
    severity: 'warning',
    description: 'The condition of a rule is always true. The rule does not need it.',
  },
  'rule-repeats': { severity: 'warning', description: 'Two rules do the same under the same condition.' },
  'rule-never-matters': {
    severity: 'warning',
    description: 'A rule has no effect: other rules or the schema already decide the same.',
  },
  'effect-never-matters': {
    severity: 'warning',
    description: 'One of the effects of a rule never changes anything.',
  },
  'rule-overruled': {
    severity: 'warning',
    description: 'A rule has no effect: other rules always override it.',
  },
  'effect-overruled': {
    severity: 'warning',
    description: 'One of the effects of a rule never changes anything: other rules always override it.',
  },
  'scenario-fails': { severity: 'error', description: 'An expectation is not met.' },
  'scenario-unreadable': {
    severity: 'error',
    description: `An expectation refers to ${namedThings} that does not exist.`,
  },
  'untested-effect': {
    severity: 'note',
    description: 'Nothing would warn you if this rule stopped working.',
  },
  'unused-definition': { severity: 'warning', description: 'A shared field is used by no form.' },
  'other-definition': {
    severity: 'warning',
    description:
      'A field refers to a shared field with another name, although there is one with its own name.',
  },
  'ignored-option': {
    severity: 'warning',
    description: 'A UI schema has an option of RJSF that has no effect here.',
  },
  'unused-ui': { severity: 'warning', description: 'A UI schema describes a field that does not exist.' },
  'widget-mismatch': {
    severity: 'warning',
    description: 'The widget of a field cannot show its kind of value.',
  },
  'double-choice': { severity: 'error', description: 'A list of choices has the same value twice.' },
  'photos-without-limit': {
    severity: 'warning',
    description: 'In some situation, a field accepts photos without a limit on their number, types or size.',
  },
  'slow-pattern': {
    severity: 'error',
    description: 'A pattern can take very long on some texts, or cannot be proven fast.',
  },
  'too-many-fields': {
    severity: 'warning',
    description: `A form has more than ${sizes.fields} fields, including those inside others: phones show it slowly.`,
  },
  'too-many-choices': {
    severity: 'warning',
    description: `A list has more than ${sizes.choices} choices: phones show it slowly. \`--content\` also checks the lists of the content.`,
  },
  'needs-scanner': {
    severity: 'note',
    description: 'A field accepts files that are not delivered until a virus scanner has checked them.',
  },
  'needs-scripts': { severity: 'note', description: 'A part of a form works only with JavaScript.' },
  'inferred-draft': {
    severity: 'warning',
    description: 'A form does not name the draft of JSON Schema that it is written in.',
  },
  'older-draft': {
    severity: 'warning',
    description: 'A form is written in draft-04 or draft-06 of JSON Schema, and read as draft-07.',
  },
  'idle-keyword': {
    severity: 'warning',
    description: 'A keyword has no effect: it is for another type of value, or another keyword is missing.',
  },
  'not-asked': {
    severity: 'warning',
    description: 'A schema describes something that no form can ask for, or has no fields.',
  },
  'untitled-branch': {
    severity: 'warning',
    description: 'Visitors have to choose between branches of a schema that have no title.',
  },
  'missing-label': { severity: 'warning', description: 'A field has no label.' },
  'double-label': { severity: 'warning', description: 'Two fields of one form have the same label.' },
  'missing-option-label': {
    severity: 'warning',
    description: 'A choice has no text, so visitors see its value.',
  },
  'double-option-label': { severity: 'warning', description: 'Two choices of a field have the same text.' },
  'missing-interface-text': {
    severity: 'warning',
    description: 'A language that is not built in lacks texts of the interface.',
  },
  'missing-translation': { severity: 'warning', description: 'A text is missing in a language.' },
  'stale-translation': {
    severity: 'warning',
    description: 'A language has a text that the fallback language no longer has.',
  },
  'missing-argument': {
    severity: 'warning',
    description: 'A translation leaves out an argument that the original has.',
  },
  'unfilled-argument': {
    severity: 'error',
    description: 'A text has an argument that nothing fills in, so it cannot be shown.',
  },
  'quoted-argument': {
    severity: 'warning',
    description: 'A text has an argument between apostrophes, so visitors see its name.',
  },
  'unsaid-answer': {
    severity: 'warning',
    description: 'A text inserts an answer that may be missing, and has no text for that case.',
  },
  'french-spacing': {
    severity: 'warning',
    description: 'A French text lacks a no-break space, or has a space where there should be none.',
  },
  'empty-text': { severity: 'warning', description: 'A text is empty.' },
  'unused-text': {
    severity: 'warning',
    description: 'A text belongs to a field, form, choice or problem that does not exist.',
  },
} as const satisfies Readonly<Record<string, FindingKind>>;

export type FindingCode = keyof typeof findingKinds;

/** The description of every code that a finding about documents can have, those of `compile` included. */
export const documentFindingDescriptions = {
  ...documentProblems,
  ...getDescriptions(findingKinds),
  /** Reported by the caller of the check if it does not end. */
  'not-checked': 'The check did not finish.',
  /** Reported by callers that have the content as well. */
  'unreached-site': 'Nobody receives the enquiries of a site.',
  'unoffered-type': 'No page offers an enquiry type.',
  'unknown-destination': 'A rule sends enquiries to a destination that does not exist.',
  'bad-content': 'The content has a mistake, so that it cannot be used.',
} as const;

/** Returns the description of each code. */
function getDescriptions<Kinds extends Readonly<Record<string, FindingKind>>>(
  kinds: Kinds,
): { readonly [Code in keyof Kinds]: string } {
  const pairs = Object.entries(kinds).map(([code, { description }]) => [code, description]);
  return Object.fromEntries(pairs);
}

export type DocumentFindingCode = keyof typeof documentFindingDescriptions;

export interface FindingInput extends Omit<Finding, 'severity' | 'code'> {
  readonly code: FindingCode;
  /** Absent: the severity of the code. */
  readonly severity?: Severity;
}

/** Returns a finding with the severity of its code, unless a severity is given. */
export function createFinding(found: FindingInput): Finding {
  return { ...found, severity: found.severity ?? findingKinds[found.code].severity };
}

/** Returns the problems of `compile` as sorted findings, each with the severity `error`. */
export function toFindings(problems: readonly DocumentProblem[]): readonly Finding[] {
  return sortFindings(problems.map((problem) => ({ ...problem, severity: 'error' })));
}

/** Returns the findings in the order of a report: errors first, then by file, pointer and code. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };
  return [...findings].sort(
    (one, other) =>
      rank[one.severity] - rank[other.severity] ||
      compareNaturally(one.file, other.file) ||
      compareNaturally(one.pointer, other.pointer) ||
      compareNaturally(one.code, other.code),
  );
}

/**
 * Compares two texts for sorting, with numbers by value, so that `/rules/9` comes before `/rules/10`. The
 * locale is fixed, so that the order is the same on every machine.
 */
function compareNaturally(one: string, other: string): number {
  return collator.compare(one, other);
}

const collator = new Intl.Collator('en', { numeric: true });
