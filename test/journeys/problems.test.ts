import { describe } from 'vitest';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();

/** Required fields (docs/behaviour.md, "Fields") with their messages; `path` opens with the type. */
const forms = [
  {
    path: '/contact',
    missing: {
      office_location: 'Choose the office to write to',
      name: 'Enter your name',
      email: 'Enter your email address',
      message: 'Enter your message',
    },
  },
  {
    path: '/valuation',
    missing: {
      boat_make: 'Enter who built the boat',
      boat_model: 'Enter the boat’s model',
      year: 'Enter the year in which the boat was built',
      boat_location: 'Enter where the boat lies',
      tax_paid_status: 'Choose whether tax has been paid on the boat',
      engine_hours: 'Enter the engine hours',
      name: 'Enter your name',
      email: 'Enter your email address',
      phone: 'Enter your phone number',
      accept_term: 'Tick the box to accept the terms',
    },
  },
] as const;

describe('a form that is sent empty', () => {
  it.for(forms)(
    'says at once everything that is missing, leads there, and sends nothing but one report of it: $path',
    async ({ path, missing }, { visitor, expect }) => {
      const sends: string[] = [];
      let reports = 0;
      visitor.page.on('request', (request) => {
        if (request.method() !== 'POST') return;
        if (new URL(request.url()).pathname === '/api/figures') reports += 1;
        else sends.push(request.url());
      });
      await visitor.visits(path);
      await visitor.sends();

      const fields = Object.entries(missing);
      const count = fields.length;
      await visitor.sees(fields[0]?.[1] ?? '');
      for (const [field, message] of fields) {
        await expect.poll(() => visitor.description(field), { message: field }).toContain(message);
      }
      await expect.poll(() => visitor.invalidFields()).toEqual(fields.map(([field]) => field));
      await expect.poll(() => visitor.focus()).toBe(fields[0]?.[0]);
      await expect
        .poll(() => visitor.announcements())
        .toContain(`${count} answers need another look. Nothing has been sent yet.`);
      expect(sends).toEqual([]);

      await visitor.sees(`${count} answers need another look`);
      for (const [field, message] of fields) {
        await visitor.page.getByRole('link', { name: message }).click();
        await expect.poll(() => visitor.focus()).toBe(field);
      }
      expect(await findAxeViolations(visitor.page)).toEqual([]);
      await visitor.page.setViewportSize({ width: 320, height: 640 });
      expect(await findHorizontalOverflow(visitor.page)).toEqual([]);
      await expect.poll(() => reports).toBe(1);
      expect(sends).toEqual([]);
    },
  );
});

describe('a form that a visitor fills', () => {
  it('shows terms that were not accepted in red, and says so to assistive technology alone', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/valuation');
    const name = visitor.page.getByText('I have read and accept these terms');
    const colour = () => name.evaluate((label) => getComputedStyle(label).color);
    const before = await colour();
    await visitor.sends();
    await visitor.sees('Enter who built the boat');
    const message = visitor.page.locator('p', { hasText: 'Tick the box to accept the terms' });
    expect((await message.boundingBox())?.width).toBeLessThanOrEqual(1);
    await expect.poll(colour).not.toBe(before);
    await visitor.fills({ accept_term: true });
    await expect.poll(colour).toBe(before);
  });
});
