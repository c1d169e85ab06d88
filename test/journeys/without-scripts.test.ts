import type { Locator } from 'playwright-core';
import { describe } from 'vitest';
import { expectedOf } from '../scenarios/oracle.ts';
import { aPhoto } from '../support/a-photo.ts';
import { standingOut, violations } from '../support/accessibility.ts';
import { demonstration, situationOn } from '../support/content.ts';
import { journeysOn } from '../support/journey.ts';
import { mailsOf } from '../support/mailbox.ts';
import type { RunningServer } from '../support/server.ts';
import type { Answers, Visitor } from '../support/visitor.ts';
import { answersFor } from './answers.ts';

const it = journeysOn();
const content = demonstration();
const plain = { javaScriptEnabled: false };

/** Each type, with the names of the photos that go along. */
const types = [
  { type: 3, key: 'general', photos: [] },
  { type: 5, key: 'careers', photos: [] },
  { type: 6, key: 'sales', photos: [] },
  { type: 7, key: 'service', photos: ['Böot am Steg.jpg'] },
  { type: 8, key: 'valuation', photos: ['bow.jpg', 'stern “2”.jpg', 'deck.jpg'] },
  { type: 9, key: 'event', photos: [] },
] as const;

const ada: Answers = {
  office_location: 1,
  name: 'Ada Marsh',
  email: 'ada@example.com',
  phone: '+44 (0)1632 960 017',
  message: 'When is the yard open?\nOn Sundays too? <b>“Yes”</b>',
};

