import type { Finding } from '#engine/check/index.ts';
import { getItems, itemsMember } from '#engine/preset/scenarios.ts';
import type { Workspace } from '../workspace/load.ts';

/**
 * Formats a finding for people and editors, as `schemas/rules.json:12:5: error required-hidden: "phone" is
 * required … (/rules/3)`, followed by the smallest situation in which it occurs, if it has one.
 */
export function formatLocatedFinding(
  finding: Finding,
  { locate, folderName, scenariosFile }: Workspace,
): readonly string[] {
  const located = locate(finding);
  const { file, line, column, severity, code, reason, pointer, situations, scenario } = located;
  const items = getItems(located);
  const at = line === undefined ? '' : `:${line}:${column ?? 1}`;
  const inside = pointer === '' ? '' : ` (${toSingleLine(pointer)})`;
  const first = `${folderName}/${file}${at}: ${severity} ${code}: ${toSingleLine(reason)}${inside}`;
  if (scenario === undefined) return [first];
  const many = situations === 1 ? 'one situation' : `${situations ?? 'some'} situations, the smallest`;
  return [
    first,
    `  in ${many}, as a scenario for ${folderName}/${scenariosFile}:`,
    `    ${JSON.stringify(scenario)}`,
    ...(items === undefined ? [] : [`  with these under "${itemsMember}": ${JSON.stringify(items)}`]),
  ];
}

/** Adds the line and column to each finding whose position is known. */
export function locateFindings(findings: readonly Finding[], { locate }: Workspace): readonly unknown[] {
  return findings.map(locate);
}

/** Formats the number of findings by severity: `2 errors, 1 warning, no notes`. */
export function formatFindingCounts(findings: readonly Finding[]): string {
  const countFindings = (severity: string) =>
    findings.filter((finding) => finding.severity === severity).length;
  return (['error', 'warning', 'note'] as const)
    .map((severity) => formatPlural(countFindings(severity), severity))
    .join(', ');
}

/** Formats a count: `formatPlural(2, 'error') // '2 errors'`, `formatPlural(0, 'error') // 'no errors'`. */
export function formatPlural(count: number, word: string): string {
  return `${count === 0 ? 'no' : count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}

/** Replaces line breaks and control characters: a document must not break a line or control a terminal. */
function toSingleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ');
}
