import type { Finding } from '#engine/check/index.ts';
import type { FindingView } from '../../studio/protocol.ts';

/**
 * Returns the findings of documents, those marked with `isKnown` that the live version has too: whoever published that has read them.
 * Errors are never known. Where something stands before a place in a list, its pointer is another: as many are known as the live version
 * has for the same reason, those of the same pointer first.
 */
export function markKnown(
  findings: readonly FindingView[],
  live: readonly Finding[],
): readonly FindingView[] {
  const left = new Map<string, readonly string[]>();
  for (const finding of live)
    left.set(reasonOf(finding), [...(left.get(reasonOf(finding)) ?? []), finding.pointer]);
  const known = new Set<FindingView>();
  const match = (isMatch: (finding: FindingView, pointer: string) => boolean) => {
    for (const finding of findings) {
      const pointers = left.get(reasonOf(finding)) ?? [];
      const at = pointers.findIndex((pointer) => isMatch(finding, pointer));
      if (at < 0 || known.has(finding) || finding.severity === 'error') continue;
      known.add(finding);
      left.set(reasonOf(finding), pointers.toSpliced(at, 1));
    }
  };
  match(({ pointer }, other) => pointer === other);
  match(() => true);
  return findings.map((finding) => (known.has(finding) ? { ...finding, isKnown: true } : finding));
}

function reasonOf({ severity, code, file, reason }: Finding): string {
  return JSON.stringify([severity, code, file, reason]);
}
