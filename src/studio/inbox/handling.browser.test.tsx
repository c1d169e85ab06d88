import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { EnquiryView } from '../../api/inbox.ts';
import { type StudioContextValue, StudioProvider } from '../draft/context.ts';
import { createFakeStudio } from '../testing/fake-studio.tsx';
import { createFormatMessage } from '../ui/messages.ts';
import { HandlingSection } from './handling.tsx';

const studio = {
  say: createFormatMessage('en'),
  me: { id: 'ann', name: 'Ann', role: 'owner' },
  announce: () => undefined,
} as unknown as StudioContextValue;

const viewWith = (...history: readonly object[]) =>
  ({ id: 'e1', state: 'new', history }) as unknown as EnquiryView;

it('offers an enquiry to those who may have it, and lets go of a refusal once anything succeeded', async () => {
  const server = createFakeStudio();
  server.answer('enquiries/choices', () => Response.json({ people: [{ id: 'sue', name: 'Sue' }] }));
  server.answer('enquiries/e1/holders', () => Response.json([{ id: 'bob', name: 'Bob' }]));
  server.answer('enquiries/e1/handling', () =>
    Response.json({ error: 'bad-request', field: 'assignee', message: 'No.' }, { status: 400 }),
  );
  const shown = (view: EnquiryView) => (
    <StudioProvider value={studio}>
      <HandlingSection view={view} onView={() => undefined} />
    </StudioProvider>
  );
  const { rerender } = await render(shown(viewWith()));
  const holder = page.getByLabelText('Assigned to');
  await expect.element(holder).toHaveTextContent('NobodyAnnBob');
  await holder.selectOptions('Bob');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await rerender(shown(viewWith()));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await rerender(shown(viewWith({ number: 1, kind: 'forwarded' })));
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([]);
});
