import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();

/** The autofill token (HTML, "Autofill") and the keyboard of a phone, by the control's name. */
const forms = [
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

describe('typing', () => {
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

  it('takes digits as the keyboard of the visitor has them, and sends them as every office reads them', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/ar/valuation');
    await visitor.fills({
      boat_make: 'تريفارو ٤٦',
      boat_model: 'Kerensa 46',
      year: '٢٠١٥',
      boat_location: 'دبي',
      tax_paid_status: 'tax-paid',
      engine_hours: '٤١٢٫٥',
      generator_hours: '۸۸',
      name: 'ليلى حدّاد',
      email: 'digits@example.com',
      phone: '+٤٤ ١٦٣٢ ٩٦٠٠١٧',
      accept_term: true,
    });
    await visitor.sends();
    await visitor.page.locator('.sw-thanks').waitFor();
    const sent = (await server.enquiries()).find(({ values }) => values.email === 'digits@example.com');
    expect(sent?.values).toMatchObject({
      boat_make: 'تريفارو ٤٦',
      year: '2015',
      engine_hours: '412.5',
      generator_hours: '88',
      phone: '+44 1632 960017',
    });
  });
});
