import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type StudioContextValue, StudioProvider } from '../draft/context.ts';
import { createFakeStudio } from '../testing/fake-studio.tsx';
import { createFormatMessage } from '../ui/messages.ts';
import { emptyEnquiryFilter } from './filter.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { ViewTabs } from './views/view-tabs.tsx';

it.each([
  ['handle', 1],
  ['read', 0],
] as const)('offers the own enquiries to people who may "%s": %i', async (enquiries, count) => {
  createFakeStudio().answer('enquiries/views', () =>
    Response.json({ revision: 0, views: [], most: 9, longestName: 9, counted: 9 }),
  );
  const studio = {
    say: createFormatMessage('en'),
    content: { offices: [] },
    me: { id: 'ann', name: 'Ann', role: 'viewer', enquiries },
  } as unknown as StudioContextValue;
  await render(
    <StudioProvider value={studio}>
      <ViewTabs query="" unansweredHours={24} />
      <InboxFilters filter={emptyEnquiryFilter} choices={undefined} onChange={() => undefined} />
    </StudioProvider>,
  );
  await expect.element(page.getByRole('link', { name: 'New' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Mine' }).elements()).toHaveLength(count);
  expect(page.getByRole('option', { name: 'Me' }).elements()).toHaveLength(count);
});
