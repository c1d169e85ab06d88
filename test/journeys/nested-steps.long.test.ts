import { describe } from 'vitest';
import type { Visitor } from '../support/visitor.ts';
import { it, nestedStepsPath, pressContinue } from './nested-steps-site.ts';

async function answersAll(visitor: Visitor, addsItem: () => Promise<void>): Promise<void> {
  await visitor.fills({ berth_boat: 'Wren', berth_stay: 'season' });
  await pressContinue(visitor);
  await visitor.sees('Step 2 of 4');
  await addsItem();
  await visitor.control('berth_guests[0][name]').fill('Bo');
  await visitor.control('berth_guests[0][swims]').check();
  await pressContinue(visitor);
  await visitor.sees('Step 3 of 4');
  await visitor.fills({ berth_contact: 'Ann', berth_insurer: 'Lloyd' });
  await pressContinue(visitor);
  await visitor.sees('Check your answers');
  await visitor.sees(/Name: Bo\s+Can swim: Yes/);
  await visitor.page.getByText('Send message').last().click();
  await visitor.sees('It has arrived');
}

describe('a form in steps with lists and conditions', () => {
  it('brings what is inside along, with scripts and without', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor();
    await visitor.visits(nestedStepsPath);
    await answersAll(visitor, () => visitor.page.getByRole('button', { name: /Add/ }).click());
    const plain = await newVisitor({ javaScriptEnabled: false });
    plain.expectsTrouble();
    await plain.page.goto(nestedStepsPath);
    await answersAll(plain, () => plain.page.getByRole('button', { name: /Add/ }).click());
    const records = (await server.mailsDone()).map(({ values }) => values.berth_guests);
    expect(records).toEqual([[{ name: 'Bo', swims: true }], [{ name: 'Bo', swims: true }]]);
  });

  it('can be posted where what draws it does not come', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    await visitor.page.route(/stepped-form[^/]*\.js/, (route) => route.abort());
    await visitor.page.goto(nestedStepsPath);
    await visitor.fills({ berth_boat: 'Late', berth_stay: 'day' });
    await pressContinue(visitor);
    await visitor.fills({ berth_contact: 'Ann' });
    await pressContinue(visitor);
    await visitor.sees('Check your answers');
    await visitor.page.getByText('Send message').last().click();
    await visitor.sees('It has arrived');
    const boats = (await server.mailsDone()).map(({ values }) => values.berth_boat);
    expect(boats).toContain('Late');
  });
});
