import { describePseudoLocales, walks } from './pseudo-walks.ts';

/** A page without words of its own, where the texts say everything in any type; and a dialog, from right to left. */
const paths = ['/en-XA/bare', '/ar-XB/visit'];

describePseudoLocales(
  walks
    .filter(({ site }) => site === 101)
    .map(({ pages, ...walk }) => ({ ...walk, pages: pages.filter(({ path }) => paths.includes(path)) })),
);
