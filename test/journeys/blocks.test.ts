import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { delayScripts } from '../support/delayed-scripts.ts';
import { blockAnswers, expectedHeadings, it, readOrder, readOutline } from './blocks-journey.ts';

describe('text in a form', () => {
  it('is drawn by the server, taken over as it is, and none of it is sent', async ({
    visitor,
    server,
    expect,
  }) => {
    const { letGo } = await delayScripts(visitor);
    await visitor.page.goto('/valuation', { waitUntil: 'commit' });
    await visitor.sees('Your boat');
    const served = await readOrder(visitor);
    expect(served.slice(0, 4)).toEqual(['enquiry_type', 'sw-heading--major', 'sw-prose', 'boat_make']);
    await letGo();
    await visitor.isHydrated();
    const taken = await readOrder(visitor);
    expect(taken).toEqual(served);
    expect((await readOutline(visitor)).slice(1)).toEqual(['h2 Request a valuation', ...expectedHeadings]);

    const page = visitor.page.getByTestId('contact-form');
    await expect.poll(() => page.getByText('a < b').isVisible()).toBe(false);
    await page.getByText('Where is the hull number?').click();
    await visitor.sees('Fourteen characters & no spaces: a < b.');
    const picture = page.getByRole('img', { name: 'A boat on the slipway, seen from the quay' });
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
    expect(await findAxeViolations(visitor.page)).toEqual([]);

    await visitor.fills({ ...blockAnswers, email: 'blocks@example.com' });
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
});
