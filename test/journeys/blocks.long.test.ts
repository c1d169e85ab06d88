import { describe } from 'vitest';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { blockAnswers, expectedHeadings, it, readOrder, readOutline } from './blocks-journey.ts';

describe('text in a form', () => {
  it('is the same without scripts, and follows what was posted', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } });
    // The browser logs the 422 answer to a post with problems.
    visitor.expectsTrouble();
    await visitor.page.goto('/valuation');
    expect(await findHorizontalOverflow(visitor.page)).toEqual([]);
    expect((await readOutline(visitor)).slice(1)).toEqual(['h2 Request a valuation', ...expectedHeadings]);
    await visitor.page.getByText('Where is the hull number?').click();
    await visitor.sees('Fourteen characters & no spaces: a < b.');
    await expect.poll(() => visitor.page.getByText('Tax is due').count()).toBe(0);
    await visitor.fills({ ...blockAnswers, email: 'not an address' });
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
    await expect.poll(() => visitor.page.locator('.sw-block').count()).toBe(0);
    await visitor.chooses('enquiry_type', 8);
    await visitor.sees('Your boat');
    await expect.poll(() => readOrder(visitor)).toContain('sw-notice--information');
    const arabic = await newVisitor({ viewport: { width: 375, height: 812 } });
    await arabic.visits('/ar/valuation');
    await arabic.sees('قاربك');
    expect(await findHorizontalOverflow(arabic.page)).toEqual([]);
    expect(await findAxeViolations(arabic.page)).toEqual([]);
  });

  it('leaves the form alone where it does not come', async ({ newVisitor, expect }) => {
    const visitor = await newVisitor();
    visitor.expectsTrouble();
    await visitor.page.route(/blocks-layout[^/]*\.js/, (route) => route.abort());
    await visitor.visits('/contact');
    await visitor.chooses('enquiry_type', 8);
    await visitor.control('boat_make').waitFor();
    await visitor.fills({ ...blockAnswers, email: 'without-blocks@example.com' });
    await visitor.sends();
    await expect.poll(async () => (await visitor.conversion()).events).toHaveLength(1);
  });
});
