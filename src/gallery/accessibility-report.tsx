import type { ReactNode } from 'react';
import type { AccessibilityMessage } from './example-frame.tsx';

/**
 * Renders the accessibility tree and the violations of the selected state; an empty list before the first
 * report.
 */
export function AccessibilityReport({
  heard,
}: {
  readonly heard: AccessibilityMessage | undefined;
}): ReactNode {
  return (
    <section className="gl-part" aria-labelledby="gl-heard">
      <h3 id="gl-heard">Accessibility tree</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls if it is long (WCAG 2.2, 2.1.1). */}
      <ul className="gl-tree" tabIndex={0} aria-labelledby="gl-heard">
        {heard?.tree.map(({ text, depth }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity except their position.
          <li key={at} style={{ paddingInlineStart: `${depth}em` }}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      <div role="status">{heard && <ViolationList violations={heard.violations} />}</div>
    </section>
  );
}

/** Renders a list of the violations, or a sentence that axe found none. */
function ViolationList({ violations }: { readonly violations: readonly string[] }): ReactNode {
  if (violations.length === 0) return <p className="gl-good">axe finds nothing.</p>;
  return (
    <ul className="st-problem">
      {violations.map((violation) => (
        <li key={violation}>{violation}</li>
      ))}
    </ul>
  );
}
