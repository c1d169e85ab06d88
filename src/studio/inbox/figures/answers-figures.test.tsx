import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AnswerFiguresView, ChoiceFigures } from '../../../api/answer-figures.ts';
import { type StudioContextValue, StudioProvider } from '../../draft/context.ts';
import { createFormatMessage } from '../../ui/messages.ts';
import { AnswersFigures } from './answers-figures.tsx';

const studio = { say: createFormatMessage('en'), locale: 'en-GB' } as unknown as StudioContextValue;
const field: ChoiceFigures = {
  key: 'tax',
  name: 'Tax status',
  types: [],
  asked: 2,
  answered: 2,
  isMultiple: false,
  choices: [{ key: 'paid', name: 'Paid', count: 2, byGroup: [2] }],
};

it.each([
  [{ by: 'time', key: '2026-11' }, 'November 2026'],
  [{ by: 'time', key: '2026-11-23' }, 'Week of 23 Nov'],
  // Key of a type; its view stays until that of another split is loaded.
  [{ by: 'type', key: '8' }, 'Valuation'],
  [{ by: 'campaign', key: '' }, 'No campaign'],
] as const)('names the groups by the split of the loaded figures: %o', ({ by, key }, name) => {
  const view = {
    by,
    enquiries: 2,
    fields: [field],
    groups: [{ key, name: 'Valuation', count: 2 }],
    campaigns: [],
    fewest: 0,
  } as unknown as AnswerFiguresView;
  const markup = renderToStaticMarkup(
    <StudioProvider value={studio}>
      <AnswersFigures view={view} />
    </StudioProvider>,
  );
  expect(markup).toContain(name);
  expect(markup).toContain(`role="status">2 enquiries, 1 question with answers, by ${by}<`);
  const [, heading] = /<h2 id="([^"]+)"[^>]*>Tax status/.exec(markup) ?? [];
  expect(markup).toContain(`<table class="st-table st-answer-table" aria-labelledby="${heading}"`);
});
