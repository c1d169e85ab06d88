import { describe } from 'vitest';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();

/** A page of each placement, theme and direction. Component tests cover the invalid state of each control. */
const paths = ['/contact', '/visit', '/lantern-quay/contact', '/ar/contact'];

describe('axe finds nothing, and nothing stands out of a phone', () => {
  it.for(paths)('as a page opens, and where it was sent empty: %s', async (path, { visitor, expect }) => {
    const { page } = visitor;
    await page.setViewportSize({ width: 320, height: 640 });
    await visitor.visits(path);
    if (path === '/visit') await visitor.opensDialog();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    await visitor.sends();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    expect(await findAxeViolations(page), 'sent empty').toEqual([]);
    expect(await findHorizontalOverflow(page), 'sent empty').toEqual([]);
  });
});
