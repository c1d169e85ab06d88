import { describePseudoLocales, pseudoWalks } from './pseudo-walks.ts';

/** A page without own content, which shows only texts in any type, and a dialog from right to left. */
const paths = ['/en-XA/bare', '/ar-XB/visit'];

describePseudoLocales(
  pseudoWalks
    .filter(({ site }) => site === 101)
    .map(({ pages, ...walk }) => ({ ...walk, pages: pages.filter(({ path }) => paths.includes(path)) })),
);
