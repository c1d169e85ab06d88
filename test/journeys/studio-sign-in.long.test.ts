import jsqr from 'jsqr';
import { TOTP, URI } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { startOpenIdProvider } from '../support/open-id-provider.ts';
import {
  awaitSaved,
  createAccount,
  createAnnouncementReader,
  fillSignIn,
  locateField,
  locateProperties,
  studioJourneys,
} from '../support/studio.ts';
import { studioPassword } from '../support/studio-password.ts';
import { goodPassword } from '../support/studio-session.ts';

const it = studioJourneys({ documents: {} });

/** A part of the account's page. */
const partOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Returns the content of a QR code on the page. */
async function seenByCamera(picture: Locator): Promise<string | undefined> {
  const shown = sharp(await picture.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await shown.toBuffer({ resolveWithObject: true });
  return jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** Returns an authenticator's code for a period whose code was not used yet. */
function codeOf(secret: string, periodsLater = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + periodsLater * 30_000 });
}

describe('the sign-in', () => {
  it('is come to, and gone in by, without a complaint of the browser', async ({ visitor, server }) => {
    const { page } = visitor;
    await page.goto(new URL('/studio', server.url).href);
    await fillSignIn(page, 'owner', studioPassword);
    await page.getByRole('button', { name: 'Menu: owner' }).waitFor();
  });
});

