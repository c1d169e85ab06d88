import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type PretendedStudio, pretendStudio } from '../testing/pretended-studio.tsx';

let studio: PretendedStudio;
beforeEach(() => {
  studio = pretendStudio();
});

describe('PreviewPane', () => {
  it.each([
    ['there are none', () => Response.json(null), 'There is nothing to explain'],
    ['the server fails', () => Response.json({}, { status: 500 }), 'The reasons could not be loaded'],
  ])('says why no reasons are listed where %s', async (_where, answer, text) => {
    studio.answer('reasons', answer);
    await studio.open('/studio/forms/general');
    await page.getByText('Why it looks like this').click();
    studio.report();
    await expect.element(page.getByText(text, { exact: false })).toBeVisible();
  });
});
