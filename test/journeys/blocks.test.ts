import { describe } from 'vitest';
import { blockDocuments } from '../blocks/block-documents.ts';
import { standingOut, violations } from '../support/accessibility.ts';
import { holdScripts } from '../support/held-scripts.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn({ documents: blockDocuments() });

const answers = {
  boat_make: 'Slipway',
  boat_model: 'Kestrel 38',
  year: '2015',
  boat_location: 'Lymington',
  tax_paid_status: 'tax-not-paid',
  engine_hours: '412',
  name: 'Edith Farrow',
  phone: '+44 1590 555 021',
  accept_term: true,
};

/** The outline of the page's form: what a screen reader lists as headings. */
function outline({ page }: Visitor): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, h4)')].map(
      (heading) => `${heading.localName} ${heading.textContent}`,
    ),
  );
}

/** Fields and blocks in the order in which they are read. */
function order({ page }: Visitor): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        '.sw-fields :is([name]:not([type=submit], [type=file]), .sw-block)',
      ),
    ].map((element) => element.name || element.className.split(' ').at(-1) || ''),
  );
}

const headings = ['h3 Your boat', 'h4 Running hours', 'h3 About you'];

describe('text in a form', () => {
  it('is drawn by the server, taken over as it is, and none of it is sent', async ({
    visitor,
    server,
    expect,
  }) => {
    const { letGo } = await holdScripts(visitor);
    await visitor.page.goto('/valuation', { waitUntil: 'commit' });
    await visitor.sees('Your boat');
    const served = await order(visitor);
    expect(served.slice(0, 4)).toEqual(['enquiry_type', 'sw-heading--major', 'sw-prose', 'boat_make']);
    await letGo();
    await visitor.isTakenOver();
    const taken = await order(visitor);
    expect(taken).toEqual(served);
    expect((await outline(visitor)).slice(1)).toEqual(['h2 Request a valuation', ...headings]);

    const page = visitor.page.getByTestId('contact-form');
    expect(await page.getByText('a < b').isVisible()).toBe(false);
    await page.getByText('Where is the hull number?').click();
    await visitor.sees('Fourteen characters & no spaces: a < b.');
    const picture = page.getByRole('img', { name: 'A boat on the slipway, seen from the quay' });
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
    expect(await violations(visitor.page)).toEqual([]);

    await visitor.fills({ ...answers, email: 'blocks@example.com' });
    await visitor.sees('Tax is due when the boat is sold');
    await expect
      .poll(visitor.announcements)
      .toContain('Warning: Tax is due when the boat is sold. We value the boat without it.');
    await visitor.sends();
    await expect.poll(async () => (await visitor.conversion()).events).toHaveLength(1);
    const record = (await server.mailsDone()).find(({ values }) => values.email === 'blocks@example.com');
    const sent = JSON.stringify(record);
    for (const name of ['your-boat', 'unpaid-tax', 'what-we-keep']) expect(sent).not.toContain(name);
  });

  it('is the same without scripts, and follows what was posted', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } });
    // The console of a browser tells of the answer to a post with problems.
    visitor.expectsTrouble();
    await visitor.page.goto('/valuation');
    expect(await standingOut(visitor.page)).toEqual([]);
    expect((await outline(visitor)).slice(1)).toEqual(['h2 Request a valuation', ...headings]);
    await visitor.page.getByText('Where is the hull number?').click();
    await visitor.sees('Fourteen characters & no spaces: a < b.');
    expect(await visitor.page.getByText('Tax is due').count()).toBe(0);
    await visitor.fills({ ...answers, email: 'not an address' });
    await visitor.sends();
    await visitor.sees('Tax is due when the boat is sold');
    const looks = await visitor.page
      .locator('.sw-notice')
      .first()
      .evaluate((at) => getComputedStyle(at).display);
    expect(looks).toBe('grid');
    await visitor.fills({ email: 'plain-blocks@example.com' });
    await visitor.sends();
    await visitor.sees('Thank you');
    const records = await server.mailsDone();
    expect(records.map(({ values }) => values.email)).toContain('plain-blocks@example.com');
  });

  it('arrives with the type that has it, and reads from right to left', async ({ newVisitor, expect }) => {
    const visitor = await newVisitor();
    await visitor.visits('/contact');
    expect(await visitor.page.locator('.sw-block').count()).toBe(0);
    await visitor.chooses('enquiry_type', 8);
    await visitor.sees('Your boat');
    expect(await order(visitor)).toContain('sw-notice--information');
    const arabic = await newVisitor({ viewport: { width: 375, height: 812 } });
    await arabic.visits('/ar/valuation');
    await arabic.sees('قاربك');
    expect(await standingOut(arabic.page)).toEqual([]);
    expect(await violations(arabic.page)).toEqual([]);
  });

  it('leaves the form alone where it does not come', async ({ newVisitor, expect }) => {
    const visitor = await newVisitor();
    visitor.expectsTrouble();
    await visitor.page.route(/blocks-layout[^/]*\.js/, (route) => route.abort());
    await visitor.visits('/contact');
    await visitor.chooses('enquiry_type', 8);
    await visitor.control('boat_make').waitFor();
    await visitor.fills({ ...answers, email: 'without-blocks@example.com' });
    await visitor.sends();
    await expect.poll(async () => (await visitor.conversion()).events).toHaveLength(1);
  });
});
