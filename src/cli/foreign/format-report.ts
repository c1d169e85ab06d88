import {
  countElements,
  type ForeignImportResult,
  formatImportLine,
  type ImportLine,
  isLoss,
} from '#engine/exchange/foreign/index.ts';
import { formatPlural } from '../output/finding-lines.ts';

/** Returns the number of lines about something that visitors lose. */
export function countLosses(lines: readonly ImportLine[]): number {
  return lines.filter(isLoss).length;
}

/** Returns the report as data: the source, the number of elements by outcome, and each line. */
export function toReport({ source, lines }: ForeignImportResult) {
  return { source, elements: countElements(lines), losses: countLosses(lines), lines };
}

/**
 * Formats the report: a title, the reason why nothing is written, what visitors lose, then each line in the
 * order of the source.
 */
export function formatReport(result: ForeignImportResult, file: string): string {
  const { source, lines } = result;
  const losses = lines.filter(isLoss);
  return [
    `Import of ${file}${source === undefined ? '' : ` (${source})`}`,
    '',
    ...(result.ok ? [] : [`Nothing is written: ${result.reason}.`, '']),
    ...(losses.length === 0 ? [] : ['What visitors lose:', ...losses.map(formatLine), '']),
    ...(lines.length === 0 ? [] : ['Each element and property:', ...lines.map(formatLine), '']),
  ].join('\n');
}

function formatLine(line: ImportLine): string {
  return `  ${formatImportLine(line)}`;
}

/**
 * Formats what was written and how much of it.
 * @param isUnproven True if the form was too large to be proven.
 */
export function formatImportSummary(
  result: ForeignImportResult,
  folder: string,
  isUnproven: boolean,
): string {
  const { taken, changed, 'left-out': left } = countElements(result.lines);
  const all = taken + changed + left;
  const share = all === 0 ? 100 : Math.floor(((taken + changed) / all) * 100);
  const losses = countLosses(result.lines);
  return [
    `${folder} is written, from ${result.source}.`,
    `Elements: ${taken} taken as they are, ${changed} as something similar, ${left} left out (${share} % taken).`,
    losses === 0
      ? 'Visitors lose nothing.'
      : `${formatPlural(losses, 'line')} of the report say what visitors lose.`,
    ...(isUnproven ? ['The form is large, so nothing proves yet that every visitor can send it.'] : []),
    `Next: "slipway check --schemas ${folder}".`,
    '',
  ].join('\n');
}
