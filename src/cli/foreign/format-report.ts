import { countElements, countLosses, type ForeignImportResult } from '#engine/exchange/foreign/index.ts';
import { formatPlural } from '../output/finding-lines.ts';

/** Returns the report as data: the source, the number of elements by outcome, and each line. */
export function toReport({ source, lines }: ForeignImportResult) {
  return { source, elements: countElements(lines), losses: countLosses(lines), lines };
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
      : `${formatPlural(losses, 'line')} of the report ${losses === 1 ? 'says' : 'say'} what visitors lose.`,
    ...(isUnproven ? ['The form is large, so nothing proves yet that every visitor can send it.'] : []),
    `Next: "slipway check --schemas ${folder}".`,
    '',
  ].join('\n');
}
