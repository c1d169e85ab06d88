import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { delayScripts } from '../support/delayed-scripts.ts';
import { createPipedLabel, it, wrapInIsolates } from './piping-journey.ts';

describe('texts that say answers', () => {
  it('follow what is typed, in the field below it, without a word to who hears the page', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/valuation');
    const { page } = visitor;
    const message = () =>
      visitor
        .control('additional_information')
        .evaluate((control: HTMLTextAreaElement) => control.labels[0]?.textContent);
    await expect.poll(() => message()).toBe(createPipedLabel('her'));
    await visitor.control('boat_make').focus();
    for (const [key, so] of [
      ['A', 'A'],
      ['l', 'Al'],
      [' ', 'Al'],
      ['<', 'Al <'],
    ] as const) {
      await page.keyboard.type(key);
      await expect.poll(message).toBe(createPipedLabel(wrapInIsolates(so)));
    }
    await expect.poll(visitor.focus).toBe('boat_make');
    await expect.poll(() => visitor.readValues('boat_make')).toEqual({ boat_make: 'Al <' });
    await visitor.fills({ boat_model: '38', tax_paid_status: 'tax-not-paid', year: '2015' });
    await visitor.sees(`${wrapInIsolates('Al <')} ${wrapInIsolates('38')}: duties due.`);
    await expect
      .poll(() => visitor.description('engine_hours'))
      .toBe(`Since ${wrapInIsolates('2015')}, as the meter says`);
    await visitor.fills({ boat_make: '' });
    await expect.poll(message).toBe(createPipedLabel('her'));
    await expect.poll(visitor.announcements).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('are taken over as the server drew them, and say what was typed before scripts came', async ({
    visitor,
  }) => {
    const { letGo } = await delayScripts(visitor);
    await visitor.page.goto('/valuation', { waitUntil: 'commit' });
    await visitor.sees(createPipedLabel('her'));
    await visitor.control('boat_make').fill('Wren');
    await letGo();
    await visitor.isHydrated();
    await visitor.sees(createPipedLabel(wrapInIsolates('Wren')));
    await visitor.reloads();
    await visitor.sees(createPipedLabel(wrapInIsolates('Wren')));
  });
});
