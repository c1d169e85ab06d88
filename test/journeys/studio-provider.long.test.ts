import type { Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { startOpenIdProvider } from '../support/open-id-provider.ts';
import { hasAccount } from '../support/studio.ts';
import { studioPassword } from '../support/studio-password.ts';

const client = { clientId: 'slipway', clientSecret: 'a secret of both' };
let studio = '';
const provider = await startOpenIdProvider({
  ...client,
  redirectUri: () => `${studio}/studio/oidc/return`,
  people: {
    ann: { email: 'ann@example.com', email_verified: true, name: 'Ann Berry' },
    stranger: { email: 'stranger@example.com', email_verified: true },
  },
});
afterAll(() => provider.stop());

const it = journeysOn({
  documents: {},
  env: {
    ...{ SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_OIDC_ISSUER: provider.issuer },
    ...{ SLIPWAY_OIDC_CLIENT_ID: client.clientId, SLIPWAY_OIDC_CLIENT_SECRET: client.clientSecret },
  },
});

/** Goes to the provider, and through its own two pages there. */
async function signsInAtTheProvider(page: Page, as: string): Promise<void> {
  await page.getByRole('link', { name: /^Continue with/ }).click();
  await page.locator('[name="login"]').fill(as);
  await page.locator('[name="password"]').fill('any');
  await page.locator('[type="submit"]').click();
  await page.locator('[name="prompt"][value="consent"]').waitFor({ state: 'attached' });
  await page.locator('[type="submit"]').click();
}

describe('whom an OpenID provider knows', () => {
  it('comes in with an account, where they wanted to be', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    studio = server.url;
    await hasAccount(server.url, { name: 'Ann', role: 'editor' });
    const { page } = visitor;
    await page.goto(new URL('/studio/texts?search=send', server.url).href);
    await signsInAtTheProvider(page, 'ann');
    await page.getByRole('button', { name: 'Menu: Ann' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/studio/texts?search=send');
  });

  it('is told why they are not let in', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    studio = server.url;
    const { page } = visitor;
    await page.goto(new URL('/studio', server.url).href);
    await signsInAtTheProvider(page, 'stranger');
    await page.getByRole('alert').filter({ hasText: 'this studio does not' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await violations(page)).toEqual([]);
  });
});
