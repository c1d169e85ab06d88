import { describe } from 'vitest';
import { boat, condition, stepSite, you } from '../steps/step-site.ts';
import { aPhoto } from '../support/a-photo.ts';
import { standingOut, violations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn(stepSite());

const page = 'What is my boat worth?';

/** Where the visitor is, by what the browser's tab and address say. */
async function whereabouts({ page: tab }: Visitor) {
  const { searchParams } = new URL(tab.url());
  return { title: (await tab.title()).split(` | ${page}`)[0], step: searchParams.get('step') };
}

function heading({ page: tab }: Visitor): Promise<string | null> {
  return tab.locator('.sw-step-title').textContent();
}

/** Presses Tab until a control of a name, or a link or button of some words, has the focus. */
async function tabsTo(visitor: Visitor, name: string): Promise<void> {
  for (let count = 0; count < 60; count += 1) {
    await visitor.page.keyboard.press('Tab');
    if ((await visitor.focus()).trim() === name) return;
  }
  throw new Error(`Tab does not lead to "${name}"`);
}

/** Answers by keyboard alone; a choice by its first letters, a radio button by an arrow, a tick by a space. */
async function types(visitor: Visitor, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, text] of Object.entries(answers)) {
    await tabsTo(visitor, field);
    if (text === ' ') await visitor.page.keyboard.press('Space');
    else await visitor.page.keyboard.type(text);
  }
}

async function answersAll(visitor: Visitor, email: string): Promise<void> {
  await visitor.fills(boat);
  await visitor.sends();
  await visitor.control('engine_hours').waitFor();
  await visitor.fills(condition);
  await visitor.sends();
  await visitor.sees('Step 3 of 5');
  await visitor.sends();
  await visitor.control('email').waitFor();
  await visitor.fills({ ...you, email });
  await visitor.sends();
  await visitor.sees('Check your answers');
}

