import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe } from 'vitest';
import { documents } from '../support/forms.ts';
import { journeysOn } from '../support/journey.ts';
import type { RunningServer } from '../support/server.ts';
import type { Visitor } from '../support/visitor.ts';

const uiFile = 'forms/valuation/ui.json';
const it = journeysOn({
  documents: { [uiFile]: { ...(documents()[uiFile] as object), 'ui:resume': { days: 14 } } },
});

const boat = { boat_make: 'Trevarrow', boat_model: 'Kestrel 38', year: '2015' };

/** The link that was mailed to an address. */
async function linkTo(email: string, { data }: RunningServer): Promise<string> {
  const folder = join(data, 'outbox');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.eml'))) {
    const { to, text = '' } = await PostalMime.parse(readFileSync(join(folder, file)));
    if (to?.some(({ address }) => address === email)) return /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  }
  return '';
}

async function saves({ page }: Visitor, email: string): Promise<void> {
  await page.getByText('Save and return later').click();
  await page.getByRole('textbox', { name: 'Email address for the link' }).fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
}

describe('answers that a visitor saves', () => {
  it('are there on another device, to the last keystroke, and the link leaves the address', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    await visitor.visits('/part-exchange');
    await visitor.fills(boat);
    await visitor.control('address').pressSequentially('Quay 1, Fal');
    await saves(visitor, 'ada@example.com');
    await visitor.sees(/on its way to .?ada@example\.com.?\. It works until .+20\d\d/);
    await expect
      .poll(() => visitor.announcements())
      .toContainEqual(expect.stringMatching(/on its way to .?ada@example\.com/));
    const link = new URL(await linkTo('ada@example.com', server));
    const other = await newVisitor();
    await other.visits(link.pathname + link.search);
    await other.sees('Your answers are back.');
    const saved = { ...boat, address: 'Quay 1, Fal' };
    await expect.poll(() => other.holds(...Object.keys(saved))).toEqual(saved);
    expect(other.page.url()).not.toContain('resume');
    await other.reloads();
    await expect.poll(() => other.holds(...Object.keys(saved))).toEqual(saved);
  });

  it('are saved by the keyboard alone, for the address that was entered in the form', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    // Chromium tells of every refusal.
    visitor.expectsTrouble();
    await visitor.visits('/part-exchange');
    await visitor.fills({ ...boat, email: 'keys@example.com' });
    await page.getByRole('button', { name: 'Submit' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const field = page.getByRole('textbox', { name: 'Email address for the link' });
    await expect.poll(() => field.inputValue()).toBe('keys@example.com');
    await field.fill('keys@');
    await page.keyboard.press('Enter');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => visitor.focus()).toBe('resume-email');
    expect(await visitor.description('resume-email')).toContain('Enter an email address in the form');
    await field.fill('keys@example.com');
    await page.keyboard.press('Enter');
    await visitor.sees(/on its way to .?keys@example\.com/);
    expect(await linkTo('keys@example.com', server)).toContain('/part-exchange?resume=');
    expect(await server.enquiries()).toEqual([]);
  });

  it('stay in the form where the link cannot be sent', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/part-exchange');
    await visitor.fills(boat);
    await visitor.page.route('**/api/contact-resume', (route) => route.abort());
    await saves(visitor, 'ada@example.com');
    await visitor.sees('The link could not be sent. What you typed is still here.');
    expect(await visitor.holds(...Object.keys(boat))).toEqual(boat);
  });

  it('lead to an empty form, which says why, once their time is over', async ({ visitor }) => {
    await visitor.visits('/part-exchange?resume=gone');
    await visitor.sees('This link does not work any more');
  });
});
