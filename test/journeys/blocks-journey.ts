import { createBlockDocuments } from '../blocks/block-documents.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

export const it = journeysOn({ documents: createBlockDocuments() });

/** Returns the headings of the page's form, as a screen reader lists them. */
export function readOutline({ page }: Visitor): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, h4)')].map(
      (heading) => `${heading.localName} ${heading.textContent}`,
    ),
  );
}

/** Returns fields and blocks in reading order. */
export function readOrder({ page }: Visitor): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        '.sw-fields :is([name]:not([type=submit], [type=file]), .sw-block)',
      ),
    ].map((element) => element.name || element.className.split(' ').at(-1) || ''),
  );
}

export const expectedHeadings = ['h3 Your boat', 'h4 Running hours', 'h3 About you'];

export const blockAnswers = {
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
