import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type PretendedStudio, pretendStudio } from '../testing/pretended-studio.tsx';

let studio: PretendedStudio;
beforeEach(() => {
  studio = pretendStudio();
  studio.answer('consequences', () => Response.json({ kind: 'consequences', consequences: [], pages: [] }));
});

describe('PublishPage', () => {
  const finding = {
    ...{ file: 'texts/en.json', pointer: '/a', code: 'unused-text', reason: '"a" is used nowhere' },
  };

  it.each([
    ['warned', 'warning', /^1 warning/],
    ['refused', 'error', /^1 error/],
  ])(
    'puts the focus on what a restored version is %s for, and says Restore',
    async (kind, severity, name) => {
      studio.answer('restore', () => Response.json({ kind, findings: [{ ...finding, severity }] }));
      await studio.open('/studio/publish?restore=2');
      await page.getByRole('button', { name: 'Restore' }).click();
      const heading = page.getByRole('heading', { name });
      await expect.element(heading).toHaveFocus();
      await expect.element(heading).toBeInViewport();
    },
  );

  it('lets a scenario expect what was meant, as the checks do', async () => {
    await studio.open('/studio/publish');
    const patch = { file: 'texts/en.json', path: ['send-message'], before: 'Send message', after: 'Send' };
    await expect.element(page.getByRole('heading', { name: 'Publish' })).toBeVisible();
    studio.changeElsewhere(patch);
    const renewal = [{ file: 'texts/de.json', path: ['planted'], after: 'Planted' }];
    await expect.element(page.getByText('Checking…').first()).toBeVisible();
    studio.report([{ ...finding, severity: 'error', reason: '“A” fails', renewal }] as never);
    await page.getByRole('button', { name: /This is meant/ }).click();
    await expect.poll(studio.documents).toMatchObject({ 'texts/de.json': { planted: 'Planted' } });
  });
});
