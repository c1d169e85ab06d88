import { useCallback } from 'react';

/**
 * Returns a `ref` that keeps the height of an element in a custom property of the page, so that what is focused is
 * scrolled into view below a bar of any height (WCAG 2.2, 2.4.11). The property is removed with the element.
 */
export function useSizeProperty(
  name: `--${string}`,
): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (element) => {
      if (element === null) return undefined;
      const { style } = document.documentElement;
      const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
      observer.observe(element);
      return () => {
        observer.disconnect();
        style.removeProperty(name);
      };
    },
    [name],
  );
}
