import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();

describe('typing', () => {
  it('makes no phone zoom in: nothing that is typed in is smaller than 16 px', async ({
    newVisitor,
    expect,
  }) => {
    const visitor = await newVisitor({
      viewport: { width: 375, height: 700 },
      isMobile: true,
      hasTouch: true,
    });
    await visitor.visits('/valuation');
    const sizes = await visitor.page
      .locator(
        '.sw-section :is(input, select, textarea):not(.sw-trap *, [type="file"], [type="checkbox"], [type="radio"])',
      )
      .evaluateAll((controls) =>
        controls.map((control) => Number.parseFloat(getComputedStyle(control).fontSize)),
      );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  });

  it('reads in its own direction, and addresses always from left to right', async ({ visitor, expect }) => {
    await visitor.visits('/ar/service');
    const directions = (field: string) =>
      visitor.control(field).evaluate((control) => {
        const { direction, unicodeBidi } = getComputedStyle(control);
        return `${direction} ${unicodeBidi}`;
      });
    await visitor.fills({ name: 'Ann', message: 'The mast' });
    expect(await directions('name')).toBe('rtl plaintext');
    expect(await directions('message')).toBe('rtl plaintext');
    for (const field of ['email', 'phone']) expect(await directions(field)).toMatch(/^ltr/);
  });

  it('counts characters as a person does not see them cut: emoji and combining marks are sent whole', async ({
    visitor,
    server,
    expect,
  }) => {
    // 100 code points, 250 UTF-16 code units and more: the limit counts the former.
    const name = `${'👩‍👩‍👧'.repeat(19)}e\u0301e\u0301x`;
    expect([...name].length).toBe(100);
    await visitor.visits('/contact');
    const enquiry = { office_location: 1, email: 'emoji@example.com', message: 'Hello' };
    await visitor.fills({ ...enquiry, name: `${name}x` });
    await visitor.sends();
    await visitor.sees('Shorten your name to 100 characters');
    await expect.poll(() => visitor.readValues('name')).toEqual({ name: `${name}x` });
    await visitor.fills({ name });
    await visitor.sends();
    await visitor.page.locator('.sw-thanks').waitFor();
    const sent = (await server.enquiries()).find(({ values }) => values.email === 'emoji@example.com');
    expect(sent?.values.name).toBe(name);
  });

  it('shows the groups of a telephone number in their order, whatever the digits', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/ar/contact');
    const phone = visitor.control('phone');
    // The first group of Arabic digits is on the left, as that of Latin ones.
    expect(await phone.evaluate((control) => getComputedStyle(control).unicodeBidi)).toBe('bidi-override');
  });
});