describe.concurrent('a form without scripts', () => {
  it.for(types)(
    'sends what scripts would send, field for field and word for word: $key',
    async ({ type, key, photos }, { visitor, newVisitor, server, expect }) => {
      const answers = answersOn('/contact', type, `twin-${key}`);
      const files = await Promise.all(photos.map(aPhoto));
      await visitor.visits('/contact?utm_source=mail');
      await visitor.chooses('enquiry_type', type);
      if (files.length > 0) await picker(visitor).setInputFiles(files);
      for (const name of photos)
        await visitor.page.getByRole('listitem').filter({ hasText: name }).getByText('Uploaded').waitFor();
      await visitor.fills(answers);
      await visitor.sends();
      const scripted = await arrivedFrom(visitor, server);

      const posting = await newVisitor(plain);
      await posting.page.goto('/contact?utm_source=mail');
      await posting.chooses('enquiry_type', type);
      if (type !== 3) await showsForm(posting);
      if (files.length > 0) await picker(posting).setInputFiles(files);
      await posting.fills(answers);
      await posting.sends();
      const posted = await arrivedFrom(posting, server);

      expect(posted.record).toEqual(scripted.record);
      expect(posted.record.values).toMatchObject({ enquiry_type: type, email: answers.email });
      expect(posted.mails).toEqual(scripted.mails);
      expect(posted.mails.flatMap(({ attachments }) => attachments)).toHaveLength(photos.length);
    },
  );

  it('says beside each field and in a summary what is wrong, and keeps what was typed and the photos', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor(plain);
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
    await picker(visitor).setInputFiles([
      await aPhoto('bow.jpg'),
      { name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
      await aPhoto('stern.jpg'),
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
    expect(await page.title()).toMatch(/^6 answers need another look \| /);
    await expect.poll(() => visitor.focus()).toContain('6 answers need another look');
    await expect.poll(() => visitor.invalidFields()).toEqual(expect.arrayContaining(Object.keys(wrong)));
    for (const [field, message] of Object.entries(wrong)) {
      expect(await visitor.description(field), field).toContain(message);
      await page.getByRole('link', { name: message }).click();
      expect(await visitor.focus(), field).toBe(field);
    }
    const told = await page.locator('.sw-error', { hasText: photo }).textContent();
    expect(told).toBe(`${photo}\n${other}`);
    await page.getByRole('link', { name: photo }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    const { tax_paid_status: _radio, ...others } = typed;
    expect(await visitor.holds(...Object.keys(others))).toEqual(others);
    expect(await page.locator('[name="tax_paid_status"]:checked').getAttribute('value')).toBe('tax-not-paid');
    expect(await page.locator('img[src="x"], script').count()).toBe(0);

    // Sent once more with one photo fewer: what was taken stays, what was wrong is gone.
    const kept = page.getByRole('list', { name: 'Photos you added' }).getByRole('checkbox');
    expect(await kept.count()).toBe(2);
    await page.getByRole('checkbox', { name: 'bow.jpg' }).uncheck();
    const right: Answers = {
      ...{ boat_model: 'Kestrel 38', year: '2015', engine_hours: '412,5' },
      ...{ email: 'kept@example.com', phone: '+44 1632 960 017' },
    };
    await visitor.fills(right);
    await visitor.sends();
    const { record, mails } = await arrivedFrom(visitor, server);
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

  it('keeps what was entered and the photos while the type changes there and back', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor(plain);
    const { page } = visitor;
    const boat: Answers = { boat_model: 'Kestrel 38', hin_number: 'GB-SLW38021H515', office_location: '5' };
    const { office_location: _any, ...person } = ada;
    await page.goto('/contact');
    await visitor.chooses('enquiry_type', 7);
    await showsForm(visitor);
    expect(await page.title()).not.toMatch(/look/);
    await visitor.fills({ ...person, ...boat });
    await picker(visitor).setInputFiles(await aPhoto('bow.jpg'));
    await visitor.chooses('enquiry_type', 6);
    await showsForm(visitor);
    expect(await page.getByRole('checkbox', { name: 'bow.jpg' }).count()).toBe(0);
    expect(await visitor.holds(...Object.keys(person))).toEqual(person);
    await expect.poll(() => visitor.invalidFields()).toEqual([]);
    await visitor.chooses('enquiry_type', 7);
    await showsForm(visitor);
    expect(await visitor.holds(...Object.keys({ ...person, ...boat }))).toEqual({ ...person, ...boat });
    expect(await page.getByRole('checkbox', { name: 'bow.jpg' }).isChecked()).toBe(true);

    // What is no part of the type that is sent is not sent.
    await visitor.chooses('enquiry_type', 3);
    await showsForm(visitor);
    await visitor.fills({ office_location: 1, email: 'changed@example.com' });
    await visitor.sends();
    const { record, mails } = await arrivedFrom(visitor, server);
    expect(record.values).toEqual({
      ...{ ...person, office_location: 1, enquiry_type: 3, email: 'changed@example.com' },
    });
    expect(record.photos).toBe(0);
    expect(mails[0]?.text).not.toMatch(/Kestrel|dropped/);
  });

  it('thanks on a page of its own; neither two clicks, nor a reload, nor going back sends another one', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor(plain);
    const { page } = visitor;
    const answers = { ...ada, email: 'reload@example.com' };
    await page.goto('/contact');
    await visitor.fills(answers);
    await page.getByRole('button', { name: 'Send message' }).dblclick();
    const { reference } = await arrivedFrom(visitor, server);
    const heading = page.getByRole('heading', { name: 'Thank you. Your message is with us' });
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 320, height: 480 });
    await page.reload();
    const { top, bottom } = await heading.evaluate((element) => element.getBoundingClientRect().toJSON());
    expect([top >= 0, bottom <= 480]).toEqual([true, true]);
    await visitor.sees(reference);
    expect(await page.title()).toMatch(/^Thank you\. Your message is with us \| /);
    expect(await page.locator('form').count()).toBe(0);
    // The address says what the enquiry is called, and nothing of the visitor.
    const [note = ''] = new URL(page.url()).searchParams.get('sent')?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(note, 'base64url').toString())).toEqual([
      ...[reference, 3, '/contact', expect.any(Number)],
    ]);
    await page.goBack();
    expect(await visitor.holds('name')).toBeDefined();
    const arrived = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(arrived.map(({ values }) => values)).toEqual([{ ...answers, enquiry_type: 3 }]);
  });

  it('in a dialog is a link to a page with the same form', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor(plain);
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto('/yachts/kerensa-46?utm_source=mail');
    expect(await page.getByTestId('contact-form').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Contact us' }).click();
    await page.getByTestId('contact-form').waitFor();
    expect(await page.locator('[name="enquiry_type"], [name="office_location"]').count()).toBe(0);
    await visitor.sends();
    await visitor.sees('Enter your name');
    const { office_location: _hidden, ...answers } = ada;
    await visitor.fills(answers);
    await visitor.sends();
    const { record } = await arrivedFrom(visitor, server);
    expect(record).toMatchObject({ office: 3, submissionUrl: '/yachts/kerensa-46' });
  });

  it('speaks the language of its page, from right to left where it runs so', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({ ...plain, locale: 'de-DE' });
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto('/ar/contact');
    await visitor.sends();
    await visitor.sees('أدخل اسمك');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await visitor.description('name')).toContain('أدخل اسمك');
    const answers = answersOn('/ar/contact', 3, 'arabic');
    await visitor.fills({ ...answers, name: 'آدا' });
    // Enter presses the button that sends, not the one that shows another form.
    await visitor.control('email').press('Enter');
    const { record } = await arrivedFrom(visitor, server);
    expect(record.values.name).toBe('آدا');
    await page.goto('/contact');
    await visitor.sends();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await visitor.sees('Geben Sie Ihren Namen ein');
  });

  it('whose scripts do not come is accessible with its problems, another type, photos and thanks', async ({
    visitor,
    expect,
  }) => {
    // Axe itself is a script, so that the visitor's may run.
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.setViewportSize({ width: 320, height: 640 });
    const looksGood = async () => {
      expect(await violations(page)).toEqual([]);
      expect(await standingOut(page)).toEqual([]);
    };
    await page.goto('/ar/contact');
    await visitor.chooses('enquiry_type', 7);
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'عرض هذا النموذج' }).click(),
    ]);
    await picker(visitor).setInputFiles(await aPhoto('bow.jpg'));
    await visitor.sends();
    await visitor.sees('أدخل اسمك');
    await page.getByRole('checkbox', { name: 'bow.jpg' }).waitFor();
    await looksGood();
    await page.goto('/visit?contact-form');
    await looksGood();
    const { office_location: _hidden, ...answers } = ada;
    await visitor.fills(answers);
    await visitor.sends();
    await referenceOf(visitor);
    await looksGood();
  });

  it('answers a robot like everybody, and keeps its enquiry without sending it, as it does with scripts', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    const posting = await newVisitor(plain);
    const answers = { ...ada, email: 'robot@example.com' };
    for (const robot of [visitor, posting]) {
      if (robot === visitor) await robot.visits('/contact');
      else await robot.page.goto('/contact');
      await robot.fills(answers);
      await robot.page.locator('[name="extra_note"]').evaluate((field) => {
        (field as HTMLInputElement).value = 'https://spam.example';
      });
      await robot.sends();
      expect(await referenceOf(robot)).toMatch(/^[\w-]{6,}$/);
    }
    const kept = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(kept.map(({ mail }) => mail.state)).toEqual(['suspected', 'suspected']);
  });
});

