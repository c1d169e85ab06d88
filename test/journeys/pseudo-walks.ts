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

/** A visitor's way: the pages of a language that are looked at one after the other, as what they load is mostly the same. */
interface Walk {
  readonly locale: string;
  readonly site: PseudoPage['site'];
  readonly pages: readonly PseudoPage[];
}

/** The pages of each site in each pseudo-locale. */
export const walks: readonly Walk[] = pseudoLocales.flatMap((locale) =>
  [...Map.groupBy(pseudoPages, ({ site }) => site)].map(([site, pages]) => ({
    locale,
    site,
    pages: pages.filter((page) => page.locale === locale),
  })),
);

/** Declares a journey for each walk. */
export function describePseudoLocales(chosen: readonly Walk[]): void {
  describe('pages in the pseudo-locales', () => {
    it.for(chosen)(
      'take their words from the texts and have room for them: $locale, site $site',
      async ({ locale, pages }, { visitor, expect }) => {
        const shown = new Set<string>();
        for (const page of pages) {
          await opensPage(visitor, page);
          expect.soft(await textFaults(visitor, locale), page.path).toEqual([]);
          for (const type of await newTypes(visitor, page, shown)) {
            if (type !== undefined) await visitor.chooses('enquiry_type', type);
            await visitor.sends();
            await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
            const state = `${page.path}, type ${type}, nothing filled in`;
            expect.soft(await textFaults(visitor, locale), state).toEqual([]);
          }
        }
      },
    );
  });
}

/** The types that a page offers and that no page of its kind has shown yet, which are added to `shown`; `undefined` where there is nothing to choose. */
async function newTypes(
  { page }: Visitor,
  { locale, site, placement }: PseudoPage,
  shown: Set<string>,
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
