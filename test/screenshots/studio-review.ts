import type { Page } from 'playwright-core';
import type { CommentsView, PreviewLinkRequest, PreviewLinkView } from '../../src/api/review.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';

const at = Date.UTC(2026, 10, 23, 9, 41);

const comments: CommentsView = {
  longest: 4000,
  threads: [
    {
      id: '1',
      target: 'field:service:phone',
      isResolved: false,
      isResolvable: true,
      comments: [
        {
          id: '1',
          at: at - 3_600_000,
          name: 'Zoë Winter',
          isGuest: true,
          text: 'Why do you ask for this? I would rather be written to.',
          isDeletable: true,
        },
        {
          id: '2',
          at,
          name: 'Edith Marsh',
          text: 'The yard calls to arrange the crane. Could it be optional until a berth is chosen?',
          isDeletable: true,
        },
      ],
    },
    {
      id: '3',
      target: 'form:service',
      isResolved: false,
      isResolvable: true,
      comments: [{ id: '3', at, name: 'Ann Berry', text: 'Shorter than the old one.', isDeletable: true }],
    },
  ],
};

export async function mockComments(page: Page): Promise<void> {
  await page.route('**/studio/api/comments', (route) => route.fulfill({ json: comments }));
}

/** Opens a link to a preview as somebody without an account. Its last day is the same in every picture. */
export async function openPreviewLink(page: Page): Promise<void> {
  await page.goto('/studio');
  const { origin } = new URL(page.url());
  const owner = createStudioSession(origin, { cookie: await signInTo(origin) });
  const link: PreviewLinkView = await owner.post('preview-links', {
    query: { site: '101', placement: 'inline', locale: 'en', type: 'service' },
    days: 7,
    isFrozen: true,
    acceptsComments: true,
  } satisfies PreviewLinkRequest);
  await page.route('**/preview/*', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replaceAll(/\d+ [A-Z][a-z]+ 20\d\d/g, '30 November 2026') });
  });
  await page.goto(new URL(link.address ?? '').pathname);
  await page.getByRole('complementary').first().waitFor();
}
