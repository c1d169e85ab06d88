import { useLayoutEffect, useState } from 'react';
import { useIsHydrating } from '#widgets';

/** The name of a section that is unique on its page; the first section without a name has none. */
export interface UniqueSectionName {
  readonly sectionName?: string;
}

/**
 * Returns a name for a section that is unique among all sections of the page, whichever program renders them:
 * its own name, no name for the first section, `2` for the next one. Undefined until it is known, which is
 * before the first paint. Server-rendered markup has the given name; if two sections have none, the second
 * one is rendered again with the next name, and the console warns about it.
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

/** Returns the name, with a number appended if it is used already, and records it as used. */
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

function getUsedNames(): Set<string> {
  const page = globalThis as { [key]?: Set<string> };
  page[key] ??= new Set();
  return page[key];
}
