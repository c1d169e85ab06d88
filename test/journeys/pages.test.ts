import { describeRulesOnPages, pagesWithForm } from './rules-on-pages.ts';

/** One page of each template: each placement, a form of few and of most questions, each kind of site and direction. */
const paths = [
  '/contact',
  '/visit',
  '/launch/steren-52',
  '/valuation',
  '/events',
  '/international/contact',
  '/ar/service',
  '/dealers/plymouth',
];

describeRulesOnPages(
  pagesWithForm.filter(({ path }) => paths.includes(path)),
  ({ type, types }) => (types.length > 5 ? [...new Set([type ?? 0, types.at(-1) ?? 0])] : [type ?? 0]),
);
