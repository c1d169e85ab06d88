import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import type { Patch } from '../../engine/editing/index.ts';
import { findFindingTitle } from '../../src/studio/ui/finding-title.ts';
import { createFormatMessage } from '../../src/studio/ui/messages.ts';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { faultyDocuments } from '../support/faulty-documents.ts';
import { openOwnerStudio, studioJourneys } from '../support/studio.ts';

const it = studioJourneys({ documents: faultyDocuments() });

/** The exact reason, marked as English. */
const detailIn = (part: Locator, words: string | RegExp) =>
  part.locator('[lang="en"][dir="ltr"]').filter({ hasText: words }).first();

/** Makes a change as another person. */
async function changes(page: Page, patch: Patch): Promise<void> {
  await page.evaluate(async (asked) => {
    const { draft } = (await (await fetch('/studio/api/draft')).json()) as { readonly draft: string };
    const change = { id: crypto.randomUUID(), title: { key: 'json' }, patches: [JSON.parse(asked)] };
    await fetch('/studio/api/changes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ draft, by: 'somebody', change }),
    });
  }, JSON.stringify(patch));
}

describe.each(['de', 'ar'])('findings in a studio in "%s"', (locale) => {
  const say = createFormatMessage(locale);
  const title = (code: string) => findFindingTitle(locale, code) ?? '';

  it('are read in it, each with its exact reason in English', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor({ locale, viewport: { width: 768, height: 900 } });
    visitor.expectsTrouble();
    const page = await openOwnerStudio(visitor, server.url, '/studio/checks', say);
    const main = page.getByRole('main');
    const hidden = main.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: title('required-hidden') }),
    });
    await detailIn(hidden, /"message" is required for "general"/).waitFor();
    for (const code of ['never-shown', 'rule-never-holds', 'missing-translation', 'french-spacing'])
      await main.getByRole('heading', { name: title(code), exact: true }).waitFor();
    await main.getByText(say('checks.done')).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findHorizontalOverflow(page)).toEqual([]);

    // Only a few similar findings are listed until more are requested.
    const failing = main.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: title('scenario-fails') }),
    });
    const all = await failing.getByRole('button', { name: say('checks.renew') }).count();
    await failing.locator('summary').click();
    await expect
      .poll(() => failing.getByRole('button', { name: say('checks.renew') }).count())
      .toBeGreaterThan(all);

    // Links to where it can be fixed: a field, a rule, a text.
    const unseen = main.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: title('never-shown') }),
    });
    await unseen.getByRole('link', { name: `${say('checks.go')}: Message · Sales enquiry` }).click();
    await expect.poll(() => page.url()).toContain('/studio/forms/sales?field=message');
    const notice = page.locator('.st-notice').filter({ hasText: title('never-shown') });
    await detailIn(notice, '"message" of "sales" is never shown').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await page.goto(new URL('/studio/rules', server.url).href);
    const never = page.locator('#rule-never');
    await never.getByText(title('rule-never-holds')).waitFor();
    await detailIn(never, 'the rule "never" never applies').waitFor();

    await page.goto(new URL('/studio/texts?key=fields.name.label&language=fr', server.url).href);
    const reported = page
      .getByRole('gridcell')
      .getByRole('status')
      .filter({ hasText: title('french-spacing') });
    await detailIn(reported, 'Nom : prénom').waitFor();
  });

  it('are found by a few letters, marked in a document, and told where publishing is refused', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({ locale });
    visitor.expectsTrouble();
    const page = await openOwnerStudio(visitor, server.url, '/studio/json?file=rules.json', say);
    const reported = page.locator('.st-json-told').getByRole('listitem');
    await detailIn(reported.filter({ hasText: title('rule-never-holds') }), 'never applies').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await page.keyboard.press('Control+k');
    await page
      .getByRole('combobox', { name: say('palette.search') })
      .fill(title('required-hidden').slice(0, 20));
    const option = page.getByRole('option').filter({ hasText: title('required-hidden') });
    await expect
      .poll(() => option.first().locator('[lang="en"]').textContent())
      .toContain('"message" is required');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.goto(new URL('/studio/texts?key=send-message&language=en', server.url).href);
    await page.locator('textarea').fill(`Send your message ${locale}`);
    await page.keyboard.press('Enter');
    await page.getByText(say('saving.saved'), { exact: true }).waitFor();
    await page.getByRole('button', { name: say('publish'), exact: true }).click();
    const refusal = page.locator('section.st-notice--error');
    await refusal.getByText(title('required-hidden')).first().waitFor();
    await detailIn(refusal, '"message" is required').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    // Documents that no longer compile are reported in the same way.
    await changes(page, { file: 'settings.json', path: ['failureFeild'], after: 'name' });
    await page.goto(new URL('/studio/checks', server.url).href);
    const malformed = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: title('malformed-document') }),
    });
    await detailIn(malformed, 'nearest is "failureField"').waitFor();
    await changes(page, { file: 'settings.json', path: ['failureFeild'], before: 'name' });
    await page.getByRole('heading', { name: title('required-hidden') }).waitFor();
  });
});
