import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ConsequenceView } from '../../api/consequences.ts';
import { type StudioContextValue, StudioProvider } from '../draft/context.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { ConsequenceList } from './consequence-list.tsx';

const documents = {
  'enquiry-types.json': {
    enquiryTypes: ['general', 'charter'].map((key, at) => ({ id: at, key, folder: key })),
  },
  'texts/en.json': {},
  'fields.json': {},
  'forms/general/schema.json': {},
  'forms/charter/schema.json': {},
};
const store = { subscribe: () => () => undefined, getSnapshot: () => state };
const state = { documents };
// The list reads nothing else of the studio.
const studio = { say: createFormatMessage('en'), store } as unknown as StudioContextValue;

it('ConsequenceList lists what only one enquiry type has under that type, not under the whole form', async () => {
  const consequences: readonly ConsequenceView[] = [
    {
      kind: 'label',
      types: ['charter'],
      isOfAllTypes: true,
      field: 'from',
      where: { in: 'all' },
      situations: 699,
      of: 699,
      sentence: ['The label of Charter from is another.'],
    },
    {
      kind: 'thanks',
      where: { in: 'pages' },
      situations: 3,
      of: 38,
      sentence: ['The heading of the thanks is another.'],
    },
  ];
  await render(
    <StudioProvider value={studio}>
      <ConsequenceList view={{ kind: 'consequences', consequences }} />
    </StudioProvider>,
  );
  const [whole, charter] = page.getByRole('heading', { level: 3 }).elements();
  expect(whole?.textContent).toContain('The whole form');
  expect(whole?.parentElement?.textContent).toContain('On 3 of 38 pages; the others have their own texts');
  expect(charter?.textContent).toContain('charter');
  expect(charter?.parentElement?.textContent).toContain('The label of Charter from');
});

it('ConsequenceList lists what changes in the content under the content', async () => {
  const consequences: readonly ConsequenceView[] = [
    {
      kind: 'content-added',
      where: { in: 'all' },
      situations: 0,
      of: 0,
      sentence: ['Offices: “Looe” is new.'],
    },
  ];
  await render(
    <StudioProvider value={studio}>
      <ConsequenceList view={{ kind: 'consequences', consequences }} />
    </StudioProvider>,
  );
  const headings = page.getByRole('heading', { level: 3 }).elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Content/)]);
});
