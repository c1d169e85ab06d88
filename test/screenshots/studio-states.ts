import type { Page } from 'playwright-core';
import { studioPassword } from '../support/studio-password.ts';
import type { Visitor, VisitorOptions } from '../support/visitor.ts';
import type { State, Width } from './states.ts';
import { pretendsVersions } from './studio-versions.ts';

const wide = [1280] as const;
const both = [1280, 768] as const;
const every = [1280, 768, 375] as const;

const dark: VisitorOptions = { colorScheme: 'dark' };
const arabic: VisitorOptions = { locale: 'ar' };

/** The studio: its door, and each part as it opens. Nothing is changed in them, since they share a draft. */
export const studioStates: readonly State[] = [
  inStudio('sign-in', { widths: wide, bringAbout: ({ page }) => page.goto('/studio') }),
  inStudio('forms', { widths: both, bringAbout: opens('/studio/forms') }),
  inStudio('form', { widths: both, bringAbout: choosesField }),
  inStudio('form-dark', { widths: wide, options: dark, bringAbout: choosesField }),
  inStudio('form-arabic', { widths: both, options: arabic, bringAbout: choosesField }),
  inStudio('rules', { widths: both, bringAbout: opensRule }),
  inStudio('rules-dark', { widths: wide, options: dark, bringAbout: opensRule }),
  inStudio('texts', { widths: both, bringAbout: opens('/studio/texts') }),
  inStudio('checks', { widths: wide, bringAbout: readsChecks }),
  inStudio('publish', { widths: every, bringAbout: readsConsequences }),
  inStudio('publish-dark', { widths: wide, options: dark, bringAbout: readsConsequences }),
  inStudio('publish-arabic', { widths: both, options: arabic, bringAbout: readsConsequences }),
  inStudio('history', { widths: every, bringAbout: readsHistory }),
  inStudio('history-dark', { widths: wide, options: dark, bringAbout: readsHistory }),
  inStudio('history-arabic', { widths: wide, options: arabic, bringAbout: readsHistory }),
];

function inStudio(
  name: string,
  state: Pick<State, 'options' | 'bringAbout'> & { readonly widths: readonly Width[] },
): State {
  return { ...state, name: `studio-${name}`, isStudio: true, shows: 'window' };
}

function opens(path: string): (visitor: Visitor) => Promise<Page> {
  return async ({ page }) => {
    await page.goto(path);
    await page.locator('[autocomplete="username"]').fill('owner');
    await page.locator('[type="password"]').fill(studioPassword);
    await page.keyboard.press('Enter');
    await page.locator('.st-bar').waitFor();
    await page.locator('main h1').waitFor();
    return page;
  };
}

/** The service form with its telephone number chosen. */
export async function choosesField(visitor: Visitor): Promise<void> {
  const page = await opens('/studio/forms/service')(visitor);
  await page.locator('main li button', { hasText: 'Phone number' }).first().click();
  await page.frameLocator('iframe').first().locator('.sw-section').waitFor();
  await page.locator('.st-situation').first().waitFor();
}

async function opensRule(visitor: Visitor): Promise<void> {
  const page = await opens('/studio/rules')(visitor);
  await page
    .getByRole('button', { name: /^(Edit|Bearbeiten)/ })
    .first()
    .click();
  await page.locator('.st-rule--open select').first().waitFor();
  await page
    .getByText(/Applies in/)
    .first()
    .waitFor();
}

async function readsChecks(visitor: Visitor): Promise<void> {
  const page = await opens('/studio/checks')(visitor);
  await page.getByText('Every situation is checked.').waitFor();
}

/** An earlier version about to be restored, with all that can stand there. */
async function readsConsequences({ page, ...visitor }: Visitor): Promise<void> {
  await pretendsVersions(page);
  await opens('/studio/publish?restore=23')({ page, ...visitor });
  await page.locator('.st-consequence').first().waitFor();
}

async function readsHistory({ page, ...visitor }: Visitor): Promise<void> {
  await pretendsVersions(page);
  await opens('/studio/history')({ page, ...visitor });
  await page.locator('.st-version').first().waitFor();
}