/** What a page asks, answered. */
function answersOn(path: string, type: number, marker: string): Answers {
  const page = content.pages.find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`There is no page "${path}"`);
  return answersFor(expectedOf(situationOn(content, page, { enquiry_type: type })), marker);
}

function picker({ page }: Visitor): Locator {
  return page.locator('input[type="file"]');
}

/** Asks for the fields of the type that was chosen, and waits for the page. */
async function showsForm({ page }: Visitor): Promise<void> {
  await Promise.all([
    page.waitForEvent('domcontentloaded'),
    page.getByRole('button', { name: 'Show this form' }).click(),
  ]);
}

async function referenceOf({ page }: Visitor): Promise<string> {
  return (await page.locator('.sw-reference strong').textContent()) ?? '';
}

/** What arrived under the reference that a visitor was given, as far as it is the same however often it is sent. */
async function arrivedFrom(visitor: Visitor, server: RunningServer) {
  const reference = await referenceOf(visitor);
  const records = (await server.mailsDone()).filter((candidate) => candidate.reference === reference);
  const [record] = records;
  if (record === undefined || records.length > 1)
    throw new Error(`${records.length} enquiries have the reference "${reference}"`);
  const { id, reference: _reference, receivedAt: _receivedAt, photos, submissionUrl, ...rest } = record;
  const alike = (text = '') =>
    text
      .replaceAll(reference, 'REFERENCE')
      .replaceAll(id, 'ID')
      .replaceAll(/cid:\w+\.jpg/g, 'PREVIEW')
      .replaceAll(/\/api\/photos\/[^\s"<]+/g, '/PHOTO')
      .replaceAll(/\d+:\d\d UTC/g, 'TIME');
  const mails = (await mailsOf(server, id)).map(({ subject, text, html, to, replyTo, attachments }) => ({
    ...{ subject: alike(subject), text: alike(text), html: alike(html), to, replyTo },
    attachments: attachments.map(({ filename, mimeType }) => ({ filename, mimeType })),
  }));
  return {
    reference,
    record: { ...rest, photos: photos.length, submissionUrl: submissionUrl.replace(server.url, '') },
    mails,
  };
}
