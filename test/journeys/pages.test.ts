import { describeRulesOnPages, pagesWithForm } from './rules-on-pages.ts';

/**
 * Pages of each placement that offer one or some types. Those with all types are in
 * pages-of-all-types.test.ts.
 */
const paths = ['/visit', '/launch/steren-52', '/valuation', '/events', '/international/contact'];

describeRulesOnPages(
  pagesWithForm.filter(({ path }) => paths.includes(path)),
  ({ type }) => [type ?? 0],
);
