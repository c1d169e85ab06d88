import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import {
  awaitSaved,
  createAnnouncementReader,
  locatePreview,
  openOwnerStudio,
  studioJourneys,
} from '../support/studio.ts';

const it = studioJourneys({ documents: {} });

/** The row of a field in the outline, by its name. */
const row = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
/** Returns the names of the fields in the outline, in order, including those in groups. */
const order = (page: Page) => () =>
  page.locator('[data-field]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-field')));

async function adds(page: Page, label: string, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByLabel('What does it ask?').fill(label);
  await page.getByRole('button', { name: kind, exact: true }).click();
}

/** Drags a row with the mouse to a share of another row's height. */
async function drags(page: Page, from: string, { to, at }: { readonly to: string; readonly at: number }) {
  const target = row(page, to);
  const box = await target.boundingBox();
  if (box === null) throw new Error(`There is no row ${to}`);
  await row(page, from).dragTo(target, { targetPosition: { x: box.width / 2, y: box.height * at } });
}

describe('fields in the studio', () => {
  it('are dragged among each other, into a group and out of it', async ({ opens, expect }) => {
    const page = await opens('/studio/forms/careers');
    await row(page, 'phone').waitFor();
    const before = await order(page)();
    const others = before.filter((name) => name !== 'phone');
    const at = others.indexOf('name');
    await drags(page, 'phone', { to: 'name', at: 0.1 });
    await expect
      .poll(createAnnouncementReader(page))
      .toBe(`Phone number is now ${at + 1} of ${before.length}.`);
    await expect.poll(order(page)).toEqual(others.toSpliced(at, 0, 'phone'));
    await adds(page, 'Your boat', 'Group');
    await row(page, 'your_boat').waitFor();
    await drags(page, 'phone', { to: 'your_boat', at: 0.5 });
    await expect.poll(createAnnouncementReader(page)).toBe('Phone number is now 2 of 2 in Your boat.');
    await locatePreview(page).getByRole('group', { name: 'Your boat' }).getByLabel('Phone number').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await drags(page, 'your_boat.phone', { to: 'name', at: 0.9 });
    await expect
      .poll(createAnnouncementReader(page))
      .toMatch(/^Phone number is now \d of \d+, out of its group\.$/);
    await row(page, 'phone').waitFor();
    await awaitSaved(page);
  });

  it('say what depends on them before they are taken away, and what goes with them', async ({
    opens,
    expect,
  }) => {
    const page = await opens('/studio/forms/service');
    await row(page, 'upload').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Remove field' }).click();
    const asked = page.getByRole('region', { name: 'Remove field' });
    await asked.getByText('“Photo” takes at most 1 file for Service and repair.').waitFor();
    await asked.getByText(/expectations? that uses?/).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(order(page)).not.toContain('upload');
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'upload').waitFor();
    await awaitSaved(page);
  });
});

/** The size of a fingertip in CSS pixels (WCAG 2.2, 2.5.5). */
const fingertip = 44;

async function isForFingers(button: Locator): Promise<boolean> {
  const box = await button.boundingBox();
  const opacity = await button.evaluate(
    (element) => getComputedStyle(element.parentElement ?? element).opacity,
  );
  return box !== null && box.width >= fingertip && box.height >= fingertip && opacity === '1';
}

describe('a tablet', () => {
  it('moves fields by buttons that are there without hovering, as large as a finger', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 768, height: 1024 },
    });
    visitor.expectsTrouble();
    const page = await openOwnerStudio(visitor, server.url, '/studio/forms/sales');
    await row(page, 'phone').waitFor();
    const before = await order(page)();
    const at = before.indexOf('phone');
    expect(at).toBeGreaterThan(0);
    for (const name of ['phone', 'message'])
      for (const button of await row(page, name)
        .getByRole('button', { name: /^Move / })
        .all())
        await expect.poll(() => isForFingers(button)).toBe(true);
    await page.getByRole('button', { name: 'Move Phone number up' }).tap();
    await expect.poll(createAnnouncementReader(page)).toBe(`Phone number is now ${at} of ${before.length}.`);
    await expect.poll(order(page)).toEqual(before.toSpliced(at, 1).toSpliced(at - 1, 0, 'phone'));
    await page.getByRole('button', { name: 'Move Phone number down' }).tap();
    await expect.poll(order(page)).toEqual(before);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
    await awaitSaved(page);
  });
});
