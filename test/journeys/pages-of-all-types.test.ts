import { describeRulesOnPages, pagesWithForm } from './rules-on-pages.ts';

/** Pages that offer every type, in each direction. */
const paths = ['/contact', '/ar/service', '/dealers/plymouth'];

describeRulesOnPages(
  pagesWithForm.filter(({ path }) => paths.includes(path)),
  ({ type, types }) => [...new Set([type ?? 0, types.at(-1) ?? 0])],
);
