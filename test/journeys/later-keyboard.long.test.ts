import { describe } from 'vitest';
import { createKeyActions } from '../accessibility/keys.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import type { Visitor } from '../support/visitor.ts';
import { awaitParts, countStored, findArrived, it } from './later-journey.ts';

const unreachable =
  'Your enquiry has not been sent: there is no connection. Nothing that you entered is lost.';
const keep = 'Send when I am back online';
const waiting = 'Your enquiry to Falmouth is waiting to be sent';

/** Returns the actions of a visitor who has only a keyboard, with the steps of an enquiry that is sent later. */
function createLaterKeys(visitor: Visitor) {
  const keys = createKeyActions(visitor);
  const { keyboard } = visitor.page;
  return {
    ...keys,
    presses: (key: string) => keyboard.press(key),
    async types(answers: Readonly<Record<string, string>>) {
      for (const [field, answer] of Object.entries(answers)) {
        await keys.reaches(field);
        await keys.answers(answer);
      }
    },
  };
}

describe('with the keyboard alone', () => {
  it('an enquiry is stored, edited, stored again and sent', async ({ relay, relayed, server, expect }) => {
    const email = 'keys@example.com';
    const keys = createLaterKeys(relayed);
    const focus = () => expect.poll(async () => (await relayed.focus()).trim());
    await relayed.visits('/contact');
    await keys.skips('Skip to the content');
    await keys.reaches('enquiry_type');
    await keys.types({ office_location: '1', name: 'Ada Marsh', email, phone: '', message: 'Hello' });
    await awaitParts(relayed);
    relay.cutAll(true);
    await keys.reaches('Send message');
    await keys.presses('Enter');
    await focus().toBe(unreachable);
    expect(await findAxeViolations(relayed.page), 'the offer').toEqual([]);
    await keys.reaches(keep, 'Do not keep this on this device', 'Send message');
    for (const back of ['Do not keep this on this device', keep]) {
      await keys.presses('Shift+Tab');
      await focus().toBe(back);
    }
    await keys.presses('Enter');
    await focus().toBe(waiting);
    expect(await findAxeViolations(relayed.page), 'stored').toEqual([]);

    await keys.reaches('Send now', 'Edit', 'Discard');
    await keys.presses('Enter');
    await focus().toBe('Discard this enquiry? It has not been sent.');
    expect(await findAxeViolations(relayed.page), 'a question').toEqual([]);
    await keys.reaches('Discard', 'Keep it');
    await keys.presses('Enter');
    await focus().toBe(waiting);

    await keys.reaches('Send now');
    await keys.presses('Enter');
    await relayed.sees('There is still no connection. Your enquiry is still waiting.');
    await focus().toBe('Send now');
    await keys.reaches('Edit');
    await keys.presses('Enter');
    await focus().toBe('enquiry_type');
    await keys.reaches('office_location', 'name', 'email', 'phone', 'message');
    await keys.presses('Control+End');
    await relayed.page.keyboard.type(', and thank you');
    await keys.reaches('Send message');
    await keys.presses('Enter');
    await focus().toBe(unreachable);
    await keys.reaches(keep);
    await keys.presses('Enter');
    await focus().toBe(waiting);

    relay.cutAll(false);
    await keys.reaches('Send now');
    await keys.presses('Enter');
    await focus().toMatch(/^Thank you/);
    const arrived = await findArrived(server, email);
    expect(arrived.map(({ values }) => values.message)).toEqual(['Hello, and thank you']);
    await expect.poll(() => countStored(relayed)).toEqual([0, 0]);
  });

  it('Escape leaves the dialog of a stored enquiry, which opens as it was', async ({
    relay,
    relayed,
    expect,
  }) => {
    const keys = createLaterKeys(relayed);
    const focus = () => expect.poll(async () => (await relayed.focus()).trim());
    const stored = 'Your enquiry is waiting to be sent';
    await relayed.visits('/visit');
    await relayed.page.getByRole('button', { name: 'Contact us' }).focus();
    await keys.presses('Enter');
    await relayed.control('name').waitFor();
    await relayed.control('name').focus();
    await relayed.page.keyboard.type('Ada Marsh');
    await keys.types({ email: 'keys.modal@example.com', phone: '', message: 'Hello' });
    await awaitParts(relayed);
    relay.cutAll(true);
    await keys.reaches('Send message');
    await keys.presses('Enter');
    await focus().toBe(unreachable);
    expect(await findAxeViolations(relayed.page), 'the offer').toEqual([]);
    await keys.reaches(keep);
    await keys.presses('Enter');
    await focus().toBe(stored);
    expect(await findAxeViolations(relayed.page), 'stored').toEqual([]);
    await keys.presses('Escape');
    await focus().toBe('Contact us');
    await keys.presses('Enter');
    await relayed.page.getByRole('dialog').getByRole('heading', { name: stored }).waitFor();
    await expect.poll(() => hasFocusIn(relayed, 'dialog')).toBe(true);
    relay.cutAll(false);
    while ((await relayed.focus()).trim() !== 'Send now') await keys.presses('Tab');
    await keys.presses('Enter');
    await focus().toMatch(/^Thank you/);
    await keys.presses('Escape');
    await focus().toBe('Contact us');
  });
});

/** Returns true if the focus is in the first element with this tag. */
function hasFocusIn({ page }: Visitor, tag: string): Promise<boolean> {
  return page.evaluate((name) => document.activeElement?.closest(name) != null, tag);
}