describe('a form in steps', () => {
  it('is gone through by keyboard, with titles, focus and addresses, and sent', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/steps');
    expect(await whereabouts(visitor)).toEqual({ title: 'Step 1 of 5: Your boat', step: null });
    expect(await violations(visitor.page)).toEqual([]);
    await types(visitor, boat);
    await tabsTo(visitor, 'Continue');
    await visitor.page.keyboard.press('Enter');
    await expect
      .poll(() => whereabouts(visitor))
      .toEqual({ title: 'Step 2 of 5: Its condition', step: 'condition' });
    expect(await visitor.focus()).toBe('Step 2 of 5 Its condition');
    await visitor.sees('As you would describe it to a friend.');

    // Continue with nothing answered: what is wrong on this step alone.
    await tabsTo(visitor, 'Continue');
    await visitor.page.keyboard.press('Enter');
    await expect.poll(() => visitor.invalidFields()).toEqual(['tax_paid_status', 'engine_hours']);
    expect((await whereabouts(visitor)).title).toBe('Error: Step 2 of 5: Its condition');
    await expect.poll(visitor.focus).toBe('tax_paid_status');
    expect(await violations(visitor.page)).toEqual([]);
    // A link within the page is no step.
    await visitor.page.evaluate(() => {
      location.hash = 'nowhere';
    });
    await expect.poll(() => visitor.page.url()).toContain('#nowhere');
    expect(await visitor.invalidFields()).toEqual(['tax_paid_status', 'engine_hours']);
    expect(await visitor.focus()).toBe('tax_paid_status');
    await visitor.page.keyboard.press('ArrowDown');
    await types(visitor, { engine_hours: '412' });
    await tabsTo(visitor, 'Continue');
    await visitor.page.keyboard.press('Enter');
    await expect.poll(() => whereabouts(visitor)).toEqual({ title: 'Step 3 of 5: Photos', step: 'photos' });
    await tabsTo(visitor, 'Continue');
    await visitor.page.keyboard.press('Enter');
    await expect.poll(() => whereabouts(visitor)).toEqual({ title: 'Step 4 of 5: About you', step: 'you' });
    await types(visitor, {
      name: 'Edith Farrow',
      email: 'steps@example.com',
      phone: '0159055521',
      accept_term: ' ',
    });
    await tabsTo(visitor, 'Continue');
    await visitor.page.keyboard.press('Enter');
    await expect
      .poll(() => whereabouts(visitor))
      .toEqual({ title: 'Step 5 of 5: Check your answers', step: 'check' });
    expect(await visitor.focus()).toBe('Step 5 of 5 Check your answers');
    expect(await violations(visitor.page)).toEqual([]);
    const answers = await visitor.page.locator('.sw-answers').textContent();
    expect(answers).toMatch(/Kestrel 38/);
    expect(answers).toMatch(/Not answered/);
    expect(answers).not.toMatch(/tax-not-paid/);

    await tabsTo(visitor, 'Submit');
    await visitor.page.keyboard.press('Enter');
    await visitor.sees('Your request has reached us');
    expect((await whereabouts(visitor)).title?.startsWith(page)).toBe(true);
    const record = (await server.mailsDone()).find(({ values }) => values.email === 'steps@example.com');
    expect(record?.values).toMatchObject({ ...boat, engine_hours: '412', name: 'Edith Farrow' });
    expect(record?.submissionUrl).toBe(`${server.url}/steps`);
  });

  it('loses nothing by Back, by the browser and by a reload, and comes back to the answers after a change', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/steps');
    await answersAll(visitor, 'changed-steps@example.com');
    await visitor.page.goBack();
    await visitor.sees('Step 4 of 5');
    expect(await visitor.focus()).toBe('Step 4 of 5 About you');
    expect(await visitor.holds('name', 'accept_term')).toEqual({ name: you.name, accept_term: true });
    await visitor.page.getByRole('link', { name: 'Back' }).click();
    await visitor.page.getByRole('link', { name: 'Back' }).click();
    await visitor.sees('Step 2 of 5');
    expect(await visitor.holds('engine_hours')).toEqual({ engine_hours: '412' });
    await visitor.control('generator_hours').fill('77');
    await visitor.page.goBack();
    await visitor.sees('Step 3 of 5');
    await visitor.page.goForward();
    await visitor.sees('Step 2 of 5');
    expect(await visitor.holds('generator_hours')).toEqual({ generator_hours: '77' });

    await visitor.reloads();
    await visitor.sees('Step 2 of 5');
    expect(await visitor.holds('engine_hours', 'generator_hours')).toEqual({
      engine_hours: '412',
      generator_hours: '77',
    });
    await visitor.visits('/steps?step=check');
    await visitor.sees('Check your answers');
    await visitor.page.getByRole('link', { name: 'Change Boat model' }).click();
    await expect.poll(visitor.focus).toBe('boat_model');
    await visitor.control('boat_model').fill('Kestrel 42');
    await visitor.sends();
    await visitor.sees('Check your answers');
    await visitor.sees('Kestrel 42');
    await visitor.sends();
    await visitor.sees('Your request has reached us');
    const record = (await server.mailsDone()).find(
      ({ values }) => values.email === 'changed-steps@example.com',
    );
    expect(record?.values).toMatchObject({ boat_model: 'Kestrel 42', generator_hours: '77' });
    await visitor.visits('/steps?step=check');
    expect(await heading(visitor)).toMatch(/Your boat/);
  });

  it('keeps who asks for a later step at the first that is not answered', async ({ visitor, expect }) => {
    await visitor.visits('/steps?step=you');
    expect(await whereabouts(visitor)).toEqual({ title: 'Step 1 of 5: Your boat', step: 'boat' });
    expect(await visitor.invalidFields()).toEqual([]);
  });

  it('keeps photos over steps', async ({ visitor, server, expect }) => {
    await visitor.visits('/steps');
    await visitor.fills(boat);
    await visitor.sends();
    await visitor.control('engine_hours').waitFor();
    await visitor.fills(condition);
    await visitor.sends();
    await visitor.sees('Step 3 of 5');
    await visitor.control('upload').setInputFiles(await aPhoto('bow.jpg'));
    await visitor.sends();
    await visitor.control('email').waitFor();
    await visitor.fills({ ...you, email: 'photo-steps@example.com' });
    await visitor.sends();
    await visitor.sees('Check your answers');
    await visitor.sees('bow.jpg');
    await visitor.sends();
    await visitor.sees('Your request has reached us');
    const record = (await server.mailsDone()).find(
      ({ values }) => values.email === 'photo-steps@example.com',
    );
    expect(record?.photos).toHaveLength(1);
  });

  it('changes with the type on its first step, which keeps the focus', async ({ visitor, expect }) => {
    await visitor.visits('/steps/all?step=check');
    expect(await visitor.page.title()).not.toMatch(/Step/);
    await visitor.control('enquiry_type').focus();
    await visitor.chooses('enquiry_type', 8);
    await visitor.sees('Step 1 of 5');
    expect(await visitor.focus()).toBe('enquiry_type');
    await visitor.fills(boat);
    await visitor.chooses('enquiry_type', 3);
    await visitor.control('message').waitFor();
    expect(await visitor.page.locator('.sw-step').count()).toBe(0);
    expect(await visitor.page.title()).not.toMatch(/Step/);
    await visitor.chooses('enquiry_type', 8);
    expect(await visitor.holds('boat_make')).toEqual({ boat_make: 'Slipway' });
  });

  it('has no addresses in a dialog', async ({ visitor, expect }) => {
    await visitor.visits('/steps/dialog');
    const title = await visitor.page.title();
    await visitor.opensDialog();
    await answersAll(visitor, 'dialog-steps@example.com');
    expect(new URL(visitor.page.url()).search).toBe('');
    expect(await visitor.page.title()).toBe(title);
    await visitor.page.getByRole('button', { name: 'Change Boat model' }).click();
    await expect.poll(visitor.focus).toBe('boat_model');
    await visitor.sends();
    await visitor.sees('Check your answers');
    await visitor.sends();
    await visitor.sees('Your request has reached us');
  });

  it('reads from right to left, at a phone’s width', async ({ newVisitor, expect }) => {
    const visitor = await newVisitor({ viewport: { width: 320, height: 700 } });
    await visitor.visits('/ar/steps');
    await visitor.sees('قاربك');
    expect(await standingOut(visitor.page)).toEqual([]);
    expect(await violations(visitor.page)).toEqual([]);
    await visitor.fills(boat);
    await visitor.sends();
    await visitor.sees('حالته');
    expect(await standingOut(visitor.page)).toEqual([]);
  });
});

