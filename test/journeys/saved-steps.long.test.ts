import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe } from 'vitest';
import { boatAnswers, createStepSite } from '../steps/step-site.ts';
import { journeysOn } from '../support/journey.ts';
import type { RunningServer } from '../support/server.ts';
import type { Visitor } from '../support/visitor.ts';

const site = createStepSite();

const uiFile = 'forms/valuation/ui.json';

const ui = { ...(site.documents[uiFile] as object), 'ui:resume': { days: 14 } };

const it = journeysOn({ ...site, documents: { ...site.documents, [uiFile]: ui } });

/** The path and query of the link that was mailed to an address. */
async function linkTo(email: string, { data }: RunningServer): Promise<string> {
  const folder = join(data, 'outbox');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.eml'))) {
    const { to, text = '' } = await PostalMime.parse(readFileSync(join(folder, file)));
    const link = /https?:\/\/\S+/.exec(text)?.[0];
    if (link && to?.some(({ address }) => address === email))
      return new URL(link).pathname + new URL(link).search;
  }
  return '';
}

async function savesOnSecondStep(visitor: Visitor, email: string): Promise<void> {
  const { page } = visitor;
  await visitor.fills(boatAnswers);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await visitor.control('engine_hours').fill('412');
  await page.getByText('Save and return later').click();
  await page.getByRole('textbox', { name: 'Email address for the link' }).fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await visitor.sees(/on its way to/);
}

describe('Enter, where no script runs', () => {
  it('saves in the field of the panel, and goes on in any other', async ({ newVisitor, server, expect }) => {
    const { page, ...visitor } = await newVisitor({ javaScriptEnabled: false });
    // Chromium logs every refusal.
    visitor.expectsTrouble();
    await page.goto('/steps');
    await visitor.fills(boatAnswers);
    await visitor.control('boat_make').press('Enter');
    await visitor.sees('Step 2 of 5');
    await visitor.control('engine_hours').fill('412');
    await page.getByText('Save and return later').click();
    const field = page.getByRole('textbox', { name: 'Email address for the link' });
    await field.fill('enter@example.com');
    await field.press('Enter');
    await visitor.sees(/on its way to/);
    await visitor.sees('Step 2 of 5');
    await expect.poll(() => linkTo('enter@example.com', server)).not.toBe('');
    await expect.poll(() => field.inputValue()).toBe('');
    await visitor.control('engine_hours').press('Enter');
    await visitor.sees('Choose whether tax has been paid');
  });

  it('leaves the buttons to do what they say', async ({ newVisitor, server, expect }) => {
    const { page, ...visitor } = await newVisitor({ javaScriptEnabled: false });
    await page.goto('/steps');
    await visitor.fills(boatAnswers);
    await page.getByText('Save and return later').click();
    await page.getByRole('textbox', { name: 'Email address for the link' }).fill('unsent@example.com');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await visitor.sees('Step 2 of 5');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await visitor.sees('Step 1 of 5');
    expect(await linkTo('unsent@example.com', server)).toBe('');
  });
});

describe('answers that a visitor saves on a step', () => {
  it('come back with those of the other steps, at the first that is not answered', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const scripted = await newVisitor();
    await scripted.visits('/steps');
    await savesOnSecondStep(scripted, 'scripted@example.com');
    const plain = await newVisitor({ javaScriptEnabled: false });
    await plain.page.goto('/steps');
    await savesOnSecondStep(plain, 'plain@example.com');
    await plain.sees('Step 2 of 5');
    await expect.poll(() => plain.readValues('engine_hours')).toEqual({ engine_hours: '412' });
    for (const email of ['scripted@example.com', 'plain@example.com']) {
      const back = await newVisitor();
      await expect.poll(() => linkTo(email, server)).not.toBe('');
      await back.visits(await linkTo(email, server));
      await back.sees('Step 2 of 5');
      await expect.poll(() => back.readValues('engine_hours')).toEqual({ engine_hours: '412' });
      await back.page.getByRole('link', { name: 'Back' }).click();
      await back.sees('Step 1 of 5');
      await expect
        .poll(() => back.readValues('boat_make', 'year'))
        .toEqual({ boat_make: boatAnswers.boat_make, year: boatAnswers.year });
      await expect.poll(() => back.page.url()).not.toContain('resume');
    }
  });
});
