import { useLayoutEffect, useState } from 'react';
import { useIsHydrating } from '#widgets';

/** The turn of a section on its page: what it is called beside the others, nothing for the first that has no name. */
export interface Turn {
  readonly sectionName?: string;
}

/**
 * The turn of a section among all that are on the page, whoever draws them: the name that it is given, else none for the first, `2` for the
 * next. Undefined until that is known, which is before anything is painted. What a server drew has the name that it was given: of two without
 * a name the second is drawn anew, with the next one, and the console says so.
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

/** Of the page, not of this module: a page may have it twice, as in two bundles. */
const key = Symbol.for('slipway.turns');

function turns(): Set<string> {
  const page = globalThis as { [key]?: Set<string> };
  page[key] ??= new Set();
  return page[key];
}
