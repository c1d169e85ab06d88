import type { RuleCoverageView } from '../../../api/studio.ts';

/** A share in words, from all to none. */
export type CoverageShare = 'all' | 'nearly' | 'most' | 'half' | 'third' | 'quarter' | 'few' | 'never';

/** The least share for each word, in descending order. */
const thresholds: readonly (readonly [least: number, share: CoverageShare])[] = [
  [1, 'all'],
  [0.9, 'nearly'],
  [0.6, 'most'],
  [0.4, 'half'],
  [0.29, 'third'],
  [0.2, 'quarter'],
];

/**
 * Returns the share of the situations in which a rule applies, in words, among those of the enquiry types for
 * which it applies at all. `types` has the keys of these types; it is empty if it applies for all types.
 */
export function summarizeCoverage({ holds, byType }: Pick<RuleCoverageView, 'holds' | 'byType'>): {
  readonly share: CoverageShare;
  readonly types: readonly string[];
} {
  if (holds === 0) return { share: 'never', types: [] };
  const known = Object.entries(byType).filter(([key]) => key !== '');
  const own = known.filter(([, counts]) => counts.holds > 0);
  // A rule that decides which types there are applies to pages before a type is chosen.
  const counted = own.length === 0 ? Object.entries(byType) : own;
  const sum = counted.reduce((total, [, counts]) => total + counts.holds, 0);
  const of = counted.reduce((total, [, counts]) => total + counts.of, 0);
  const share = thresholds.find(([least]) => sum / of >= least)?.[1] ?? 'few';
  return { share, types: own.length === known.length ? [] : own.map(([key]) => key) };
}
