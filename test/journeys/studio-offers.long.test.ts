import type { Locator } from 'playwright-core';
import { describe } from 'vitest';
import { listRules } from '../../engine/editing/index.ts';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { createActionCounter } from '../support/action-counter.ts';
import { publishInStudio, studioJourneys } from '../support/studio.ts';
import { openStudioClient } from '../support/studio-client.ts';

const it = studioJourneys({ documents: {} });

describe('an owner', () => {
  it('sees by keyboard where forms are offered, and by which rule one is not', async ({ opens, expect }) => {
    const page = await opens('/studio/forms');
    const table = page.getByRole('table', { name: 'Where forms are offered' });
    const valuation = table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: /valuation/i }) });
    const left = valuation.getByRole('button', { name: /^Left out by the rule/ }).first();
    await left.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    // One cell is in the tab order.
    expect(await table.locator('button[tabindex="0"]').count()).toBe(1);
    await table.locator('button[tabindex="0"]').focus();
    for (let row = 0; row < 20 && !(await isFocusIn(valuation)); row++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    for (let column = 0; column < 20 && !(await isLeftOut()); column++)
      await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .getByRole('link', { name: /Site 119 offers neither careers nor valuation/ })
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 768, height: 800 });
    expect(await findHorizontalOverflow(page)).toEqual([]);

    /** Returns true if the focus is in the row. */
    function isFocusIn(row: Locator): Promise<boolean> {
      return row.evaluate((element) => element.contains(document.activeElement));
    }
    /** Returns true if the focused cell says that a rule leaves the type out. */
    function isLeftOut(): Promise<boolean> {
      return page.evaluate(
        () => document.activeElement?.getAttribute('aria-label')?.startsWith('Left out by the rule') ?? false,
      );
    }
  });

  it('closes a form on a date in six actions', async ({ opens, server, expect }) => {
    const page = await opens('/studio/forms');
    const { presses, fills, count } = createActionCounter();
    await presses(page.getByRole('link', { name: 'Careers', exact: true }));
    await presses(page.getByRole('link', { name: 'Settings', exact: true }));
    await fills(page.getByLabel('Closes'), '2099-12-24');
    await page.getByText('Written as the rule').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await publishInStudio(page, presses);
    expect(count()).toBeLessThanOrEqual(6);
    const { published } = await (await openStudioClient(server)).draft();
    const rule = listRules(published.documents).find(({ id }) => id === 'careers-open');
    expect(rule).toMatchObject({
      when: { '>': [{ var: 'today' }, '2099-12-24'] },
      then: { excludeTypes: ['careers'] },
    });
  });
});
