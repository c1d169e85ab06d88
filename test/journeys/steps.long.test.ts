import { describe } from 'vitest';
import { boatAnswers, conditionAnswers, personAnswers } from '../steps/step-site.ts';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { Visitor } from '../support/visitor.ts';
import { answerAllSteps, it, stepsPage } from './steps-journey.ts';

/** Returns the title and address of the browser's tab. */
async function whereabouts({ page: tab }: Visitor) {
  const { searchParams } = new URL(tab.url());
  return { title: (await tab.title()).split(` | ${stepsPage}`)[0], step: searchParams.get('step') };
}

/** Presses Tab until a control, link or button of a name has focus. */
async function tabsTo(visitor: Visitor, name: string): Promise<void> {
  for (let count = 0; count < 60; count += 1) {
    await visitor.page.keyboard.press('Tab');
    if ((await visitor.focus()).trim() === name) return;
  }
  throw new Error(`Tab does not lead to "${name}"`);
}

/**
 * Answers by keyboard only: a choice by its first letters, a radio button by an arrow key, a box by the space
 * bar.
 */
async function types(visitor: Visitor, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, text] of Object.entries(answers)) {
    await tabsTo(visitor, field);
    if (text === ' ') await visitor.page.keyboard.press('Space');
    else await visitor.page.keyboard.type(text);
  }
}

