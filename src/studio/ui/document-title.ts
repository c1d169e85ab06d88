import { useEffect, useLayoutEffect } from 'react';

/** The names in the document title: of the page, and of the thing that it shows. */
const shown = { page: '', thing: '' };

function writeTitle(): void {
  document.title = [shown.thing, shown.page].filter(Boolean).join(' | ');
}

/** Sets the name of the page in the document title (WCAG 2.2, 2.4.2): `Rules | Slipway Studio`. */
export function useDocumentTitle(page: string): void {
  useLayoutEffect(() => {
    shown.page = page;
    writeTitle();
  }, [page]);
}

/**
 * Begins the document title with the name of the thing that the page shows, while the calling component is rendered:
 * `Falmouth | Offices | Content | Slipway Studio`. Empty for none. One component of a page may call it.
 */
export function useTitleOfThing(...names: readonly (string | undefined)[]): void {
  const thing = names.filter(Boolean).join(' | ');
  useEffect(() => {
    shown.thing = thing;
    writeTitle();
    return () => {
      shown.thing = '';
      writeTitle();
    };
  }, [thing]);
}
