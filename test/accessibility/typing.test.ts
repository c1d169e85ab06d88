import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();

/** What a browser fills in by itself (HTML, "Autofill") and which keyboard a phone shows, by the control's name. */
const forms = [
  {
    path: '/contact',
    controls: {
      name: { type: 'text', autocomplete: 'name' },
      email: { type: 'email', autocomplete: 'email', inputmode: 'email' },
      phone: { type: 'tel', autocomplete: 'tel', inputmode: 'tel' },
      message: { type: 'textarea' },
    },
  },
  {
    path: '/service/falmouth',
    controls: {
      boat_model: { type: 'text' },
      boat_location: { type: 'text' },
      hin_number: { type: 'text' },
    },
  },
  {
    path: '/valuation',
    controls: {
      year: { type: 'text', inputmode: 'numeric' },
      engine_hours: { type: 'text', inputmode: 'decimal' },
      generator_hours: { type: 'text', inputmode: 'decimal' },
      name: { type: 'text', autocomplete: 'name' },
      email: { type: 'email', autocomplete: 'email', inputmode: 'email' },
      phone: { type: 'tel', autocomplete: 'tel', inputmode: 'tel' },
      address: { type: 'textarea', autocomplete: 'street-address' },
    },
  },
] as const;

describe.concurrent('typing', () => {
  it.for(forms)(
    'is helped by what the browser knows, and by the right keyboard: $path',
    async ({ path, controls }, { visitor, expect }) => {
      await visitor.visits(path);
      for (const [field, expected] of Object.entries(controls)) {
        const found = await visitor.control(field).evaluate((control) => ({
          type: control.getAttribute('type') ?? control.localName,
          autocomplete: control.getAttribute('autocomplete') ?? undefined,
          inputmode: control.getAttribute('inputmode') ?? undefined,
        }));
        expect(found, field).toEqual({ autocomplete: undefined, inputmode: undefined, ...expected });
      }
    },
  );

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
    expect(await directions('name')).toBe('rtl plaintext');
    expect(await directions('message')).toBe('rtl plaintext');
    for (const field of ['email', 'phone']) expect(await directions(field)).toMatch(/^ltr/);
  });
});
