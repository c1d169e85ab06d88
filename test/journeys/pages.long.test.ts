import { describeRulesOnPages, pagesWithForm } from './rules-on-pages.ts';

describeRulesOnPages(pagesWithForm, ({ types }) => types);
