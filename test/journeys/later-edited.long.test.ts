import { describe } from 'vitest';
import type { Relay } from '../browsers/relay.ts';
import { getCorpusPath } from '../corpus/corpus.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { openAnotherTab, type Visitor } from '../support/visitor.ts';
import { chooseBranch, it as draftForms, readShownValues } from './draft-forms.ts';
import {
  awaitParts,
  button,
  countStored,
  fillsContact,
  findArrived,
  keeps,
  it as onLine,
  withLine,
} from './later-journey.ts';

const it = withLine(draftForms);

/** Fills in each form, by its key. */
const fillers: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  async crew(visitor) {
    await visitor.fills({ 'crew[0][name]': 'Ann' });
    await visitor.page.getByRole('button', { name: /^Add/ }).first().click();
    await visitor.fills({ 'crew[1][name]': 'Bea', 'crew[1][rank]': 'mate' });
  },
  // The choice of a branch without a value is in no value.
  async budget(visitor) {
    await visitor.page.getByLabel('Budget').first().focus();
    await chooseBranch(visitor, 'Budget', 'Range');
  },
  ports: ({ page }) => page.getByLabel('Poole').check(),
};

describe('an enquiry that is edited in another visit', () => {
  it.for(Object.keys(fillers))('comes back whole: %s', async (key, { relay, relayed, expect }) => {
    await relayed.visits(getCorpusPath(key));
    await fillers[key]?.(relayed);
    await awaitParts(relayed);
    const entered = await readShownValues(relayed);
    relay.cutAll(true);
    await relayed.sends();
    await keeps(relayed);
    await relayed.sees(/waiting to be sent/);
    const other = await openAnotherTab(relayed);
    other.expectsTrouble();
    await relayed.page.close();
    relay.cutAll(false);
    await other.page.route('**/graphql', (route) => route.abort());
    await other.page.goto(getCorpusPath(key));
    await button(other, 'Edit').click();
    await expect.poll(() => readShownValues(other)).toEqual(entered);
  });
});

const waiting = 'Your enquiry to Falmouth is waiting to be sent';

/** Stores an enquiry, and closes its page. Returns a tab that has another page of the site, where nothing is sent. */
async function storesAndLeaves(relay: Relay, relayed: Visitor, email: string): Promise<Visitor> {
  await fillsContact(relayed, email);
  relay.cutAll(true);
  await relayed.sends();
  await keeps(relayed);
  await relayed.sees(waiting);
  const other = await openAnotherTab(relayed);
  other.expectsTrouble();
  await relayed.page.close();
  relay.cutAll(false);
  await other.page.route('**/graphql', (route) => route.abort());
  return other;
}

const countWaiting = ({ page }: Visitor) => page.locator('.sw-waiting-item').count();

describe('an enquiry that is edited', () => {
  onLine(
    'is not waiting any more, and is sent once after a reload',
    async ({ relay, relayed, server, expect }) => {
      const email = 'edited.reloaded@example.com';
      const other = await storesAndLeaves(relay, relayed, email);
      await other.page.goto('/visit');
      await other.sees(waiting);
      // Beside the button of a closed dialog.
      expect(await findAxeViolations(other.page)).toEqual([]);
      await button(other, 'Edit').click();
      await other.page.waitForURL('**/contact');
      await expect.poll(() => other.readValues('email')).toEqual({ email });
      await expect.poll(() => countWaiting(other)).toBe(0);
      await expect.poll(() => other.focus()).toBe('enquiry_type');
      await other.reloads();
      await expect.poll(() => other.readValues('email')).toEqual({ email });
      await other.page.unroute('**/graphql');
      await other.control('message').fill('And on Sundays?');
      await other.sends();
      await other.sees(/^Thank you/);
      expect(await findArrived(server, email)).toHaveLength(1);
      await expect.poll(() => countStored(other)).toEqual([0, 0]);
    },
  );

  onLine('is shown again when its page was closed', async ({ relay, relayed, expect }) => {
    const other = await storesAndLeaves(relay, relayed, 'edited.closed@example.com');
    await other.page.goto('/contact');
    await button(other, 'Edit').click();
    await expect.poll(() => countWaiting(other)).toBe(0);
    await expect.poll(() => other.focus()).toBe('enquiry_type');
    const third = await openAnotherTab(other);
    third.expectsTrouble();
    await third.visits('/contact');
    await third.page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /outbox-[\w-]+\.js/.test(name)),
    );
    expect(await countWaiting(third)).toBe(0);
    await other.page.close();
    await third.page.reload();
    await third.sees(waiting);
  });
});

describe('the focus', () => {
  onLine('is never lost', async ({ relay, relayed, expect }) => {
    const email = 'focus@example.com';
    await fillsContact(relayed, email);
    relay.cutAll(true);
    await relayed.sends();
    await relayed.sees('Your enquiry has not been sent: there is no connection.');
    await button(relayed, 'Do not keep this on this device').click();
    await expect.poll(() => relayed.focus()).toContain('there is no connection');
    await relayed.sends();
    await expect.poll(() => relayed.focus()).toContain('there is no connection');
  });

  onLine('is on what was sent', async ({ relay, relayed, expect }) => {
    const other = await storesAndLeaves(relay, relayed, 'focus.sent@example.com');
    await other.page.goto('/contact');
    await button(other, 'Send now').click();
    await other.sees('There is still no connection. Your enquiry is still waiting.');
    await expect.poll(() => other.focus()).toBe('Send now');
    await other.page.unroute('**/graphql');
    await button(other, 'Send now').click();
    await other.page.getByRole('heading', { name: 'Your enquiry has been sent' }).waitFor();
    await expect.poll(() => other.focus()).toBe('Your enquiry has been sent');
    // The heading with the focus says it.
    expect(await other.announcements()).not.toContain('Your enquiry has been sent');
  });

  onLine('is in the form after an enquiry was discarded', async ({ relay, relayed, expect }) => {
    const other = await storesAndLeaves(relay, relayed, 'focus.discarded@example.com');
    await other.page.goto('/contact');
    await button(other, 'Discard').click();
    await button(other, 'Discard').click();
    await expect.poll(() => countWaiting(other)).toBe(0);
    await expect.poll(() => other.focus()).toBe('enquiry_type');
  });
});
