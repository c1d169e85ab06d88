import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { readRawDemoContent } from '../support/content.ts';
import { journeysOn } from '../support/journey.ts';

const { 'sites.json': sites } = readRawDemoContent();

/**
 * The demonstration's pages with foreign content: no drawn name, no texts around the pages, one site with a
 * dark theme.
 */
const it = journeysOn({
  content: {
    'sites.json': sites.map(({ id, domain }, at) => ({
      id,
      domain,
      strapline: 'Boats for hire',
      // A site without a name is shown by its domain, of 24 letters and more.
      ...(at !== 2 && { name: `Bright Harbour ${at}` }),
      ...(at === 1 && { theme: 'lantern' }),
    })),
    'frame.json': {},
  },
});

describe('with content of one’s own', () => {
  it('names the site and nobody else around the pages', async ({ visitor, expect }) => {
    const { page } = visitor;
    for (const path of ['/contact', '/solent/contact', '/']) {
      await visitor.visits(path);
      await expect.poll(() => page.locator('.site-footer a[href="/privacy-policy"]').count()).toBe(0);
      const around = await page.locator('.site-brand, .site-footer').allInnerTexts();
      expect(around.join(' '), path).toContain('Bright Harbour');
      expect(around.join(' '), path).not.toMatch(/Trevarrow|Slipway/);
      await expect
        .poll(() => page.locator('.site-wordmark, .site-footer-note').count(), { message: path })
        .toBe(0);
    }
    await expect
      .poll(() => page.locator('main').textContent())
      .not.toMatch(/Trevarrow yard|Slipway|Four sites/);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Pages');
  });

  it.for(['light', 'dark'] as const)(
    'keeps names in type readable, in a light and in a dark theme: %s scheme',
    async (colorScheme, { newVisitor, expect }) => {
      const visitor = await newVisitor({ colorScheme });
      for (const path of ['/contact', '/solent/contact', '/international/contact', '/']) {
        for (const width of [320, 1280]) {
          await visitor.page.setViewportSize({ width, height: 800 });
          await visitor.visits(path);
          await expect
            .poll(() => visitor.page.locator('.site-footer .site-brand-name').isVisible(), { message: path })
            .toBe(true);
          expect(await findAxeViolations(visitor.page), `${path} at ${width} px`).toEqual([]);
        }
      }
    },
  );
});
