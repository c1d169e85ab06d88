import { documentProblems } from '../compile/report.ts';
import type { Scenario } from '../scenarios/index.ts';
import type { DocumentProblem } from '../types.ts';
import type { NamedOffices } from './situations/offices.ts';
import sizes from './sizes.json' with { type: 'json' };

/**
 * The severity of a finding: an `error` can stop a visitor, a `warning` is most likely a mistake, a `note` is
 * worth knowing.
 */
export type Severity = 'error' | 'warning' | 'note';

export interface Finding extends DocumentProblem {
  readonly severity: Severity;
  /** The number of situations that show it. Absent if the finding does not depend on situations. */
  readonly situations?: number;
  /** The smallest situation that shows it, ready to paste into `scenarios.json`. */
  readonly scenario?: Scenario;
  /** Offices that this scenario names and `scenarios.json` does not contain yet. */
  readonly offices?: NamedOffices;
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
    description: 'In some situation no enquiry type is offered.',
  },
  'required-hidden': {
    severity: 'error',
    description: 'A field is required where the visitor cannot see it, and nothing presets it.',
  },
  'required-fixed': {
    severity: 'error',
    description: 'A field is required where it is disabled or read-only, and nothing presets it.',
  },
  'required-choice-empty': {
    severity: 'error',
    description: 'A choice is required where nothing is offered to choose from.',
  },
  'required-without-control': {
    severity: 'error',
    description: 'A field is required, but nothing that a visitor could fill in draws it.',
  },
  'example-refused': {
    severity: 'error',
    description: "The form's example cannot be sent in some situation.",
  },
  'no-way-to-send': {
    severity: 'warning',
    description:
      'A form has no example, and no answers were found with which it can be sent in some situation.',
  },
  'dead-branch': {
    severity: 'error',
    description: 'A part of a schema that depends on answers cannot be met: who answers so cannot send.',
  },
  'unmet-branch': {
    severity: 'warning',
    description:
      'No answers were found that meet a part of a schema which depends on answers, and no proof that there are none.',
  },
  'limit-unmeetable': {
    severity: 'error',
    description: 'Limits contradict each other, so that no value can meet them.',
  },
  'retired-type': {
    severity: 'note',
    description: 'An enquiry type is retired: what rests with it is told once.',
  },
  'never-shown': {
    severity: 'warning',
    description: 'A field, a block or a step is not shown in any situation.',
  },
  'step-waits': {
    severity: 'error',
    description: 'A required field waits for an answer that only a later step asks for.',
  },
  'default-refused': {
    severity: 'error',
    description: 'The default of a field is refused by its own schema.',
  },
  'preset-refused': {
    severity: 'error',
    description: 'A rule presets a field with what its schema refuses.',
  },
  'too-many-situations': {
    severity: 'error',
    description: 'The rules tell more situations apart than can be visited, so that nothing is proven.',
  },
  'no-example': {
    severity: 'warning',
    description: 'A form has no example, so that nothing proves that it can be sent.',
  },
  'rule-never-holds': { severity: 'warning', description: 'The condition of a rule can never hold.' },
  'rule-always-holds': {
    severity: 'warning',
    description: 'The condition of a rule always holds, so that the rule needs none.',
  },
  'rule-repeats': { severity: 'warning', description: 'Two rules do the same under the same condition.' },
  'rule-never-matters': {
    severity: 'warning',
    description: 'A rule changes nothing wherever it holds: other rules or the schema decide the same.',
  },
  'effect-never-matters': {
    severity: 'warning',
    description: 'One of the effects of a rule changes nothing wherever the rule holds.',
  },
  'rule-overruled': {
    severity: 'warning',
    description:
      'A rule changes nothing, because other rules that decide otherwise prevail wherever it holds.',
  },
  'effect-overruled': {
    severity: 'warning',
    description:
      'One of the effects of a rule changes nothing, because other rules that decide otherwise prevail wherever it holds.',
  },
  'scenario-fails': { severity: 'error', description: 'A scenario does not hold.' },
  'scenario-unreadable': {
    severity: 'error',
    description: 'A scenario names an office, an enquiry type or a field that there is not.',
  },
  'untested-effect': {
    severity: 'note',
    description: 'No scenario notices when an effect of a rule is lost.',
  },
  'unused-definition': { severity: 'warning', description: 'A shared field is used by no form.' },
  'other-definition': {
    severity: 'warning',
    description: 'A field refers to the shared field of another name, though there is one of its own.',
  },
  'ignored-option': {
    severity: 'warning',
    description: 'A UI schema has an option of RJSF that has no effect here.',
  },
  'unused-ui': { severity: 'warning', description: 'A UI schema describes a field that is not there.' },
  'widget-mismatch': {
    severity: 'warning',
    description: 'A widget cannot draw the kind of value that its field holds.',
  },
  'double-choice': { severity: 'error', description: 'A list of choices holds one value twice.' },
  'photos-without-limit': {
    severity: 'warning',
    description: 'A field takes photos without a limit of their count, types or size in some situation.',
  },
  'slow-pattern': {
    severity: 'error',
    description:
      'A pattern can take very long on a text that was made to be slow, or is not known to be quick.',
  },
  'too-many-fields': {
    severity: 'warning',
    description: `A form has more than ${sizes.fields} fields, those inside others counted, over which a phone takes long.`,
  },
  'too-many-choices': {
    severity: 'warning',
    description: `A list has more than ${sizes.choices} choices, over which a phone takes long; \`--content\` names lists of the content.`,
  },
  'needs-scanner': {
    severity: 'note',
    description: 'A field takes files that nobody gets before a virus scanner has looked at them.',
  },
  'needs-scripts': { severity: 'note', description: 'Part of a form works only where scripts do.' },
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
    description: 'A keyword does nothing: it is about another type of value, or lacks its companion.',
  },
  'not-asked': {
    severity: 'warning',
    description: 'A schema describes something that no form can ask, or asks nothing at all.',
  },
  'untitled-branch': {
    severity: 'warning',
    description: 'A visitor has to choose among branches of a schema that have no title.',
  },
  'missing-label': { severity: 'warning', description: 'A field has no label.' },
  'double-label': { severity: 'warning', description: 'Two fields of one form have the same label.' },
  'missing-option-label': {
    severity: 'warning',
    description: 'A choice has no text, so that visitors read its value.',
  },
  'double-option-label': { severity: 'warning', description: 'Two choices of one field read the same.' },
  'missing-message': { severity: 'warning', description: 'A problem that can arise has no message.' },
  'missing-interface-text': {
    severity: 'error',
    description: 'Texts of the interface are missing, so that visitors read their names.',
  },
  'missing-translation': { severity: 'warning', description: 'A text is missing in a language.' },
  'stale-translation': {
    severity: 'warning',
    description: 'A language has a text that the language of last resort no longer has.',
  },
  'missing-argument': {
    severity: 'warning',
    description: 'A translation leaves out an argument that the original has.',
  },
  'unfilled-argument': {
    severity: 'error',
    description: 'A text asks for an argument that nothing fills in, so that it cannot be shown.',
  },
  'quoted-argument': {
    severity: 'warning',
    description: 'A text has an argument between apostrophes, so that its name is read out.',
  },
  'unsaid-answer': {
    severity: 'warning',
    description: 'A text says an answer that may not be there, and nothing in its place.',
  },
  'french-spacing': {
    severity: 'warning',
    description: 'A French text lacks a no-break space, or has a space where none stands.',
  },
  'empty-text': { severity: 'warning', description: 'A text is empty.' },
  'unused-text': {
    severity: 'warning',
    description: 'A text belongs to a field, form, choice or problem that there is not.',
  },
} as const satisfies Readonly<Record<string, FindingKind>>;

