import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { everyHands, handsOn } from '../support/hands.ts';
import {
  isSaved,
  opensStudio,
  previewIn,
  propertiesIn,
  publishes,
  studioJourneys,
  toldIn,
} from '../support/studio.ts';

const it = studioJourneys();

/** The row of a field in the outline, by its name. */
const row = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
/** The names of the fields of the outline, in their order, those in groups too. */
const order = (page: Page) => () =>
  page.locator('[data-field]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-field')));

async function adds(page: Page, { label, kind }: { readonly label: string; readonly kind: string }) {
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByLabel('What does it ask?').fill(label);
  await page.getByRole('button', { name: kind, exact: true }).click();
}

/** Drags a row to a share of the height of another, by mouse. */
async function drags(page: Page, from: string, { to, at }: { readonly to: string; readonly at: number }) {
  const target = row(page, to);
  const box = await target.boundingBox();
  if (box === null) throw new Error(`There is no row ${to}`);
  await row(page, from).dragTo(target, { targetPosition: { x: box.width / 2, y: box.height * at } });
}

describe('fields in the studio', () => {
  it('are dragged among each other, into a group and out of it', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/forms/careers');
    const before = await order(page)();
    const others = before.filter((name) => name !== 'phone');
    const at = others.indexOf('name');
    await drags(page, 'phone', { to: 'name', at: 0.1 });
    await expect.poll(toldIn(page)).toBe(`Phone number is now ${at + 1} of ${before.length}.`);
    await expect.poll(order(page)).toEqual(others.toSpliced(at, 0, 'phone'));
    await adds(page, { label: 'Your boat', kind: 'Group' });
    await row(page, 'your_boat').waitFor();
    await drags(page, 'phone', { to: 'your_boat', at: 0.5 });
    await expect.poll(toldIn(page)).toBe('Phone number is now 2 of 2 in Your boat.');
    await previewIn(page).getByRole('group', { name: 'Your boat' }).getByLabel('Phone number').waitFor();
    expect(await violations(page)).toEqual([]);
    await drags(page, 'your_boat.phone', { to: 'name', at: 0.9 });
    await expect.poll(toldIn(page)).toMatch(/^Phone number is now \d of \d+, out of its group\.$/);
    await row(page, 'phone').waitFor();
    await isSaved(page);
  });

  it('are moved by keyboard among the steps, into a group and out of it, and keep the focus', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/forms/valuation');
    await row(page, 'boat_location').getByRole('button').first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(toldIn(page)).toContain('Location is now');
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));
    await expect.poll(focused).toBe('boat_location');
    await page.keyboard.press('Alt+n');
    await page.getByLabel('What does it ask?').fill('Engines');
    await page.keyboard.press('Enter');
    await page.keyboard.type('rep');
    await page.keyboard.press('Enter');
    await row(page, 'engines.detail').getByRole('button').first().focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(focused).toBe('detail');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(focused).toBe('detail');
    await isSaved(page);
  });

  it('say what depends on them before they are taken away, and what goes with them', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/forms/service');
    await row(page, 'upload').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Remove field' }).click();
    const asked = page.getByRole('region', { name: 'Remove field' });
    await asked.getByRole('link', { name: 'one-photo' }).waitFor();
    await asked.getByText(/scenarios? that name/).waitFor();
    expect(await violations(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(order(page)).not.toContain('upload');
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'upload').waitFor();
    await isSaved(page);
  });

  it('tell of what is wrong with them where it stands, and lose nothing', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/forms/event');
    await adds(page, { label: 'Badge', kind: 'Text' });
    const panel = propertiesIn(page);
    const label = panel.getByLabel('Label');
    const long = 'A very long label '.repeat(600);
    await label.fill(long);
    await panel.getByText(/more than anybody reads/).waitFor();
    await expect.poll(() => label.inputValue()).toBe(long);
    for (const [slip, told] of [
      ['Name {', /Label|ICU|argument|message/i],
      ['<img src=x onerror=alert(1)>Badge', /./],
    ] as const) {
      await label.fill(slip);
      await row(page, 'badge').getByText(slip).waitFor();
      await expect.poll(() => panel.locator('.sw-error').first().textContent()).toMatch(told);
    }
    expect(await page.locator('img').count()).toBe(0);
    await label.fill('Badge');
    await panel.getByLabel('Pattern').fill('^(a+)+$');
    await expect
      .poll(() => panel.locator('.sw-error').first().textContent())
      .toMatch(/long|slow|seconds|time/i);
    await panel.getByLabel('Pattern').fill('^[A-Z]{2}');
    await expect.poll(() => panel.locator('.sw-error').count()).toBe(0);
    await isSaved(page);
  });
});

