import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import {
  opensPage,
  type PseudoPage,
  pseudoLocales,
  pseudoPages,
  pseudoServer,
  textFaults,
} from '../support/pseudo-pages.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn(pseudoServer);

/** The pages of each site in each pseudo-locale: one visitor looks at them all, as what they load is mostly the same. */
const walks = pseudoLocales.flatMap((locale) =>
  [...Map.groupBy(pseudoPages, ({ site }) => site)].map(([site, pages]) => ({
    locale,
    site,
    pages: pages.filter((page) => page.locale === locale),
  })),
);

describe.concurrent('every page in the pseudo-locales', () => {
  it.for(walks)(
    'takes its words from the texts and has room for them: $locale, site $site',
    async ({ locale, pages }, { visitor, expect }) => {
      for (const page of pages) {
        await opensPage(visitor, page);
        expect.soft(await textFaults(visitor, locale), page.path).toEqual([]);
        for (const type of await newTypes(visitor, page)) {
          if (type !== undefined) await visitor.chooses('enquiry_type', type);
          await visitor.sends();
          await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
          const state = `${page.path}, type ${type}, nothing filled in`;
          expect.soft(await textFaults(visitor, locale), state).toEqual([]);
        }
      }
    },
  );

  it('would be found out: hard-coded words, and words that are cut off', async ({ visitor, expect }) => {
    await visitor.visits('/en-XA/bare');
    await visitor.page.evaluate(() => {
      document.querySelector('.sw-button')?.append('Send now');
      document.querySelector('.sw-textarea')?.setAttribute('placeholder', 'Tell us');
      for (const [index, label] of document.querySelectorAll<HTMLElement>('.sw-label').entries()) {
        label.style.whiteSpace = 'nowrap';
        label.style.inlineSize = '40px';
        if (index === 1) label.style.overflow = 'hidden';
      }
    });
    const faults = (await textFaults(visitor, 'en-XA')).join('\n');
    expect(faults).toMatch(/not from the texts: \[.+\]Send now/);
    expect(faults).toMatch(/not from the texts: Tell us/);
    expect(faults).toMatch(/320 px: label\.sw-label needs \d+ px of 40/);
    expect(faults).toMatch(/1280 px: label\.sw-label is cut off by label/);
  });
});

/** The types that a page offers and that no page of its kind has shown yet; `undefined` where there is nothing to choose. */
async function newTypes(
  { page }: Visitor,
  { locale, site, placement }: PseudoPage,
): Promise<readonly (string | undefined)[]> {
  if ((await page.locator('#ContactFormSection').count()) === 0) return [];
  const select = page.locator('select[name="enquiry_type"]');
  const types = (await select.isVisible())
    ? await select.evaluate(({ options }: HTMLSelectElement) => [...options].map(({ value }) => value))
    : [undefined];
  return types.filter((type) => {
    const kind = `${locale} ${site} ${placement} ${type}`;
    return !shown.has(kind) && shown.add(kind);
  });
}

const shown = new Set<string>();
