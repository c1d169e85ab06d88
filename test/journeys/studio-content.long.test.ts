import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { awaitSaved, openStudioPage, studioJourneys } from '../support/studio.ts';

const it = studioJourneys({ documents: {}, content: {} });

describe('content in the studio', () => {
  it('adds an office with its address to one site in at most ten actions, and says what that means', async ({
    page,
    server,
    expect,
  }) => {
    await openStudioPage(page, server.url, '/studio/forms');
    let actions = 0;
    const act = async (action: Promise<unknown>) => {
      actions += 1;
      await action;
    };
    await act(page.getByRole('link', { name: 'Content', exact: true }).click());
    await act(page.getByRole('link', { name: 'Offices', exact: true }).click());
    await act(page.getByRole('button', { name: 'Add office' }).click());
    await act(page.getByLabel('Name', { exact: false }).first().fill('Scilly'));
    await act(page.getByLabel('Email address').fill('scilly@yard.example'));
    await act(page.getByLabel('Site', { exact: true }).selectOption('Lantern Quay'));
    await act(page.getByLabel('General enquiry').check());
    await awaitSaved(page);
    await page.getByRole('link', { name: /^Scilly/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await act(page.getByRole('button', { name: 'Publish', exact: true }).click());
    await page.getByText('Offices: “Scilly” is new.').waitFor();
    const now = page.getByRole('button', { name: 'Publish now' });
    await expect.poll(() => now.isEnabled()).toBe(true);
    await act(now.click());
    expect(actions).toBeLessThanOrEqual(10);
    const read = async (path: string) => {
      const headers = { accept: 'text/html', 'accept-language': 'en' };
      return (await fetch(new URL(path, server.url), { headers })).text();
    };
    await expect
      .poll(async () => /Scilly/.exec(await read('/lantern-quay/contact'))?.[0] ?? 'no office')
      .toBe('Scilly');
    expect((await read('/contact')).includes('Scilly')).toBe(false);
  });

  it('takes an office away with the pages that name it, and brings both back with one undo', async ({
    page,
    server,
    expect,
  }) => {
    await openStudioPage(page, server.url, '/studio/content/offices');
    const rows = page.locator('.st-content-list');
    await rows.getByRole('link').first().waitFor();
    const before = await rows.getByRole('link').count();
    await rows.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Remove office' }).click();
    await expect.poll(() => rows.getByRole('link').count()).toBe(before - 1);
    const removed = page.getByRole('paragraph').filter({ hasText: / removed/ });
    await removed.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows.getByRole('link').count()).toBe(before);
    await expect.poll(() => removed.count()).toBe(0);
    await awaitSaved(page);
  });
});
