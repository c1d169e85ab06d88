import { describe } from 'vitest';
import type { Relay } from '../browsers/relay.ts';
import { createHostPage, openHostPage } from '../support/host-page.ts';
import { openAnotherTab, type Visitor } from '../support/visitor.ts';
import { awaitParts, button, countStored, findArrived, it, keeps } from './later-journey.ts';

const waiting = /^Your enquiry .*is waiting to be sent$/;
const arabic = { keep: 'الإرسال عند عودة الاتصال', waiting: /^استفسارك .*في انتظار الإرسال$/, edit: 'تعديل' };

/** Opens another tab of the same visitor, and closes the former one. What is sent is lost until `mend` is called. */
async function returns(visitor: Visitor, relay: Relay) {
  const other = await openAnotherTab(visitor);
  other.expectsTrouble();
  await visitor.page.close();
  relay.cutAll(false);
  return { other, mend: relay.cut('/graphql', 'before') };
}

describe('an enquiry without a connection', () => {
  it.for([
    { name: 'landing', path: '/launch/steren-52', answers: {} },
    { name: 'dialog', path: '/visit', answers: {} },
    { name: 'addressed-dialog', path: '/yachts/kerensa-46', answers: {} },
  ])(
    'of a $name is edited in another visit, and sent once',
    async ({ name, path, answers }, { relay, relayed, server, expect }) => {
      const email = `${name}@example.com`;
      const isDialog = name.endsWith('dialog');
      await relayed.visits(path);
      if (isDialog) await relayed.opensDialog();
      await relayed.fills({ ...answers, name: 'Ada Marsh', email });
      const offices = relayed.control('office_location');
      if (await offices.isVisible()) await offices.selectOption({ index: 1 });
      const message = relayed.control('message');
      if (await message.isVisible()) await message.fill('When?');
      await awaitParts(relayed);
      const entered = await relayed.readValues('name', 'email', 'message', 'office_location');
      relay.cutAll(true);
      await relayed.sends();
      await keeps(relayed);
      await relayed.sees(waiting);
      const { other, mend } = await returns(relayed, relay);
      await other.page.goto(path);
      await other.sees(waiting);
      await button(other, 'Edit').click();
      await expect
        .poll(() => other.readValues('name', 'email', 'message', 'office_location'))
        .toEqual(entered);
      // A dialog opens once the store knows that its enquiry is edited.
      await expect.poll(() => other.page.locator('dialog[open]').count()).toBe(isDialog ? 1 : 0);
      mend();
      await other.control('name').fill('Ada Marsh-Cole');
      await other.sends();
      await other.sees(/reference is/);
      expect((await findArrived(server, email)).map(({ values }) => values.name)).toEqual(['Ada Marsh-Cole']);
      await expect.poll(() => countStored(other)).toEqual([0, 0]);
    },
  );

  it('is shown in the language of each page, and edited on its own', async ({
    relay,
    relayed,
    server,
    expect,
  }) => {
    const email = 'arabic@example.com';
    await relayed.visits('/ar/contact');
    await relayed.fills({ enquiry_type: 3, name: 'Ada Marsh', email, message: 'When?' });
    await relayed.control('office_location').selectOption({ index: 1 });
    await awaitParts(relayed);
    relay.cutAll(true);
    await relayed.sends();
    await button(relayed, arabic.keep).click();
    await relayed.sees(arabic.waiting);
    const { other, mend } = await returns(relayed, relay);
    await other.page.goto('/de/kontakt');
    await other.sees(/^Ihre Anfrage an .* wartet darauf, gesendet zu werden$/);
    expect(await other.page.locator('.sw-waiting').evaluate((box) => getComputedStyle(box).direction)).toBe(
      'ltr',
    );
    await button(other, 'Bearbeiten').click();
    await other.page.waitForURL('**/ar/contact');
    await expect.poll(() => other.readValues('email', 'message')).toEqual({ email, message: 'When?' });
    await expect.poll(() => other.focus()).toBe('enquiry_type');
    mend();
    await other.sends();
    await expect.poll(async () => (await findArrived(server, email)).length).toBe(1);
    await expect.poll(() => countStored(other)).toEqual([0, 0]);
  });
});

/** An element of a page with two, by its position. */
const locateElement = ({ page }: Visitor, index: number) => page.locator(`enquiry-form >> nth=${index}`);

/** Holds the data of one element back until the other is drawn. */
async function drawsLast(visitor: Visitor, path: string, other: number, open: () => Promise<unknown>) {
  const { promise: isDrawn, resolve: goOn } = Promise.withResolvers<void>();
  const address = `**/embed/v1?page=${encodeURIComponent(path)}`;
  await visitor.page.route(address, async (route) => {
    await isDrawn;
    await route.continue();
  });
  await open();
  await locateElement(visitor, other).locator('[name="name"]').waitFor();
  goOn();
  await locateElement(visitor, 1 - other)
    .locator('[name="name"]')
    .waitFor();
}

describe('two elements of one page', () => {
  it('have each its own enquiry, whichever is there first', async ({ relay, relayed, server, expect }) => {
    const email = 'second@example.com';
    const [first, second] = ['/contact', '/service/falmouth'];
    const body = [first, second].map((page) => `<enquiry-form page="${page}"></enquiry-form>`).join('');
    await drawsLast(relayed, first, 1, () => openHostPage(relayed, relay.url, { '/': createHostPage(body) }));
    const url = relayed.page.url();
    for (const [name, text] of Object.entries({ name: 'Ada Marsh', email, message: 'The keel knocks' }))
      await locateElement(relayed, 1).locator(`[name="${name}"]`).fill(text);
    await awaitParts(relayed);
    relay.cutAll(true);
    await locateElement(relayed, 1).locator('button[type="submit"]').click();
    await keeps(relayed);
    await relayed.sees(waiting);
    const { other, mend } = await returns(relayed, relay);
    await drawsLast(other, second, 0, () => other.page.goto(url));
    await other.sees(waiting);
    expect(await other.page.locator('.sw-waiting-item').count()).toBe(1);
    await button(other, 'Edit').click();
    const message = locateElement(other, 1).locator('[name="message"]');
    await expect.poll(() => message.inputValue()).toBe('The keel knocks');
    expect(await locateElement(other, 0).locator('[name="email"]').inputValue()).toBe('');
    mend();
    await locateElement(other, 1).locator('button[type="submit"]').click();
    await other.sees(/reference is/);
    expect((await findArrived(server, email)).map(({ values }) => values.message)).toEqual([
      'The keel knocks',
    ]);
    await expect.poll(() => countStored(other)).toEqual([0, 0]);
  });
});
