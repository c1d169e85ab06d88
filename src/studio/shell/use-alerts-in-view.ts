import { useEffect } from 'react';

/**
 * Brings each alert into view that comes while somebody is at work, or that says something else from now on: what was refused may be told far from
 * what was pressed. The notice that it stands in comes with it, the focus stays where it is. What a part of the studio opens with is not news.
 */
export function useAlertsInView(): void {
  useEffect(() => {
    const observer = new MutationObserver((records) => {
      const [alert] = records.flatMap(alertsOf);
      (alert?.closest('.st-notice') ?? alert)?.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, []);
}

const alerts = '[role="alert"]';

function alertsOf({ target, addedNodes }: MutationRecord): readonly Element[] {
  const around = (target instanceof Element ? target : target.parentElement)?.closest(alerts);
  const isAdded = addedNodes.length > 0 || target instanceof CharacterData;
  const found = around && isAdded ? [around] : [...addedNodes].flatMap(alertsIn);
  return found.filter(({ textContent }) => textContent !== '');
}

function alertsIn(node: Node): readonly Element[] {
  if (!(node instanceof Element) || node.matches('h1, :has(h1)')) return [];
  return [...(node.matches(alerts) ? [node] : []), ...node.querySelectorAll(alerts)];
}