describe('a product owner', () => {
  it.for(everyHands)(
    'asks on two sites how visitors heard of them, in four languages, required on landing pages, by %s',
    async (how, { visitor, newVisitor, server, expect }) => {
      visitor.expectsTrouble();
      const page = await opensStudio(visitor, server.url, '/studio/forms/general');
      const hands = handsOn(page, how);
      const label = how === 'mouse' ? 'How did you hear about us?' : 'Where did you hear of us?';
      const name = how === 'mouse' ? 'how_did_you_hear_about_us' : 'where_did_you_hear_of_us';
      await hands.presses(page.getByRole('button', { name: 'Add field' }));
      await hands.types(page.getByLabel('What does it ask?'), label);
      await hands.presses(page.getByRole('button', { name: 'Choice', exact: true }));
      await hands.types(propertiesIn(page).getByLabel('Choices'), choices);
      const inAll = page.getByRole('region', { name: 'Translations' });
      for (const [language, words] of [
        ['العربية', 'كيف سمعت عنا؟'],
        ['Deutsch', 'Wie haben Sie von uns gehört?'],
        ['français', 'Comment avez-vous entendu parler de nous ?'],
      ] as const)
        await hands.types(inAll.getByRole('group', { name: language }).getByLabel('Label'), words);

      const where = page.getByRole('region', { name: 'Where and when' });
      await hands.presses(where.getByLabel('Only on these sites'));
      for (const site of ['Trevarrow', 'Lantern Quay'])
        await hands.presses(where.getByLabel(site, { exact: true }));
      await hands.presses(where.getByLabel('Only in some situations'));
      await where.getByText('When the form is on a landing page, require').waitFor();
      await isSaved(page);

      await hands.presses(page.getByRole('link', { name: 'Checks', exact: true }));
      await page.getByText('Every situation is checked.').waitFor();
      const meant = page.getByRole('button', { name: 'This is meant' });
      for (let left = await meant.count(); left > 0; left = await meant.count()) {
        await hands.presses(meant.first());
        await isSaved(page);
        await page.getByText('Every situation is checked.').waitFor();
      }
      await publishes(page, hands.presses);
      expect(hands.actions()).toBeLessThanOrEqual(30);

      const outside = await newVisitor();
      await outside.visits('/contact');
      await outside.fills({
        office_location: '1',
        name: 'Ann Berry',
        email: `${how}@heard.example`,
        [name]: 'a-boat-show',
        message: 'Hello',
      });
      await outside.sends();
      await outside.sees('Thank you');
      const sent = (await server.enquiries()).find(({ values }) => values.email === `${how}@heard.example`);
      expect(sent?.values).toMatchObject({ [name]: 'a-boat-show' });
    },
  );

  it.for(everyHands)(
    'makes a type of form for charters, with days, guests, a rule and two languages, by %s',
    async (how, { visitor, newVisitor, server, expect }) => {
      visitor.expectsTrouble();
      const page = await opensStudio(visitor, server.url, '/studio/forms');
      const hands = handsOn(page, how);
      const title = how === 'mouse' ? 'Charter' : 'Day charter';
      const adds = async (label: string, kind: string, german: string) => {
        await hands.presses(page.getByRole('button', { name: 'Add field' }));
        await hands.types(page.getByLabel('What does it ask?'), label);
        await hands.presses(page.getByRole('button', { name: kind, exact: true }));
        const inGerman = page
          .getByRole('region', { name: 'Translations' })
          .getByRole('group', { name: 'Deutsch' });
        await hands.types(inGerman.getByLabel('Label'), german);
      };
      await hands.presses(page.getByRole('button', { name: 'New enquiry type' }));
      await hands.types(page.getByLabel('Name', { exact: true }), title);
      await hands.presses(page.getByRole('button', { name: 'Create' }));
      const own = how === 'mouse' ? '' : ' of the trip';
      await adds(`First day${own}`, 'Date', 'Erster Tag');
      await adds(`Last day${own}`, 'Date', 'Letzter Tag');
      await adds(`Guests${own}`, 'Number', 'Gäste');
      await hands.types(propertiesIn(page).getByLabel('Smallest'), '1');
      await hands.types(propertiesIn(page).getByLabel('Largest'), '12');
      await hands.presses(propertiesIn(page).getByLabel('Required'));
      expect(await violations(page)).toEqual([]);

      await hands.presses(page.getByRole('link', { name: 'Forms' }));
      await hands.presses(page.getByRole('button', { name: `Names of ${title}` }));
      await hands.types(
        page.getByRole('group', { name: `Names of ${title}` }).getByLabel('Deutsch'),
        'Vercharterung',
      );
      expect(await violations(page)).toEqual([]);
      await hands.presses(page.getByRole('link', { name: 'Rules', exact: true }));
      await hands.presses(page.getByRole('button', { name: 'New rule' }));
      const form = page.getByRole('form', { name: 'New rule' });
      await hands.chooses(form.getByLabel('What it decides'), 'Require');
      await hands.chooses(form.getByLabel('Which field'), `First day${own}`);
      await hands.presses(form.getByRole('button', { name: 'Add rule' }));
      await isSaved(page);
      await hands.presses(page.getByRole('link', { name: 'Checks', exact: true }));
      await page.getByText('Every situation is checked.').waitFor();
      await publishes(page, hands.presses);
      expect(hands.actions()).toBeLessThanOrEqual(40);

      const outside = await newVisitor();
      await outside.visits('/contact');
      const option = outside.control('enquiry_type').locator('option').filter({ hasText: title });
      await outside.fills({ enquiry_type: String(await option.last().getAttribute('value')) });
      const suffix = how === 'mouse' ? '' : '_of_the_trip';
      await outside.fills({
        name: 'Ann Berry',
        email: `${how}@charter.example`,
        [`first_day${suffix}`]: '2031-06-01',
        [`guests${suffix}`]: '4',
      });
      await outside.sends();
      await outside.sees('Thank you');
      const sent = (await server.enquiries()).find(({ values }) => values.email === `${how}@charter.example`);
      expect(sent?.values).toMatchObject({ [`guests${suffix}`]: 4 });
    },
  );
});

/** A table of five choices in four languages, as it comes from a spreadsheet. */
const choices = [
  ['A friend', 'صديق', 'Freunde', 'Un ami'],
  ['A boat show', 'معرض قوارب', 'Eine Bootsmesse', 'Un salon nautique'],
  ['The web', 'الويب', 'Das Netz', 'Le web'],
  ['A magazine', 'مجلة', 'Eine Zeitschrift', 'Un magazine'],
  ['Another way', 'طريقة أخرى', 'Anders', 'Autrement'],
]
  .map((words) => words.join('\t'))
  .join('\n');

describe('a new enquiry type', () => {
  it('is asked for its name, and given up by Escape', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/forms');
    const opener = page.getByRole('button', { name: 'New enquiry type' });
    const name = page.getByLabel('Name', { exact: true });
    await opener.click();
    await page.getByRole('button', { name: 'Create' }).click();
    expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.getByRole('alert').textContent()).toContain('Give it a name');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});
