import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { schemasFolder } from '#schemas';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { openAnotherTab } from '../support/visitor.ts';
import { button, it, storesContact } from './later-journey.ts';

const pages = [
  { path: '/de/kontakt', language: 'de' },
  { path: '/fr/contact', language: 'fr' },
  { path: '/ar/contact', language: 'ar' },
] as const;

/** Returns the text of a key in a language of the site. */
function readText(language: string, key: string): string {
  const texts: unknown = JSON.parse(readFileSync(new URL(`texts/${language}.json`, schemasFolder), 'utf8'));
  const found = Object.entries(texts ?? {}).find(([one]) => one === `send-later.${key}`);
  return String(found?.[1]);
}

describe('an enquiry that was stored on an English page', () => {
  it('is shown in the language of each page, and is edited on its own', async ({
    relay,
    relayed,
    expect,
  }) => {
    await storesContact(relayed, relay, 'languages@example.com');
    const other = await openAnotherTab(relayed);
    other.expectsTrouble();
    await relayed.page.close();
    relay.cutAll(false);
    await other.page.route('**/graphql', (route) => route.abort());
    await other.page.setViewportSize({ width: 320, height: 640 });
    for (const { path, language } of pages) {
      await other.page.goto(path);
      const title = readText(language, 'waiting-to').replace('{recipient}', 'Falmouth');
      await other.page.getByRole('heading', { name: title, exact: true }).waitFor();
      for (const key of ['send-now', 'edit', 'discard'])
        await button(other, readText(language, key)).waitFor();
      expect(await findAxeViolations(other.page), path).toEqual([]);
      expect(await findHorizontalOverflow(other.page), path).toEqual([]);
    }
    // Its letters run from left to right within the Arabic sentence.
    expect(await other.page.locator('bdi', { hasText: 'Falmouth' }).count()).toBe(1);
    await button(other, readText('ar', 'edit')).click();
    await other.page.waitForURL(({ pathname }) => pathname === '/contact');
    await expect.poll(() => other.readValues('email')).toEqual({ email: 'languages@example.com' });
  });
});
