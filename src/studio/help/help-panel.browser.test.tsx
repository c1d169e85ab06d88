import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GuideChange, GuideView } from '../../api/guide.ts';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

let studio: FakeStudio;
let guide: GuideView;
/** Starts a studio whose server has a guide. */
function startStudio(...options: Parameters<typeof createFakeStudio>): void {
  studio = createFakeStudio(...options);
  guide = { done: [], isDismissed: false };
  studio.answer('guide', ({ method, body }) => {
    const { done, isDismissed = guide.isDismissed } = (method === 'POST' ? body : {}) as GuideChange;
    guide = { done: done ? [...guide.done, done] : guide.done, isDismissed };
    return Response.json(guide);
  });
}

const help = page.getByRole('complementary', { name: 'Help' });
const steps = page.getByRole('region', { name: 'Your first five minutes' });

describe('HelpPanel', () => {
  it('has the help of the page, follows to others, and returns the focus', async () => {
    startStudio();
    await studio.open('/studio/forms');
    const button = page.getByRole('button', { name: 'Help', exact: true }).first();
    await button.click();
    await expect.element(help.getByRole('heading', { name: 'Help: Forms' })).toHaveFocus();
    expect(help.getByRole('listitem').elements().length).toBe(5);
    const manual = help.getByRole('link', { name: 'Read more in the manual' });
    await expect.element(manual).toHaveAttribute('href', '/studio/manual#change-a-form');
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await expect.element(help.getByRole('heading', { name: 'Help: History' })).toBeVisible();
    await help.getByRole('button', { name: 'Close help' }).click();
    await expect.poll(() => help.elements()).toEqual([]);
    await expect.element(button).toHaveFocus();
    await button.click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => help.elements()).toEqual([]);
  });
});

describe('Guide', () => {
  it('ticks what somebody does, and closes for good until it is opened again', async () => {
    startStudio();
    await studio.open('/studio/forms');
    await expect.element(steps.getByText('0 of 6 done')).toBeVisible();
    await steps.getByRole('link', { name: 'Look at one form' }).click();
    await expect.poll(() => guide.done).toEqual(['look']);
    await page.getByRole('link', { name: 'Forms', exact: true }).click();
    await expect.element(steps.getByText('1 of 6 done')).toBeVisible();
    await steps.getByRole('button', { name: 'Close this guide' }).click();
    await expect.poll(() => steps.elements()).toEqual([]);
    expect(guide.isDismissed).toBe(true);
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByRole('button', { name: 'Help', exact: true }).first().click();
    await help.getByRole('button', { name: 'Show the first five minutes again' }).click();
    await expect.element(steps.getByText('1 of 6 done')).toBeVisible();
  });

  it('shows editors what they may do', async () => {
    startStudio({ role: 'editor' });
    await studio.open('/studio/forms');
    await expect.element(steps.getByText('0 of 3 done')).toBeVisible();
    expect(steps.getByRole('link', { name: 'Make it live' }).elements()).toEqual([]);
  });

  it('is not there for viewers, who would have one step', async () => {
    startStudio({ role: 'viewer' });
    await studio.open('/studio/forms');
    await expect.element(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible();
    await expect.poll(() => steps.elements()).toEqual([]);
  });
});
