import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { signsInAs } from '../support/studio.ts';
import { goodPassword } from '../support/studio-session.ts';

const it = journeysOn({ documents: {} });

describe('a studio that nobody owns yet', () => {
  it('is opened by the link that the server printed, once', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const other = await newVisitor();
    other.expectsTrouble();
    const { page } = visitor;
    await page.goto(new URL('/studio', server.url).href);
    await page.getByText('Nobody has an account here yet.').waitFor();
    expect(await violations(page)).toEqual([]);
    const link = /http\S+\/studio\/welcome#\S+/.exec(server.printed())?.[0] ?? '';
    await page.goto(link);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('owner');
    await page.getByLabel('Password').fill('too short');
    await page.getByRole('button', { name: 'Open the studio' }).click();
    await page.getByText('This is too short.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: 'Open the studio' }).click();
    await page.getByRole('button', { name: 'Menu: owner' }).waitFor();
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('row', { name: /^owner · you/ }).waitFor();

    await other.page.goto(link);
    await other.page.getByLabel('Password').fill('nobody comes in by it');
    await other.page.getByRole('button', { name: 'Open the studio' }).click();
    await other.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    await other.page.getByRole('button', { name: 'Go to the sign-in' }).click();
    await signsInAs(other.page, 'owner', goodPassword);
    await other.page.getByRole('button', { name: 'Menu: owner' }).waitFor();
  });

  it('makes whoever tries too often wait, and says how long', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.route('**/studio/api/sign-in', (route) =>
      route.fulfill({ status: 429, json: { error: 'too-many-requests', retryAfterS: 2 } }),
    );
    await page.goto(new URL('/studio', server.url).href);
    await signsInAs(page, 'nobody', goodPassword);
    await page.getByRole('alert').filter({ hasText: 'Too many tries. Wait 2 seconds' }).waitFor();
    expect(await page.getByLabel('Password').inputValue()).toBe(goodPassword);
    await page.getByText('You can try again now.').waitFor();
    await page.unroute('**/studio/api/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'do not go together' }).waitFor();
  });

  it('says where a new password comes from', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(new URL('/studio', server.url).href);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByText('This server sends no mail. Ask an owner').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.route('**/studio/api/door', (route) =>
      route.fulfill({
        json: { isFirst: false, isMailing: true, shortestPassword: 15, provider: 'Harbour ID' },
      }),
    );
    await page.goto(new URL('/studio/forms/sales', server.url).href);
    const provider = page.getByRole('link', { name: 'Continue with Harbour ID' });
    expect(await provider.getAttribute('href')).toBe('/studio/oidc/start?to=%2Fstudio%2Fforms%2Fsales');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name').fill('nobody');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
