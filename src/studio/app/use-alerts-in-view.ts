import { useEffect } from 'react';

/**
 * Scrolls each new or changed alert into view, with the notice around it, because it may be far from the
 * pressed button. Of several at once, the first is used. Alerts that a page opens with are ignored, and the
 * focus does not move.
 */
export function useAlertsInView(): void {
  useEffect(() => {
    const observer = new MutationObserver((records) => {
      const [alert] = records.flatMap(findNewAlerts);
      (alert?.closest('.st-notice') ?? alert)?.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, []);
}

const alertSelector = '[role="alert"]';

/** Returns the alerts with text that a change of the document has added, or to which it has added content. */
function findNewAlerts({ target, addedNodes }: MutationRecord): readonly Element[] {
  const around = (target instanceof Element ? target : target.parentElement)?.closest(alertSelector);
  const isAdded = addedNodes.length > 0 || target instanceof CharacterData;
  const found = around && isAdded ? [around] : [...addedNodes].flatMap(findAlertsIn);
  return found.filter(({ textContent }) => textContent !== '');
}

/**
 * Returns the alerts in an added node, including the node itself. Empty for a new page (with a heading `h1`),
 * whose alerts are not news.
 */
function findAlertsIn(node: Node): readonly Element[] {
  if (!(node instanceof Element) || node.matches('h1, :has(h1)')) return [];
  return [...(node.matches(alertSelector) ? [node] : []), ...node.querySelectorAll(alertSelector)];
}
