import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations } from '#widgets/testing/accessibility.ts';
import type { VersionRefusal } from '../../api/versions.ts';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

let studio: FakeStudio;
beforeEach(() => {
  studio = createFakeStudio({ role: 'publisher', types: ['general'] });
});

const outside = { reason: 'outside-reach', outside: ['texts/en.json: submit'] } as const;

/** Answers with a version that was refused, and the one that is live. */
function answerVersions(refused: VersionRefusal, { by = 'Ann', liveAt = 1 } = {}): void {
  const of = { hash: 'h', origin: 'studio', note: 'For spring', at: 1 };
  const versions = [
    { ...of, number: 2, state: 'cancelled', by, goesLiveAt: 5, replacedAt: 5, refused },
    { ...of, number: 1, state: 'live', by: 'Ben', liveAt },
  ];
  studio.answer('versions', () => Response.json({ versions, waiting: [], live: 1 }));
}

const notice = page.getByRole('region', { name: 'Version 2 did not go live.' });

describe('a version that was refused at its time', () => {
  it.each([
    [outside, 'Your access does not include this: texts/en.json: submit.'],
    [{ reason: 'damaged' }, 'Did not go live as scheduled: the stored version is damaged.'],
    [{ reason: 'not-allowed' }, 'You need the role Publisher for this.'],
  ] as const)(
    'is told to whoever scheduled it, in the words of other refusals: %j',
    async (refused, text) => {
      answerVersions(refused);
      await studio.open('/studio/forms');
      await expect.element(notice.getByRole('alert').getByText(text)).toBeVisible();
      await expectNoViolations(document.body);
      await notice.getByRole('button', { name: 'OK' }).click();
      await expect.element(notice).not.toBeInTheDocument();
    },
  );

  it.each([
    ['somebody else', { by: 'Ben' }],
    ['whoever has seen another go live since', { liveAt: 9 }],
  ])('is not told to %s, and stands in the history all the same', async (_who, more) => {
    answerVersions(outside, more);
    await studio.open('/studio/history');
    const { by = 'Ann' } = more as { readonly by?: string };
    const why = `Did not go live as scheduled: it contains changes that ${by} is not allowed to make: texts/en.json: submit.`;
    await expect.element(page.getByRole('article', { name: 'Version 2' }).getByText(why)).toBeVisible();
    expect(notice.elements()).toEqual([]);
  });
});
