import { describe } from 'vitest';
import { openAnotherTab, type Visitor } from '../support/visitor.ts';
import {
  awaitParts,
  button,
  countStored,
  fillsContact,
  findArrived,
  it,
  keeps,
  storesContact,
} from './later-journey.ts';

/** Returns a JPEG of a photo with a name. */
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: onePixel });

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function fillsService(visitor: Visitor, email: string): Promise<void> {
  await visitor.visits('/contact');
  await visitor.fills({
    enquiry_type: '7',
    office_location: '1',
    name: 'Ada Marsh',
    email,
    message: 'The keel knocks',
  });
  await awaitParts(visitor);
}

const addsPhoto = ({ page }: Visitor, name: string) =>
  page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([photo(name)]);

describe('a photo without a connection', () => {
  it.for(['before', 'amid', 'after'] as const)(
    'is sent with its enquiry when the line is cut %s its target is asked for',
    async (when, { relay, relayed, server, expect }) => {
      const email = `photo.target.${when}@example.com`;
      await fillsService(relayed, email);
      const mend = relay.cut('/api/contact-upload', when);
      await addsPhoto(relayed, 'keel.png');
      await relayed.page.getByText('keel.png').first().waitFor();
      await relayed.sends();
      await keeps(relayed);
      await relayed.sees('Your enquiry to Falmouth is waiting to be sent');
      expect(await countStored(relayed)).toEqual([1, 1]);
      mend();
      await button(relayed, 'Send now').click();
      await relayed.sees(/^Thank you/);
      const [stored] = await findArrived(server, email);
      expect(stored?.photos).toHaveLength(1);
    },
  );

  it('that was uploaded before the line was cut is not uploaded again', async ({
    relay,
    relayed,
    server,
    expect,
  }) => {
    const email = 'photo.uploaded@example.com';
    await fillsService(relayed, email);
    const targets: string[] = [];
    relayed.page.on('request', (request) => {
      if (request.url().endsWith('/api/contact-upload')) targets.push(request.url());
    });
    const uploaded = relayed.page.waitForResponse((response) => response.request().method() === 'PUT');
    await addsPhoto(relayed, 'keel.png');
    await (await uploaded).finished();
    relay.cutAll(true);
    await relayed.sends();
    await keeps(relayed);
    await relayed.sees('Your enquiry to Falmouth is waiting to be sent');
    relay.cutAll(false);
    await button(relayed, 'Send now').click();
    await relayed.sees(/^Thank you/);
    const [stored] = await findArrived(server, email);
    expect(stored?.photos).toHaveLength(1);
    expect(targets).toHaveLength(1);
  });

  it('for which there is no space is asked for again; the text goes', async ({
    relay,
    relayed,
    server,
    expect,
  }) => {
    const email = 'photo.quota@example.com';
    await fillsService(relayed, email);
    await relayed.page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...values) {
        if (this.name === 'photos') throw new DOMException('No space', 'QuotaExceededError');
        return put.apply(this, values);
      };
    });
    const mend = relay.cut('/api/contact-upload', 'before');
    await addsPhoto(relayed, 'keel.png');
    await relayed.page.getByText('keel.png').first().waitFor();
    await relayed.sends();
    await keeps(relayed);
    await relayed.sees('There was no space for your photos on this device. Add them again.');
    mend();
    await button(relayed, 'Send now').click();
    await relayed.sees(/^Thank you/);
    const [stored] = await findArrived(server, email);
    expect(stored?.photos ?? []).toEqual([]);
  });
});

describe('trouble with a stored enquiry', () => {
  it('is no success behind a captive portal', async ({ relayed, server, expect }) => {
    const email = 'portal@example.com';
    await fillsContact(relayed, email);
    const portal = { contentType: 'text/html', body: '<h1>Welcome to the marina</h1>' };
    await relayed.page.route('**/graphql', (route) => route.fulfill(portal));
    await relayed.sends();
    await keeps(relayed);
    await relayed.sees('Your enquiry to Falmouth is waiting to be sent');
    await button(relayed, 'Send now').click();
    await relayed.sees('There is still no connection. Your enquiry is still waiting.');
    await relayed.page.unroute('**/graphql');
    await button(relayed, 'Send now').click();
    await relayed.sees(/^Thank you/);
    expect(await findArrived(server, email)).toHaveLength(1);
  });

  it('is not offered where the browser stores nothing', async ({ relay, relayed, expect }) => {
    await relayed.page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Not here', 'SecurityError');
      };
    });
    await fillsContact(relayed, 'private@example.com');
    relay.cutAll(true);
    await relayed.sends();
    await relayed.sees('Your enquiry has not been sent: there is no connection.');
    expect(await button(relayed, 'Send when I am back online').count()).toBe(0);
  });

  it('in another tab at the same time sends it once', async ({ relay, relayed, server, expect }) => {
    const email = 'two.tabs@example.com';
    await storesContact(relayed, relay, email);
    relay.cutAll(false);
    const other = await openAnotherTab(relayed);
    other.expectsTrouble();
    await Promise.all([button(relayed, 'Send now').click(), other.page.goto('/contact')]);
    await relayed.sees(/^Thank you/);
    expect(await findArrived(server, email)).toHaveLength(1);
  });

  it('that is damaged loses nothing else', async ({ relay, relayed, server, expect }) => {
    const email = 'damaged@example.com';
    await storesContact(relayed, relay, email);
    await relayed.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('slipway-outbox');
          opening.onsuccess = () => {
            const write = opening.result.transaction('enquiries', 'readwrite');
            write
              .objectStore('enquiries')
              .put({ id: 'damaged', until: 1e15, iv: new Uint8Array(12), data: new ArrayBuffer(8) });
            write.objectStore('enquiries').put({ id: 'odd' });
            write.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
    );
    relay.cutAll(false);
    await button(relayed, 'Send now').click();
    await relayed.sees(/^Thank you/);
    expect(await findArrived(server, email)).toHaveLength(1);
    await expect.poll(() => countStored(relayed)).toEqual([0, 0]);
  });

  it('that the server refuses comes back into the form, with its problems', async ({
    relay,
    relayed,
    expect,
  }) => {
    await storesContact(relayed, relay, 'refused@example.com');
    const other = await openAnotherTab(relayed);
    other.expectsTrouble();
    await relayed.page.close();
    relay.cutAll(false);
    const fields = [{ field: 'office_location', code: 'not-offered', message: 'This office is closed' }];
    const refusal = { errors: [{ message: 'No', extensions: { code: 'BAD_USER_INPUT', fields } }] };
    await other.page.route('**/graphql', (route) => route.fulfill({ json: refusal }));
    await other.page.goto('/contact');
    await other.sees('This office is closed');
    await expect.poll(() => other.readValues('message')).toEqual({ message: 'When is the yard open?' });
    await expect.poll(() => other.focus()).toBe('office_location');
    await other.page.unroute('**/graphql');
    await other.control('message').fill('Who else?');
    await other.sends();
    await other.sees(/^Thank you/);
    await expect.poll(() => countStored(other)).toEqual([0, 0]);
  });

  it('ends after seven days', async ({ relay, relayed, server, expect }) => {
    const email = 'week@example.com';
    await storesContact(relayed, relay, email);
    relay.cutAll(false);
    await relayed.page.clock.setFixedTime(Date.now() + 8 * 86_400_000);
    await relayed.page.reload();
    await relayed.sees('An enquiry could not be sent within 7 days. It has been deleted from this device.');
    await expect.poll(() => countStored(relayed)).toEqual([0, 0]);
    expect(await findArrived(server, email)).toEqual([]);
  });
});
