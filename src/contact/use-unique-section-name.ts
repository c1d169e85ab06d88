import { useLayoutEffect, useState } from 'react';
import { useIsHydrating } from '#widgets';

/** The name of a section that is unique on its page; the first section without a name has none. */
export interface UniqueSectionName {
  readonly sectionName?: string;
}

/**
 * Returns a name for a section that is unique among all sections of the page, whichever program renders them:
 * the given name, or `sales-2` if `sales` is taken; without one, no name for the first section and `2` for
 * the next. Undefined in the first render of a browser, until the name is known before the first paint. A
 * server and the hydration use the given name: if two sections have the same, the second is rendered again,
 * and the console warns about it. An unmounted section frees its name. It is claimed in an effect, because React
 * may discard a render.
 */
export function useUniqueSectionName(name?: string): UniqueSectionName | undefined {
  const isHydrating = useIsHydrating();
  const [isServerRendered] = useState(isHydrating);
  const [uniqueName, setUniqueName] = useState(isHydrating ? (name ?? '') : undefined);
  useLayoutEffect(() => {
    const claimedName = claimName(name ?? '');
    if (isServerRendered && claimedName !== (name ?? '')) console.warn(duplicateNameWarning);
    setUniqueName(claimedName);
    return () => void getUsedNames().delete(claimedName);
  }, [name, isServerRendered]);
  return uniqueName === undefined
    ? undefined
    : uniqueName === ''
      ? unnamedSection
      : { sectionName: uniqueName };
}

const unnamedSection: UniqueSectionName = {};

const duplicateNameWarning =
  'A server drew two contact form sections of this page by one name, so that the second is drawn anew, without what was typed before: give each a name, as in <ContactFormSection name="sales">.';

/** Returns the name, with a number from 2 on appended if it is used already, and records it as used. */
function claimName(name: string): string {
  const usedNames = getUsedNames();
  let candidate = name;
  for (let number = 2; usedNames.has(candidate); number += 1)
    candidate = name === '' ? `${number}` : `${name}-${number}`;
  usedNames.add(candidate);
  return candidate;
}

/** A global key instead of a module variable: a page may contain this module twice, in two bundles. */
const key = Symbol.for('slipway.turns');

/** Returns the names in use on the page, a set that callers change. Creates it at the first call. */
function getUsedNames(): Set<string> {
  const page = globalThis as { [key]?: Set<string> };
  page[key] ??= new Set();
  return page[key];
}
