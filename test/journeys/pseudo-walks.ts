import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import {
  findTextFaults,
  openPseudoPage,
  type PseudoPage,
  pseudoLocales,
  pseudoPages,
  pseudoServer,
} from '../support/pseudo-pages.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn(pseudoServer);

/** A sequence of pages in one language, which share most resources. */
interface PseudoWalk {
  readonly locale: string;
  readonly site: PseudoPage['site'];
  readonly pages: readonly PseudoPage[];
}

/** The pages of each site in each pseudo-locale. */
export const pseudoWalks: readonly PseudoWalk[] = pseudoLocales.flatMap((locale) =>
  [...Map.groupBy(pseudoPages, ({ site }) => site)].map(([site, pages]) => ({
    locale,
    site,
    pages: pages.filter((page) => page.locale === locale),
  })),
);

export function describePseudoLocales(chosen: readonly PseudoWalk[]): void {
  describe('pages in the pseudo-locales', () => {
    it.for(chosen)(
      'take their words from the texts and have room for them: $locale, site $site',
      async ({ locale, pages }, { visitor, expect }) => {
        const shown = new Set<string>();
        for (const page of pages) {
          await openPseudoPage(visitor, page);
          expect.soft(await findTextFaults(visitor, locale), page.path).toEqual([]);
          for (const type of await claimNewTypes(visitor, page, shown)) {
            if (type !== undefined) await visitor.chooses('enquiry_type', type);
            await visitor.sends();
            await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
            const state = `${page.path}, type ${type}, nothing filled in`;
            expect.soft(await findTextFaults(visitor, locale), state).toEqual([]);
          }
        }
      },
    );
  });
}

/**
 * Returns the types that a page offers and no page of its kind has shown yet, and adds them to `shown`.
 * `undefined` if there is no choice.
 */
async function claimNewTypes(
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
