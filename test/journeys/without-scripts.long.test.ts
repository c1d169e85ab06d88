import { describe } from 'vitest';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { Answers } from '../support/visitor.ts';
import {
  adasAnswers,
  createPageAnswers,
  findEnquiryByReference,
  locateTypePicker,
  noScripts,
  readReference,
  showTypeFields,
} from './no-scripts-journey.ts';
import { describeWithAndWithoutScripts } from './with-and-without-scripts.ts';

const it = journeysOn();

describe('a form without scripts', () => {
  it('keeps what was entered and the photos while the type changes there and back', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor(noScripts);
    const { page } = visitor;
    const boat: Answers = { boat_model: 'Kestrel 38', hin_number: 'GB-SLW38021H515', office_location: '5' };
    const { office_location: _any, ...person } = adasAnswers;
    await page.goto('/contact');
    await visitor.chooses('enquiry_type', 7);
    await showTypeFields(visitor);
    await expect.poll(() => page.title()).not.toMatch(/look/);
    await visitor.fills({ ...person, ...boat });
    await locateTypePicker(visitor).setInputFiles(await createSamplePhoto('bow.jpg'));
    await visitor.chooses('enquiry_type', 6);
    await showTypeFields(visitor);
    await expect.poll(() => page.getByRole('checkbox', { name: 'bow.jpg' }).count()).toBe(0);
    await expect.poll(() => visitor.readValues(...Object.keys(person))).toEqual(person);
    await expect.poll(() => visitor.invalidFields()).toEqual([]);
    await visitor.chooses('enquiry_type', 7);
    await showTypeFields(visitor);
    await expect
      .poll(() => visitor.readValues(...Object.keys({ ...person, ...boat })))
      .toEqual({ ...person, ...boat });
    await expect.poll(() => page.getByRole('checkbox', { name: 'bow.jpg' }).isChecked()).toBe(true);

    // Values outside of the sent type are not sent.
    await visitor.chooses('enquiry_type', 3);
    await showTypeFields(visitor);
    await visitor.fills({ office_location: 1, email: 'changed@example.com' });
    await visitor.sends();
    const { record, mails } = await findEnquiryByReference(visitor, server);
    expect(record.values).toEqual({
      ...person,
      office_location: 1,
      enquiry_type: 3,
      email: 'changed@example.com',
    });
    expect(record.photos).toBe(0);
    expect(mails[0]?.text).not.toMatch(/Kestrel|dropped/);
  });

  it('speaks the language of its page, from right to left where it runs so', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({ ...noScripts, locale: 'de-DE' });
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto('/ar/contact');
    await visitor.sends();
    await visitor.sees('أدخل اسمك');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await expect.poll(() => visitor.description('name')).toContain('أدخل اسمك');
    const answers = createPageAnswers('/ar/contact', 3, 'arabic');
    await visitor.fills({ ...answers, name: 'آدا' });
    // Enter presses the submit button, not the one that shows another form.
    await visitor.control('email').press('Enter');
    const { record } = await findEnquiryByReference(visitor, server);
    expect(record.values.name).toBe('آدا');
    await page.goto('/contact');
    await visitor.sends();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
    await visitor.sees('Geben Sie Ihren Namen ein');
  });

  it('whose scripts do not come is accessible with its problems, another type, photos and thanks', async ({
    visitor,
    expect,
  }) => {
    // Axe is a script, so scripts are enabled.
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.setViewportSize({ width: 320, height: 640 });
    const looksGood = async () => {
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await findHorizontalOverflow(page)).toEqual([]);
    };
    await page.goto('/ar/contact');
    await visitor.chooses('enquiry_type', 7);
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'عرض هذا النموذج' }).click(),
    ]);
    await locateTypePicker(visitor).setInputFiles(await createSamplePhoto('bow.jpg'));
    await visitor.sends();
    await visitor.sees('أدخل اسمك');
    await page.getByRole('checkbox', { name: 'bow.jpg' }).waitFor();
    await looksGood();
    await page.goto('/visit?contact-form');
    await looksGood();
    const { office_location: _hidden, ...answers } = adasAnswers;
    await visitor.fills(answers);
    await visitor.sends();
    await readReference(visitor);
    await looksGood();
  });

  it('answers a robot like everybody, and keeps its enquiry without sending it, as it does with scripts', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    const posting = await newVisitor(noScripts);
    const answers = { ...adasAnswers, email: 'robot@example.com' };
    for (const robot of [visitor, posting]) {
      if (robot === visitor) await robot.visits('/contact');
      else await robot.page.goto('/contact');
      await robot.fills(answers);
      await robot.page.locator('[name="extra_note"]').evaluate((field) => {
        (field as HTMLInputElement).value = 'https://spam.example';
      });
      await robot.sends();
      expect(await readReference(robot)).toMatch(/^[\w-]{6,}$/);
    }
    const stored = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(stored.map(({ mail }) => mail.state)).toEqual(['suspected', 'suspected']);
  });

  it('says beside each field and in a summary what is wrong, and keeps what was typed and the photos', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor(noScripts);
    visitor.expectsTrouble();
    const { page } = visitor;
    const typed: Answers = {
      boat_make: '<script>alert(1)</script> "Slipway" & sons',
      boat_location: 'Åland\u200F, ⛵',
      year: '20l5',
      tax_paid_status: 'tax-not-paid',
      engine_hours: 'many',
      condition_of_boat: '8',
      additional_information: '\n  Two\nlines</textarea><img src=x onerror=alert(2)>  ',
      name: ' Ada ',
      email: 'ada@@example.com',
      accept_term: true,
    };
    await page.goto('/valuation');
    await locateTypePicker(visitor).setInputFiles([
      await createSamplePhoto('bow.jpg'),
      { name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
      await createSamplePhoto('stern.jpg'),
      { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
    ]);
    await visitor.fills(typed);
    await visitor.sends();

    const wrong = {
      boat_model: 'Enter the boat’s model',
      year: 'Enter the year of build as four digits, for example 2015',
      engine_hours: 'Enter the engine hours as a number, for example 412.5',
      email: 'Enter an email address in the form name@example.com',
      phone: 'Enter your phone number',
    };
    const photo = 'plan.svg(choose a photo of the type JPEG, PNG)';
    const other = 'empty.jpg(the file is empty, choose another)';
    await visitor.sees('6 answers need another look');
    await expect.poll(() => page.title()).toMatch(/^6 answers need another look \| /);
    await expect.poll(() => visitor.focus()).toContain('6 answers need another look');
    await expect.poll(() => visitor.invalidFields()).toEqual(expect.arrayContaining(Object.keys(wrong)));
    for (const [field, message] of Object.entries(wrong)) {
      await expect.poll(() => visitor.description(field), { message: field }).toContain(message);
      await page.getByRole('link', { name: message }).click();
      await expect.poll(visitor.focus, { message: field }).toBe(field);
    }
    const reported = await page.locator('.sw-error', { hasText: photo }).textContent();
    expect(reported).toBe(`${photo}\n${other}`);
    await page.getByRole('link', { name: photo }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    const { tax_paid_status: _radio, ...others } = typed;
    await expect.poll(() => visitor.readValues(...Object.keys(others))).toEqual(others);
    await expect
      .poll(() => page.locator('[name="tax_paid_status"]:checked').getAttribute('value'))
      .toBe('tax-not-paid');
    await expect.poll(() => page.locator('img[src="x"], script').count()).toBe(0);

    // Sent again with one photo fewer: accepted photos stay, problems are gone.
    const stored = page.getByRole('list', { name: 'Photos you added' }).getByRole('checkbox');
    await expect.poll(() => stored.count()).toBe(2);
    await page.getByRole('checkbox', { name: 'bow.jpg' }).uncheck();
    const right: Answers = {
      boat_model: 'Kestrel 38',
      year: '2015',
      engine_hours: '412,5',
      email: 'kept@example.com',
      phone: '+44 1632 960 017',
    };
    await visitor.fills(right);
    await visitor.sends();
    const { record, mails } = await findEnquiryByReference(visitor, server);
    expect(record.values).toMatchObject({
      ...right,
      boat_make: typed.boat_make,
      additional_information: 'Two\nlines</textarea><img src=x onerror=alert(2)>',
      accept_term: true,
      condition_of_boat: 8,
    });
    expect(record.photos).toBe(1);
    expect(mails[0]?.text).toContain('stern.jpg');
    expect(mails[0]?.text).not.toMatch(/bow\.jpg|plan\.svg/);
  });
});

describeWithAndWithoutScripts(['general', 'careers', 'sales', 'valuation', 'event']);
