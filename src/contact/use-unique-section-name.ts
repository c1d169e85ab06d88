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
  const [isDrawn] = useState(isHydrating);
  const [uniqueName, setTaken] = useState(isHydrating ? (name ?? '') : undefined);
  useLayoutEffect(() => {
    const own = claimName(name ?? '');
    if (isDrawn && own !== (name ?? '')) console.warn(duplicateNameWarning);
    setTaken(own);
    return () => void getUsedNames().delete(own);
  }, [name, isDrawn]);
  return uniqueName === undefined
    ? undefined
    : uniqueName === ''
      ? unnamedSection
      : { sectionName: uniqueName };
}

const unnamedSection: UniqueSectionName = {};

const duplicateNameWarning =
  'A server drew two contact form sections of this page by one name, so that the second is drawn anew, without what was typed before: give each a name, as in <ContactFormSection name="sales">.';

function claimName(name: string): string {
  const taken = getUsedNames();
  let turn = name;
  for (let number = 2; taken.has(turn); number += 1) turn = name === '' ? `${number}` : `${name}-${number}`;
  taken.add(turn);
  return turn;
}

/** A global key instead of a module variable: a page may contain this module twice, in two bundles. */
const key = Symbol.for('slipway.turns');

function getUsedNames(): Set<string> {
  const page = globalThis as { [key]?: Set<string> };
  page[key] ??= new Set();
  return page[key];
}