describe('one’s own account', () => {
  it('has a second factor, whose code is asked for, and recovery codes that open once', async ({
    newVisitor,
    server,
    opens,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Faye', role: 'editor' });
    const page = await opens('/studio/account', 'Faye');
    const part = partOf(page, 'Two-factor authentication');
    await part.getByRole('button', { name: 'Set up' }).click();
    await part.getByLabel('Current password').fill('not my password at all');
    await part.getByRole('button', { name: 'Set up' }).click();
    await part.getByText('This is not your password.').waitFor();
    await part.getByLabel('Current password').fill(goodPassword);
    await page.keyboard.press('Enter');
    const picture = part.getByRole('img', { name: 'QR code for the authenticator app' });
    await picture.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const secret = ((await part.locator('.st-secret').textContent()) ?? '').replaceAll(' ', '');
    const seen = URI.parse((await seenByCamera(picture)) ?? '');
    expect([seen.secret.base32, seen.label, seen.issuer]).toEqual([secret, 'Faye', 'Slipway']);
    await part.getByLabel('Code', { exact: true }).fill('000000');
    await part.getByRole('button', { name: 'Confirm' }).click();
    await part.getByText('This code is not valid.').waitFor();
    await part.getByLabel('Code', { exact: true }).fill(codeOf(secret).replace(/^.../, '$& '));
    await part.getByRole('button', { name: 'Confirm' }).click();
    const codes = part.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem');
    await expect.poll(() => codes.count()).toBeGreaterThan(5);
    expect(await findAxeViolations(page)).toEqual([]);
    const [recovery = ''] = await codes.allTextContents();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      part.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('slipway-recovery-codes.txt');
    await part.getByRole('button', { name: 'Done' }).click();
    await part.getByText('On', { exact: true }).waitFor();

    const other = await newVisitor();
    other.expectsTrouble();
    const theirs = other.page;
    await theirs.goto(new URL('/studio', server.url).href);
    await fillSignIn(theirs, 'Faye', goodPassword);
    const code = theirs.getByLabel('Code', { exact: true });
    await expect.poll(() => code.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await findAxeViolations(theirs)).toEqual([]);
    await code.fill('123456');
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('alert').filter({ hasText: 'This code is not valid.' }).waitFor();
    await code.fill(codeOf(secret, 1));
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('button', { name: 'Menu: Faye' }).waitFor();

    for (const isNew of [true, false]) {
      await theirs.context().clearCookies();
      await theirs.goto(new URL('/studio/account', server.url).href);
      await fillSignIn(theirs, 'Faye', goodPassword);
      await code.fill(recovery);
      await theirs.keyboard.press('Enter');
      if (isNew) await theirs.getByText('9 recovery codes are left.').waitFor();
      else await theirs.getByRole('alert').filter({ hasText: 'This code is not valid.' }).waitFor();
    }
    await theirs.getByRole('button', { name: 'Start over' }).click();
    await theirs.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('is renamed, gets another password, and ends sessions elsewhere, which lose nothing', async ({
    server,
    opens,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Gus', role: 'editor' });
    const other = await opens('/studio/forms/general', 'Gus');
    await locateField(other, 'Message').getByRole('button').first().click();
    const page = await opens('/studio/account', 'Gus');
    await partOf(page, 'Name and email').getByLabel('Name').fill('owner');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This name is taken.').waitFor();
    await partOf(page, 'Name and email').getByLabel('Name').fill('Gus Fell');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Menu: Gus Fell' }).waitFor();
    await other.getByRole('button', { name: 'Menu: Gus Fell' }).waitFor();

    // A link for a new password goes to the known address: a person at an unlocked page cannot redirect it.
    const profile = partOf(page, 'Name and email');
    await profile.getByLabel('Email').fill('gus.fell@example.com');
    await profile.getByRole('button', { name: 'Save', exact: true }).click();
    const now = profile.getByLabel('Current password');
    await expect.poll(() => now.evaluate((element) => element.matches(':focus'))).toBe(true);
    await profile.getByText('Links for a new password go to that address').waitFor();
    await now.fill('not my password at all');
    await page.keyboard.press('Enter');
    await profile.getByText('This is not your password.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await now.fill(goodPassword);
    await page.keyboard.press('Enter');
    await expect.poll(() => now.count()).toBe(0);
    await expect.poll(() => profile.getByLabel('Email').inputValue()).toBe('gus.fell@example.com');

    const sessions = partOf(page, 'Sessions');
    await sessions.getByText('This browser').waitFor();
    const others = sessions.getByRole('button', { name: /^End: / });
    // Accepting the invitation also signed them in.
    await expect.poll(() => others.count()).toBe(2);
    await sessions.getByRole('button', { name: 'End all other sessions' }).click();
    await expect.poll(createAnnouncementReader(page)).toBe('Ended.');
    await expect.poll(() => others.count()).toBe(0);
    const dialog = other.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByText('nothing that you changed is lost').waitFor();

    const part = partOf(page, 'Password');
    await part.getByLabel('Current password').fill(goodPassword);
    await part.getByLabel('New password').fill('password password');
    await part.getByRole('button', { name: 'Change password' }).click();
    await part.getByRole('alert').waitFor();
    await part.getByLabel('New password').fill('six grey geese over the bay');
    expect(await part.getByLabel('Also revoke my tokens').isChecked()).toBe(false);
    await part.getByLabel('Also revoke my tokens').check();
    await part.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(createAnnouncementReader(page)).toContain('Your password is changed.');
    expect(await findAxeViolations(page)).toEqual([]);

    await dialog.getByLabel('Password').fill('six grey geese over the bay');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await locateProperties(other).getByLabel('Hint').fill('Written after');
    await awaitSaved(other);
  });

  it('has tokens for programs, shown once, of one’s own role at most', async ({ server, opens, expect }) => {
    const page = await opens('/studio/account');
    const part = partOf(page, 'Tokens');
    await part.getByRole('button', { name: 'New token' }).click();
    await part.getByRole('button', { name: 'Create token' }).click();
    await part.getByText('Enter what it is for').waitFor();
    await part.getByLabel('What is it for?').fill('CI of the forms');
    await part.getByLabel('Role').selectOption({ label: 'Viewer' });
    expect(await findAxeViolations(page)).toEqual([]);
    await part.getByRole('button', { name: 'Create token' }).click();
    const token = await part.getByRole('textbox', { name: 'Your new token' }).inputValue();
    const ask = (path: string, method = 'GET') =>
      fetch(new URL(`/studio/api/${path}`, server.url), {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await ask('draft')).status).toBe(200);
    expect((await ask('audit')).status).toBe(403);
    await part.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => page.content()).not.toContain(token);
    await part.getByRole('button', { name: 'Revoke token: CI of the forms' }).click();
    await page
      .getByRole('dialog', { name: 'Revoke the token “CI of the forms”?' })
      .getByRole('button', { name: 'Revoke', exact: true })
      .click();
    await part.getByText('No tokens.').waitFor();
    expect((await ask('draft')).status).toBe(401);
  });
});

const itUnowned = journeysOn({ documents: {} });

describe('a studio that nobody owns yet', () => {
  itUnowned(
    'is opened by the link that the server printed, once',
    async ({ visitor, newVisitor, server, expect }) => {
      visitor.expectsTrouble();
      const other = await newVisitor();
      other.expectsTrouble();
      const { page } = visitor;
      await page.goto(new URL('/studio', server.url).href);
      await page.getByText('Nobody has an account here yet.').waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      const link = /http\S+\/studio\/welcome#\S+/.exec(server.printed())?.[0] ?? '';
      await page.goto(link);
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
      await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('owner');
      await page.getByLabel('Password').fill('too short');
      await page.getByRole('button', { name: 'Open the studio' }).click();
      await page.getByText('This is too short.').waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.getByLabel('Password').fill(goodPassword);
      await page.getByRole('button', { name: 'Open the studio' }).click();
      await page.getByRole('button', { name: 'Menu: owner' }).waitFor();
      await page.getByRole('link', { name: 'People' }).click();
      await page.getByRole('row', { name: /^owner · you/ }).waitFor();

      await other.page.goto(link);
      await other.page.getByLabel('Password').fill('nobody comes in by it');
      await other.page.getByRole('button', { name: 'Open the studio' }).click();
      await other.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
      await other.page.getByRole('button', { name: 'Go to sign-in' }).click();
      await fillSignIn(other.page, 'owner', goodPassword);
      await other.page.getByRole('button', { name: 'Menu: owner' }).waitFor();
    },
  );

  itUnowned('says where a new password comes from', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(new URL('/studio', server.url).href);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByText('This server sends no email. Ask an owner').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.route('**/studio/api/door', (route) =>
      route.fulfill({
        json: { isFirst: false, isMailing: true, shortestPassword: 15, provider: 'Harbour ID' },
      }),
    );
    await page.goto(new URL('/studio/forms/sales', server.url).href);
    const provider = page.getByRole('link', { name: 'Continue with Harbour ID' });
    expect(await provider.getAttribute('href')).toBe('/studio/oidc/start?to=%2Fstudio%2Fforms%2Fsales');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name').fill('nobody');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

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

const itWithProvider = journeysOn({
  documents: {},
  env: {
    SLIPWAY_STUDIO_PASSWORD: studioPassword,
    SLIPWAY_OIDC_ISSUER: provider.issuer,
    SLIPWAY_OIDC_CLIENT_ID: client.clientId,
    SLIPWAY_OIDC_CLIENT_SECRET: client.clientSecret,
  },
});

/** Signs in at the provider on its own two pages. */
async function signsInAtTheProvider(page: Page, as: string): Promise<void> {
  await page.getByRole('link', { name: /^Continue with/ }).click();
  await page.locator('[name="login"]').fill(as);
  await page.locator('[name="password"]').fill('any');
  await page.locator('[type="submit"]').click();
  await page.locator('[name="prompt"][value="consent"]').waitFor({ state: 'attached' });
  await page.locator('[type="submit"]').click();
}

describe('whom an OpenID provider knows', () => {
  itWithProvider('comes in with an account, where they wanted to be', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    studio = server.url;
    await createAccount(server.url, { name: 'Ann', role: 'editor' });
    const { page } = visitor;
    await page.goto(new URL('/studio/texts?search=send', server.url).href);
    await signsInAtTheProvider(page, 'ann');
    await page.getByRole('button', { name: 'Menu: Ann' }).waitFor();
    await expect
      .poll(() => new URL(page.url()).pathname + new URL(page.url()).search)
      .toBe('/studio/texts?search=send');
  });

  itWithProvider('is told why they are not let in', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    studio = server.url;
    const { page } = visitor;
    await page.goto(new URL('/studio', server.url).href);
    await signsInAtTheProvider(page, 'stranger');
    await page.getByRole('alert').filter({ hasText: 'No account or invitation in this studio' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
