import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();

describe('the dialog of a modal page', () => {
  it('hides the page behind it from those who hear it', async ({ visitor, expect }) => {
    const { page } = visitor;
    await visitor.visits('/visit');
    await expect.poll(() => page.getByRole('link', { name: 'Privacy policy' }).count()).toBeGreaterThan(0);
    await visitor.opensDialog();
    await expect.poll(() => page.getByRole('dialog').getByRole('textbox').count()).toBe(4);
    const tree = await page.locator('body').ariaSnapshot();
    expect(tree).toContain('Arrange a visit');
    const client = await visitor.context.newCDPSession(page);
    const { nodes } = await client.send('Accessibility.getFullAXTree');
    const links = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'link');
    expect(links).toEqual([]);
  });
});
