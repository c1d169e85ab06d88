import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createFormatMessage } from '../ui/messages.ts';
import { Collisions, CollisionsAt } from './collision-notices.tsx';
import { type StudioContextValue, StudioProvider } from './context.ts';

const patch = (path: string) => ({ file: 'texts/en.json', path: [path], before: 'Phone', after: 'Mine' });

it.each([
  ['oneself in another window', 'Ann', 'You changed this in another window as well: Label of Phone'],
  ['a colleague', 'Ben', 'Ben changed this as well: Label of Phone'],
] as const)('Collisions name %s, and show what stands on both sides once', async (_who, name, title) => {
  const patches = [patch('label'), patch('title')];
  const change = { id: 'a', title: { key: 'property-label', values: { field: 'Phone' } }, patches };
  const conflicts = patches.map((met) => ({ patch: met, current: 'Theirs' }));
  const changes = [{ by: 'other', name, patches }];
  const state = { collisions: [{ change, conflicts }], refused: [], changes };
  const store = { by: 'own', subscribe: () => () => undefined, getSnapshot: () => state };
  // The notice reads nothing else of the studio.
  const studio = {
    say: createFormatMessage('en'),
    me: { name: 'Ann' },
    store,
  } as unknown as StudioContextValue;
  await render(
    <StudioProvider value={studio}>
      <Collisions />
    </StudioProvider>,
  );
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  expect(page.getByText('Mine', { exact: true }).elements()).toHaveLength(1);
  expect(page.getByText('Theirs', { exact: true }).elements()).toHaveLength(1);
});

it('Collisions of an open input stand at it, and at the top of the page after it is closed', async () => {
  const change = {
    id: 'a',
    title: { key: 'property-label', values: { field: 'Phone' } },
    patches: [patch('label')],
    group: 'sales phone label 4f3a',
  };
  const state = {
    collisions: [{ change, conflicts: [{ patch: patch('label'), current: 'Theirs' }] }],
    refused: [],
    changes: [],
  };
  const store = { by: 'own', subscribe: () => () => undefined, getSnapshot: () => state };
  const studio = { say: createFormatMessage('en'), me: {}, store } as unknown as StudioContextValue;
  const draw = (open: string | undefined) => (
    <StudioProvider value={studio}>
      <header>
        <Collisions />
      </header>
      <main>{open !== undefined && <CollisionsAt group={open} />}</main>
    </StudioProvider>
  );
  const { rerender } = await render(draw('sales phone'));
  const where = () =>
    page
      .getByRole('region', { name: 'Two versions' })
      .elements()
      .map((notice) => notice.parentElement?.tagName);
  await expect.poll(where).toEqual(['MAIN']);
  await rerender(draw('sales name'));
  await expect.poll(where).toEqual(['HEADER']);
});

it('A refused change shows its values in words, without the path of the document', async () => {
  const change = {
    id: 'a',
    title: { key: 'text', values: { key: 'send-message' } },
    patches: [{ file: 'texts/en.json', path: ['send-message'], before: 'Send message', after: 'Send it' }],
  };
  const documents = { 'texts/en.json': { 'send-message': 'Send message' } };
  const state = { collisions: [], refused: [{ change, reason: 'draft-full' }], changes: [], documents };
  const store = { by: 'own', subscribe: () => () => undefined, getSnapshot: () => state };
  const studio = {
    say: createFormatMessage('en'),
    locale: 'en',
    content: {},
    panel: { texts: {} },
    me: {},
    store,
  } as unknown as StudioContextValue;
  await render(
    <StudioProvider value={studio}>
      <Collisions />
    </StudioProvider>,
  );
  await page.getByText('What was not saved').click();
  const readAlert = () =>
    page
      .getByRole('alert')
      .element()
      .textContent?.replaceAll(/\p{Cf}/gu, '');
  await expect.poll(readAlert).toContain('What was not saved“Send message” → “Send it”');
  expect(readAlert()).not.toContain('texts/en.json');
});
