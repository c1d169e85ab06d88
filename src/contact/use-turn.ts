import { useLayoutEffect, useState } from 'react';
import { useIsHydrating } from '#widgets';

/** The name of a section that is unique on its page; the first section without a name has none. */
export interface Turn {
  readonly sectionName?: string;
}

/**
 * Returns a name for a section that is unique among all sections of the page, whichever program renders them:
 * its own name, no name for the first section, `2` for the next one. Undefined until it is known, which is
 * before the first paint. Server-rendered markup has the given name; if two sections have none, the second
 * one is rendered again with the next name, and the console warns about it.
 */
export function useTurn(name?: string): Turn | undefined {
  const isHydrating = useIsHydrating();
  const [isDrawn] = useState(isHydrating);
  const [taken, setTaken] = useState(isHydrating ? (name ?? '') : undefined);
  useLayoutEffect(() => {
    const own = take(name ?? '');
    if (isDrawn && own !== (name ?? '')) console.warn(sameNameTwice);
    setTaken(own);
    return () => void turns().delete(own);
  }, [name, isDrawn]);
  return taken === undefined ? undefined : taken === '' ? first : { sectionName: taken };
}

const first: Turn = {};

const sameNameTwice =
  'A server drew two contact form sections of this page by one name, so that the second is drawn anew, without what was typed before: give each a name, as in <ContactFormSection name="sales">.';

function take(name: string): string {
  const taken = turns();
  let turn = name;
  for (let number = 2; taken.has(turn); number += 1) turn = name === '' ? `${number}` : `${name}-${number}`;
  taken.add(turn);
  return turn;
}

/** A global key instead of a module variable: a page may contain this module twice, in two bundles. */
const key = Symbol.for('slipway.turns');

function turns(): Set<string> {
  const page = globalThis as { [key]?: Set<string> };
  page[key] ??= new Set();
  return page[key];
}