describe('a form in steps', () => {
  it('is gone through by keyboard, with titles, focus and addresses, and sent', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/steps');
    await expect.poll(() => whereabouts(visitor)).toEqual({ title: 'Step 1 of 5: Your boat', step: null });
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    await types(visitor, boatAnswers);
    await tabsTo(visitor, 'Continue');
    await visitor.page.keyboard.press('Enter');
    await expect
      .poll(() => whereabouts(visitor))
      .toEqual({ title: 'Step 2 of 5: Its condition', step: 'condition' });
    await expect.poll(visitor.focus).toBe('Step 2 of 5 Its condition');
    await visitor.sees('As you would describe it to a friend.');

    // Continue without answers shows the problems of this step only.
    await tabsTo(visitor, 'Continue');
    await visitor.page.keyboard.press('Enter');
    await expect.poll(() => visitor.invalidFields()).toEqual(['tax_paid_status', 'engine_hours']);
    expect((await whereabouts(visitor)).title).toBe('Error: Step 2 of 5: Its condition');
    await expect.poll(visitor.focus).toBe('tax_paid_status');
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    // A link within the page does not change the step.
    await visitor.page.evaluate(() => {
      location.hash = 'nowhere';
    });
    await expect.poll(() => visitor.page.url()).toContain('#nowhere');
    await expect.poll(visitor.invalidFields).toEqual(['tax_paid_status', 'engine_hours']);
    await expect.poll(visitor.focus).toBe('tax_paid_status');
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
    await expect.poll(visitor.focus).toBe('Step 5 of 5 Check your answers');
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    const answers = await visitor.page.locator('.sw-answers').textContent();
    expect(answers).toMatch(/Kestrel 38/);
    expect(answers).toMatch(/Not answered/);
    expect(answers).not.toMatch(/tax-not-paid/);

    await tabsTo(visitor, 'Submit');
    await visitor.page.keyboard.press('Enter');
    await visitor.sees('Your request has reached us');
    expect((await whereabouts(visitor)).title?.startsWith(stepsPage)).toBe(true);
    const record = (await server.mailsDone()).find(({ values }) => values.email === 'steps@example.com');
    expect(record?.values).toMatchObject({ ...boatAnswers, engine_hours: '412', name: 'Edith Farrow' });
    expect(record?.submissionUrl).toBe(`${server.url}/steps`);
  });

  it('keeps who asks for a later step at the first that is not answered', async ({ visitor, expect }) => {
    await visitor.visits('/steps?step=you');
    await expect.poll(() => whereabouts(visitor)).toEqual({ title: 'Step 1 of 5: Your boat', step: 'boat' });
    await expect.poll(visitor.invalidFields).toEqual([]);
  });

  it('keeps photos over steps', async ({ visitor, server, expect }) => {
    await visitor.visits('/steps');
    await visitor.fills(boatAnswers);
    await visitor.sends();
    await visitor.control('engine_hours').waitFor();
    await visitor.fills(conditionAnswers);
    await visitor.sends();
    await visitor.sees('Step 3 of 5');
    await visitor.control('upload').setInputFiles(await createSamplePhoto('bow.jpg'));
    await visitor.sends();
    await visitor.control('email').waitFor();
    await visitor.fills({ ...personAnswers, email: 'photo-steps@example.com' });
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
    await expect.poll(() => visitor.page.title()).not.toMatch(/Step/);
    await visitor.control('enquiry_type').focus();
    await visitor.chooses('enquiry_type', 8);
    await visitor.sees('Step 1 of 5');
    await expect.poll(visitor.focus).toBe('enquiry_type');
    await visitor.fills(boatAnswers);
    await visitor.chooses('enquiry_type', 3);
    await visitor.control('message').waitFor();
    await expect.poll(() => visitor.page.locator('.sw-step').count()).toBe(0);
    await expect.poll(() => visitor.page.title()).not.toMatch(/Step/);
    await visitor.chooses('enquiry_type', 8);
    await expect.poll(() => visitor.readValues('boat_make')).toEqual({ boat_make: 'Slipway' });
  });

  it('has no addresses in a dialog', async ({ visitor, expect }) => {
    await visitor.visits('/steps/dialog');
    const title = await visitor.page.title();
    await visitor.opensDialog();
    await answerAllSteps(visitor, 'dialog-steps@example.com');
    expect(new URL(visitor.page.url()).search).toBe('');
    await expect.poll(() => visitor.page.title()).toBe(title);
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
    expect(await findHorizontalOverflow(visitor.page)).toEqual([]);
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    await visitor.fills(boatAnswers);
    await visitor.sends();
    await visitor.sees('حالته');
    expect(await findHorizontalOverflow(visitor.page)).toEqual([]);
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
    await expect.poll(() => title()).toMatch(/^Step 1 of 5: Your boat \| What is my boat worth\?/);
    await visitor.fills({ ...boatAnswers, year: 'long ago' });
    await goesOn();
    await expect.poll(() => title()).toMatch(/^Error: Step 1 of 5: Your boat/);
    await expect.poll(visitor.invalidFields).toEqual(['year']);
    await visitor.fills({ year: '2015' });
    await goesOn();
    await expect.poll(() => title()).toMatch(/^Step 2 of 5: Its condition/);
    await expect.poll(visitor.focus).toMatch(/Its condition/);
    await visitor.fills({ ...conditionAnswers, additional_information: 'Two lines\nand "marks" & <signs>' });
    await visitor.page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => title()).toMatch(/^Step 1 of 5/);
    await expect.poll(() => visitor.readValues('boat_model')).toEqual({ boat_model: 'Kestrel 38' });
    await goesOn();
    await expect.poll(() => visitor.readValues('engine_hours')).toEqual({ engine_hours: '412' });
    await goesOn();
    await visitor.control('upload').setInputFiles(await createSamplePhoto('bow.jpg'));
    await goesOn();
    await visitor.fills({ ...personAnswers, email: 'plain-steps@example.com' });
    await goesOn();
    await expect.poll(() => title()).toMatch(/^Step 5 of 5: Check your answers/);
    expect(await findHorizontalOverflow(visitor.page)).toEqual([]);
    await visitor.sees('bow.jpg');
    await visitor.page.getByRole('button', { name: 'Change Tax status' }).click();
    await expect.poll(() => title()).toMatch(/^Step 2 of 5/);
    await expect.poll(visitor.focus).toBe('tax_paid_status');
    await goesOn();
    await visitor.page.getByRole('button', { name: 'Change Boat model' }).click();
    await expect.poll(visitor.focus).toBe('boat_model');
    await visitor.fills({ boat_model: 'Kestrel 42', year: '' });
    await goesOn();
    await expect.poll(visitor.invalidFields).toEqual(['year']);
    await visitor.fills({ year: '2016' });
    await goesOn();
    await visitor.sees('Kestrel 42');
    await visitor.page.getByRole('button', { name: 'Submit', exact: true }).click();
    await visitor.sees('Your request has reached us');
    const record = (await server.mailsDone()).find(
      ({ values }) => values.email === 'plain-steps@example.com',
    );
    expect(record?.values).toMatchObject({
      ...boatAnswers,
      boat_model: 'Kestrel 42',
      year: '2016',
      additional_information: 'Two lines\nand "marks" & <signs>',
    });
    expect(record?.photos).toHaveLength(1);
  });
});
