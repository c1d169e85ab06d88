import type { Visitor } from './visitor.ts';

/**
 * Resolves once a page and its fonts have loaded, nothing on it is busy, and the browser has been idle twice,
 * so that no more layout shifts follow.
 */
export async function awaitSettledPage({ page }: Visitor): Promise<void> {
  await page.waitForLoadState();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Chromium may never be idle while nothing is painted: animation frames are requested until it is.
    const idle = () =>
      new Promise<void>((resolve) => {
        let isIdle = false;
        const requestFrame = () => void (isIdle || requestAnimationFrame(requestFrame));
        requestIdleCallback(() => {
          isIdle = true;
          resolve();
        });
        requestFrame();
      });
    await idle();
    await idle();
  });
}

/** Returns the layout shifts of a page that no input caused: `0.012 div.site-layout`. */
export function readLayoutShifts({ page }: Visitor): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as LayoutShift[]) {
            const nodes = entry.sources.map(({ node }) =>
              node instanceof Element ? `${node.localName}.${node.className}` : String(node?.textContent),
            );
            if (!entry.hadRecentInput) moved.push(`${entry.value} ${nodes.join(', ')}`);
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(moved)));
      }),
  );
}

/** Layout Instability, "The LayoutShift interface". */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}