export type FindingCode = keyof typeof findingKinds;

export const documentFindingDescriptions = {
  ...documentProblems,
  ...getDescriptions(findingKinds),
  /** Reported by the caller of the check if it does not end. */
  'not-checked': 'The check did not come to its end.',
  /** Reported by callers that have the content as well. */
  'unreached-site': 'Enquiries of a site reach nobody; `--content` names the site.',
  'unoffered-type': 'No page offers an enquiry type; `--content` tells.',
  'unknown-destination':
    'A rule sends enquiries where no destination of the content is; `--content` names it.',
} as const;

function getDescriptions<Kinds extends Readonly<Record<string, FindingKind>>>(
  kinds: Kinds,
): { readonly [Code in keyof Kinds]: string } {
  const pairs = Object.entries(kinds).map(([code, { description }]) => [code, description]);
  return Object.fromEntries(pairs);
}

export type DocumentFindingCode = keyof typeof documentFindingDescriptions;

/** A finding before its severity is known: the code decides it, unless it is given. */
export interface FindingInput extends Omit<Finding, 'severity' | 'code'> {
  readonly code: FindingCode;
  readonly severity?: Severity;
}

export function createFinding(found: FindingInput): Finding {
  return { ...found, severity: found.severity ?? findingKinds[found.code].severity };
}

/** Converts the problems of `compile` to findings. Each is an error. */
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
 * Compares numbers by value, so that `/rules/9` comes before `/rules/10`. The locale is fixed, so that the
 * order is the same on every machine.
 */
function compareNaturally(one: string, other: string): number {
  return collator.compare(one, other);
}

const collator = new Intl.Collator('en', { numeric: true });
