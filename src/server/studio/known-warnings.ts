import type { Finding } from '#engine/check/index.ts';
import type { FindingView } from '../../studio/protocol.ts';

/**
 * Returns the findings, with `isKnown` on the warnings that the live version has too: its publisher has seen
 * them. Errors are never marked. An inserted list item shifts pointers, so findings are matched by reason:
 * first those with the same pointer, then as many others as the live version has.
 */
export function markKnown(
  findings: readonly FindingView[],
  live: readonly Finding[],
): readonly FindingView[] {
  const left = new Map<string, readonly string[]>();
  for (const finding of live)
    left.set(getReasonKey(finding), [...(left.get(getReasonKey(finding)) ?? []), finding.pointer]);
  const known = new Set<FindingView>();
  const match = (isMatch: (finding: FindingView, pointer: string) => boolean) => {
    for (const finding of findings) {
      const pointers = left.get(getReasonKey(finding)) ?? [];
      const at = pointers.findIndex((pointer) => isMatch(finding, pointer));
      if (at < 0 || known.has(finding) || finding.severity === 'error') continue;
      known.add(finding);
      left.set(getReasonKey(finding), pointers.toSpliced(at, 1));
    }
  };
  match(({ pointer }, other) => pointer === other);
  match(() => true);
  return findings.map((finding) => (known.has(finding) ? { ...finding, isKnown: true } : finding));
}

function getReasonKey({ severity, code, file, reason }: Finding): string {
  return JSON.stringify([severity, code, file, reason]);
}