describe('a form in steps without scripts', () => {
  it('is gone through by posts, back and forth, and loses neither answers nor photos', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } });
    visitor.expectsTrouble();
    const title = () => visitor.page.title();
    const goesOn = () => visitor.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await visitor.page.goto('/steps');
    expect(await title()).toMatch(/^Step 1 of 5: Your boat \| What is my boat worth\?/);
    await visitor.fills({ ...boat, year: 'long ago' });
    await goesOn();
    expect(await title()).toMatch(/^Error: Step 1 of 5: Your boat/);
    expect(await visitor.invalidFields()).toEqual(['year']);
    await visitor.fills({ year: '2015' });
    await goesOn();
    expect(await title()).toMatch(/^Step 2 of 5: Its condition/);
    expect(await visitor.focus()).toMatch(/Its condition/);
    await visitor.fills({ ...condition, additional_information: 'Two lines\nand "marks" & <signs>' });
    await visitor.page.getByRole('button', { name: 'Back' }).click();
    expect(await title()).toMatch(/^Step 1 of 5/);
    expect(await visitor.holds('boat_model')).toEqual({ boat_model: 'Kestrel 38' });
    await goesOn();
    expect(await visitor.holds('engine_hours')).toEqual({ engine_hours: '412' });
    await goesOn();
    await visitor.control('upload').setInputFiles(await aPhoto('bow.jpg'));
    await goesOn();
    await visitor.fills({ ...you, email: 'plain-steps@example.com' });
    await goesOn();
    expect(await title()).toMatch(/^Step 5 of 5: Check your answers/);
    expect(await standingOut(visitor.page)).toEqual([]);
    await visitor.sees('bow.jpg');
    await visitor.page.getByRole('button', { name: 'Change Tax status' }).click();
    expect(await title()).toMatch(/^Step 2 of 5/);
    await expect.poll(visitor.focus).toBe('tax_paid_status');
    await goesOn();
    await visitor.page.getByRole('button', { name: 'Change Boat model' }).click();
    await expect.poll(visitor.focus).toBe('boat_model');
    await visitor.fills({ boat_model: 'Kestrel 42', year: '' });
    await goesOn();
    expect(await visitor.invalidFields()).toEqual(['year']);
    await visitor.fills({ year: '2016' });
    await goesOn();
    await visitor.sees('Kestrel 42');
    await visitor.page.getByRole('button', { name: 'Submit', exact: true }).click();
    await visitor.sees('Your request has reached us');
    const record = (await server.mailsDone()).find(
      ({ values }) => values.email === 'plain-steps@example.com',
    );
    expect(record?.values).toMatchObject({
      ...boat,
      boat_model: 'Kestrel 42',
      year: '2016',
      additional_information: 'Two lines\nand "marks" & <signs>',
    });
    expect(record?.photos).toHaveLength(1);
  });
});
