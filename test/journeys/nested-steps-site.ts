import { corpusPath, corpusSite, drawnForms } from '../corpus/corpus.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const site = corpusSite(drawnForms().filter(({ key }) => key === 'berth-in-steps'));

const pages = site.content['pages.json'].map((page) => ({ ...page, inSteps: true }));

export const it = journeysOn({ ...site, content: { ...site.content, 'pages.json': pages } });

export const path = corpusPath('berth-in-steps');

export const goesOn = ({ page }: Visitor) =>
  page.getByRole('button', { name: 'Continue', exact: true }).click();
