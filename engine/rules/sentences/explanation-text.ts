import { listItemRows } from '../../preset/rules.ts';
import type { Explanation, FieldExplanation } from './explanation.ts';

/**
 * Formats an explanation as text: one line for each decision, with the ids of its rules in brackets, then the
 * rules in sentences and the problems. Ends with a line break.
 */
export function formatExplanation(explanation: Explanation): string {
  const excluded = Object.entries(explanation.excludedTypes).map(
    ([key, rules]) => `${key}${formatRulesInBrackets(rules)}`,
  );
  const rows: readonly (readonly [string, string])[] = [
    [
      'section',
      `${explanation.section.isShown ? 'shown' : 'hidden'}${formatRulesInBrackets(explanation.section.because)}`,
    ],
    ['type', `${explanation.type ?? 'none'}${formatRulesInBrackets(explanation.typeBecause)}`],
    ...(explanation.unavailableType
      ? [
          [
            '',
            `${explanation.unavailableType.type} cannot be chosen here${formatRulesInBrackets(explanation.unavailableType.because)}`,
          ] as const,
        ]
      : []),
    ['offered types', joinNamesOrNone(explanation.offeredTypes)],
    ...(excluded.length > 0 ? [['left out', excluded.join(', ')] as const] : []),
    ...listItemRows(explanation).map(
      ([what, names, because]) =>
        [what, `${joinNamesOrNone(names)}${formatRulesInBrackets(because)}`] as const,
    ),
    ['submit button', explanation.submit],
    ...(explanation.recipient === undefined
      ? []
      : [
          [
            'mail goes to',
            `${explanation.recipient}${formatRulesInBrackets(explanation.recipientBecause)}`,
          ] as const,
        ]),
    ...(explanation.destinations === undefined
      ? []
      : [
          [
            'goes also to',
            `${joinNamesOrNone(explanation.destinations)}${formatRulesInBrackets(explanation.destinationsBecause)}`,
          ] as const,
        ]),
  ];
  const width = Math.max(...rows.map(([what]) => what.length));
  const problems = explanation.problems.map(({ field, code }) => `  ${field}: ${code}`);
  return `${[
    ...rows.map(([what, is]) => `${what.padEnd(width)}  ${is}`),
    '',
    'fields',
    ...explanation.fields.flatMap(formatField),
    ...formatBlocks(explanation.blocks),
    ...formatRules(explanation.rules),
    '',
    problems.length === 0 ? 'This could be sent.' : 'Before this can be sent:',
    ...problems,
  ].join('\n')}\n`;
}

/** Returns the lines about blocks, after an empty line and a heading; no lines without blocks. */
function formatBlocks(blocks: Explanation['blocks'] = []): readonly string[] {
  const lines = blocks.map(
    ({ name, kind, visibility, because }) =>
      `  ${name}: ${visibility}${formatRulesInBrackets(because)}, ${kind}`,
  );
  return lines.length === 0 ? [] : ['', 'blocks', ...lines];
}

/**
 * Returns the lines with the sentences of rules, after an empty line and a heading; no lines without rules.
 */
function formatRules(rules: Explanation['rules']): readonly string[] {
  const lines = Object.entries(rules).map(([id, sentence]) => `  ${id}: ${sentence}`);
  return lines.length === 0 ? [] : ['', 'rules', ...lines];
}

/** Returns the line of a field and, indented below it, a line for each of its details. */
function formatField(field: FieldExplanation): readonly string[] {
  const {
    name,
    label,
    visibility,
    isRequired,
    fixed,
    widget,
    because,
    options,
    optionsState,
    limits,
    bounds,
    preset,
    value,
    isCalculated,
  } = field;
  const shown = `${visibility}${formatRulesInBrackets(because.visibility)}`;
  const required = `${isRequired ? 'required' : 'optional'}${formatRulesInBrackets(isRequired ? because.required : [])}`;
  const answered =
    fixed === undefined
      ? required
      : `${fixed === 'readonly' ? 'read-only' : fixed}${formatRulesInBrackets(because.fixed)}`;
  const state = visibility === 'hidden' ? shown : `${shown}, ${answered}, ${widget}`;
  /** Returns an indented line with the name of a detail, its value and its rules. */
  const formatDetail = (what: string, is: string, rulesOf?: readonly string[]) =>
    `      ${what}: ${is}${formatRulesInBrackets(rulesOf)}`;
  return [
    `  ${name} “${label}”${formatRulesInBrackets(because.texts)}: ${state}`,
    ...(options
      ? [
          formatDetail(
            'offers',
            optionsState === 'ready' ? formatOptions(options) : optionsState,
            because.options,
          ),
        ]
      : []),
    ...(limits ? [formatDetail('limits', formatPairs(limits), because.limits)] : []),
    ...(bounds ? [formatDetail('bounds', formatPairs(bounds), because.bounds)] : []),
    ...(preset !== undefined
      ? [formatDetail(isCalculated ? 'calculated' : 'preset', JSON.stringify(preset), because.preset)]
      : []),
    ...(value !== undefined ? [formatDetail('sent', JSON.stringify(value))] : []),
  ];
}

/** Returns ` [one-rule, other-rule]`, with the space before it; empty without rules. */
function formatRulesInBrackets(rules: readonly string[] = []): string {
  return rules.length === 0 ? '' : ` [${rules.join(', ')}]`;
}

/** Returns names separated by commas, or `none`. */
function joinNamesOrNone(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Returns the first eight options and the number of the others; `nothing` without options. */
function formatOptions(options: readonly (string | number)[]): string {
  const shown = options.slice(0, 8).join(', ');
  if (options.length === 0) return 'nothing';
  return options.length > 8 ? `${shown} and ${options.length - 8} more` : shown;
}

/** Returns the properties of an object as text: `count 3, types image/png|image/jpeg`. */
function formatPairs(values: object): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Array.isArray(value) ? value.join('|') : String(value)}`)
    .join(', ');
}
