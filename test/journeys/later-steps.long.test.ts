import { describe } from 'vitest';
import type { Relay } from '../browsers/relay.ts';
import { boatAnswers, conditionAnswers, personAnswers } from '../steps/step-site.ts';
import { openAnotherTab, type Visitor } from '../support/visitor.ts';
import { awaitParts, button, countStored, findArrived, keeps, withLine } from './later-journey.ts';
import { answerAllSteps, it as onSteps } from './steps-journey.ts';

const it = withLine(onSteps);

const summary = 'Step 5 of 5 Check your answers';

const waiting = /^Your enquiry .*is waiting to be sent$/;

/** Answers all steps, loses the line, and stores the enquiry. */
async function storesSteps(visitor: Visitor, relay: Relay, email: string): Promise<void> {
  await answerAllSteps(visitor, email);
  await awaitParts(visitor);
  relay.cutAll(true);
  await visitor.sends();
  await keeps(visitor);
  await visitor.sees(waiting);
}

/** Closes the visitor's page, and returns another tab, which cannot send either. Ends with the returned function. */
async function leaves(visitor: Visitor, relay: Relay) {
  const other = await openAnotherTab(visitor);
  other.expectsTrouble();
  await visitor.page.close();
  relay.cutAll(false);
  return { other, mend: relay.cut('/graphql', 'before') };
}

describe('a form in steps without a connection', () => {
  it.for([
    { path: '/steps', from: '/contact' },
    { path: '/steps/dialog', from: '/steps/dialog' },
    { path: '/steps/all', from: '/steps/all' },
  ])(
    'is edited in another visit from its summary: $path from $from',
    async ({ path, from }, { relay, relayed, server, expect }) => {
      const email = `steps${path}${from}@example.com`.replaceAll('/', '.');
      const isDialog = path.endsWith('dialog');
      await relayed.visits(path);
      if (isDialog) await relayed.opensDialog();
      if (path.endsWith('all')) await relayed.chooses('enquiry_type', 8);
      await storesSteps(relayed, relay, email);
      const { other, mend } = await leaves(relayed, relay);
      await other.page.goto(from);
      await other.sees(waiting);
      await button(other, 'Edit').click();
      await other.page.waitForURL(`**${path}*`);
      await other.page.getByRole('heading', { name: 'Check your answers' }).waitFor();
      await expect.poll(() => other.focus()).toBe(summary);
      await other.page.locator('.sw-back').click();
      await other.control('email').waitFor();
      expect(await other.readValues('name', 'email', 'accept_term')).toEqual({
        name: personAnswers.name,
        email,
        accept_term: true,
      });
      await other.page.locator('.sw-back').click();
      await other.page.locator('.sw-back').click();
      await other.control('engine_hours').waitFor();
      expect(await other.readValues('engine_hours')).toEqual({ engine_hours: conditionAnswers.engine_hours });
      await other.page.locator('.sw-back').click();
      await other.control('boat_model').waitFor();
      expect(await other.readValues('boat_model')).toEqual({ boat_model: boatAnswers.boat_model });
      mend();
      await other.control('boat_model').fill('Kestrel 42');
      for (const _step of ['boat', 'condition', 'photos', 'person']) await other.sends();
      await other.page.getByRole('heading', { name: 'Check your answers' }).waitFor();
      await other.sends();
      await other.sees('Your request has reached us');
      expect((await findArrived(server, email)).map(({ values }) => values.boat_model)).toEqual([
        'Kestrel 42',
      ]);
      await expect.poll(() => countStored(other)).toEqual([0, 0]);
    },
  );

  it('is edited in place from its summary, and discarded without a loss of the focus', async ({
    relay,
    relayed,
    expect,
  }) => {
    await relayed.visits('/steps');
    await storesSteps(relayed, relay, 'steps.in.place@example.com');
    await button(relayed, 'Edit').click();
    await expect.poll(() => relayed.focus()).toBe(summary);
    await relayed.sends();
    await keeps(relayed);
    await button(relayed, 'Discard').click();
    await button(relayed, 'Discard').click();
    await expect.poll(() => relayed.focus()).toBe(summary);
    await expect.poll(() => countStored(relayed)).toEqual([0, 0]);
  });
});
