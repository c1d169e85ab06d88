import { createCorpusSite, getCorpusPath, listDrawnForms } from '../corpus/corpus.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const site = createCorpusSite(listDrawnForms().filter(({ key }) => key === 'berth-in-steps'));

const pages = site.content['pages.json'].map((page) => ({ ...page, inSteps: true }));

export const it = journeysOn({ ...site, content: { ...site.content, 'pages.json': pages } });

export const nestedStepsPath = getCorpusPath('berth-in-steps');

export const pressContinue = ({ page }: Visitor) =>
  page.getByRole('button', { name: 'Continue', exact: true }).click();
