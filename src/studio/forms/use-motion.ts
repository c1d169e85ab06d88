import { type RefObject, useLayoutEffect, useRef } from 'react';

const motionOptions = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' } as const;

/**
 * After each change of `order`, animates the rows of a list from their former position to the new one, unless
 * the person prefers reduced motion. Rows are identified by `data-field`; new ones are not animated.
 * @param order A text that differs if the order of the rows differs.
 */
export function useRowMotion(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef<ReadonlyMap<string, number>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured whenever their order changes.
  useLayoutEffect(() => {
    const { current: element } = list;
    if (element === null) return;
    const origin = element.getBoundingClientRect().top;
    const rows = [...element.querySelectorAll<HTMLElement>('[data-field]')];
    const before = tops.current;
    tops.current = new Map(
      rows.map((row) => [row.dataset.field ?? '', row.getBoundingClientRect().top - origin]),
    );
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const row of rows) {
      const name = row.dataset.field ?? '';
      const [from, to] = [before.get(name), tops.current.get(name)];
      if (from === undefined || to === undefined || from === to) continue;
      row.animate([{ transform: `translateY(${from - to}px)` }, { transform: 'none' }], motionOptions);
    }
  }, [list, order]);
}
