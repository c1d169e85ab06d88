import type { Explanation, FieldExplanation } from './explanation.ts';

/** Formats an explanation as text: one line for each decision, followed by the rules that made it. */
export function explanationText(explanation: Explanation): string {
  const excluded = Object.entries(explanation.excludedTypes).map(([key, rules]) => `${key}${by(rules)}`);
  const rows: readonly (readonly [string, string])[] = [
    ['section', `${explanation.section.isShown ? 'shown' : 'hidden'}${by(explanation.section.because)}`],
    ['type', `${explanation.type ?? 'none'}${by(explanation.typeBecause)}`],
    ...(explanation.unavailableType
      ? [
          [
            '',
            `${explanation.unavailableType.type} cannot be chosen here${by(explanation.unavailableType.because)}`,
          ] as const,
        ]
      : []),
    ['offered types', listed(explanation.offeredTypes)],
    ...(excluded.length > 0 ? [['left out', excluded.join(', ')] as const] : []),
    ['eligible offices', `${listed(explanation.eligibleOffices)}${by(explanation.eligibleBecause)}`],
    ['offered offices', `${listed(explanation.offeredOffices)}${by(explanation.offeredBecause)}`],
    ['submit button', explanation.submit],
    ...(explanation.recipient === undefined
      ? []
      : [['mail goes to', `${explanation.recipient}${by(explanation.recipientBecause)}`] as const]),
    ...(explanation.destinations === undefined
      ? []
      : [
          [
            'goes also to',
            `${listed(explanation.destinations)}${by(explanation.destinationsBecause)}`,
          ] as const,
        ]),
  ];
  const width = Math.max(...rows.map(([what]) => what.length));
  const problems = explanation.problems.map(({ field, code }) => `  ${field}: ${code}`);
  return `${[
    ...rows.map(([what, is]) => `${what.padEnd(width)}  ${is}`),
    '',
    'fields',
    ...explanation.fields.flatMap(fieldLines),
    ...blockLines(explanation.blocks),
    ...ruleLines(explanation.rules),
    '',
    problems.length === 0 ? 'This could be sent.' : 'Before this can be sent:',
    ...problems,
  ].join('\n')}\n`;
}

function blockLines(blocks: Explanation['blocks'] = []): readonly string[] {
  const lines = blocks.map(
    ({ name, kind, visibility, because }) => `  ${name}: ${visibility}${by(because)}, ${kind}`,
  );
  return lines.length === 0 ? [] : ['', 'blocks', ...lines];
}

function ruleLines(rules: Explanation['rules']): readonly string[] {
  const lines = Object.entries(rules).map(([id, sentence]) => `  ${id}: ${sentence}`);
  return lines.length === 0 ? [] : ['', 'rules', ...lines];
}

function fieldLines(field: FieldExplanation): readonly string[] {
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
  const shown = `${visibility}${by(because.visibility)}`;
  const required = `${isRequired ? 'required' : 'optional'}${by(isRequired ? because.required : [])}`;
  const answered =
    fixed === undefined ? required : `${fixed === 'readonly' ? 'read-only' : fixed}${by(because.fixed)}`;
  const standing = visibility === 'hidden' ? shown : `${shown}, ${answered}, ${widget}`;
  const part = (what: string, is: string, rulesOf?: readonly string[]) =>
    `      ${what}: ${is}${by(rulesOf)}`;
  return [
    `  ${name} “${label}”${by(because.texts)}: ${standing}`,
    ...(options
      ? [part('offers', optionsState === 'ready' ? shortened(options) : optionsState, because.options)]
      : []),
    ...(limits ? [part('limits', pairs(limits), because.limits)] : []),
    ...(bounds ? [part('bounds', pairs(bounds), because.bounds)] : []),
    ...(preset !== undefined
      ? [part(isCalculated ? 'calculated' : 'preset', JSON.stringify(preset), because.preset)]
      : []),
    ...(value !== undefined ? [part('sent', JSON.stringify(value))] : []),
  ];
}

function by(rules: readonly string[] = []): string {
  return rules.length === 0 ? '' : ` [${rules.join(', ')}]`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

function shortened(options: readonly (string | number)[]): string {
  const shown = options.slice(0, 8).join(', ');
  if (options.length === 0) return 'nothing';
  return options.length > 8 ? `${shown} and ${options.length - 8} more` : shown;
}

function pairs(values: object): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Array.isArray(value) ? value.join('|') : String(value)}`)
    .join(', ');
}
