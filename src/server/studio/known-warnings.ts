import type { Finding } from '#engine/check/index.ts';
import type { FindingView } from '../../api/findings.ts';

/**
 * Returns the findings, with `isKnown` on the warnings that the live version has too: its publisher has seen
 * them. Errors are never marked. An inserted list item shifts pointers, so findings are matched by reason:
 * first those with the same pointer, then as many others as the live version has.
 */
export function markKnown(
  findings: readonly FindingView[],
  live: readonly Finding[],
): readonly FindingView[] {
  const unmatched = new Map<string, readonly string[]>();
  for (const finding of live)
    unmatched.set(getReasonKey(finding), [...(unmatched.get(getReasonKey(finding)) ?? []), finding.pointer]);
  const known = new Set<FindingView>();
  /**
   * Marks each unmarked warning for which `isMatch` is true with a live finding of the same reason, and uses
   * up that finding, so that it matches once.
   */
  const matchPointers = (isMatch: (finding: FindingView, pointer: string) => boolean) => {
    for (const finding of findings) {
      const pointers = unmatched.get(getReasonKey(finding)) ?? [];
      const at = pointers.findIndex((pointer) => isMatch(finding, pointer));
      if (at < 0 || known.has(finding) || finding.severity === 'error') continue;
      known.add(finding);
      unmatched.set(getReasonKey(finding), pointers.toSpliced(at, 1));
    }
  };
  matchPointers(({ pointer }, other) => pointer === other);
  matchPointers(() => true);
  return findings.map((finding) => (known.has(finding) ? { ...finding, isKnown: true } : finding));
}

/** Returns a text that is the same for findings with the same severity, code, document and reason. */
function getReasonKey({ severity, code, file, reason }: Finding): string {
  return JSON.stringify([severity, code, file, reason]);
}
