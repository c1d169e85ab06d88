import { describe } from 'vitest';
import { pipingContent, pipingDocuments } from '../piping/piping-documents.ts';
import { violations } from '../support/accessibility.ts';
import { holdScripts } from '../support/held-scripts.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn({ documents: pipingDocuments(), content: pipingContent() });

const label = (said: string) => `What should we know about ${said}?`;
const isolated = (text: string) => `\u2068${text}\u2069`;

describe('texts that say answers', () => {
  it('follow what is typed, in the field below it, without a word to who hears the page', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/valuation');
    const { page } = visitor;
    const said = () =>
      visitor
        .control('additional_information')
        .evaluate((control: HTMLTextAreaElement) => control.labels[0]?.textContent);
    expect(await said()).toBe(label('her'));
    await visitor.control('boat_make').focus();
    for (const [key, so] of [
      ['A', 'A'],
      ['l', 'Al'],
      [' ', 'Al'],
      ['<', 'Al <'],
    ] as const) {
      await page.keyboard.type(key);
      await expect.poll(said).toBe(label(isolated(so)));
    }
    expect(await visitor.focus()).toBe('boat_make');
    expect(await visitor.holds('boat_make')).toEqual({ boat_make: 'Al <' });
    await visitor.fills({ boat_model: '38', tax_paid_status: 'tax-not-paid', year: '2015' });
    await visitor.sees(`${isolated('Al <')} ${isolated('38')}: duties due.`);
    expect(await visitor.description('engine_hours')).toBe(`Since ${isolated('2015')}, as the meter says`);
    await visitor.fills({ boat_make: '' });
    await expect.poll(said).toBe(label('her'));
    expect(await visitor.announcements()).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it('are taken over as the server drew them, and say what was typed before scripts came', async ({
    visitor,
  }) => {
    const { letGo } = await holdScripts(visitor);
    await visitor.page.goto('/valuation', { waitUntil: 'commit' });
    await visitor.sees(label('her'));
    await visitor.control('boat_make').fill('Wren');
    await letGo();
    await visitor.isTakenOver();
    await visitor.sees(label(isolated('Wren')));
    await visitor.reloads();
    await visitor.sees(label(isolated('Wren')));
  });

  it('move nothing sideways on a narrow screen, however long the answer is', async ({
    newVisitor,
    expect,
  }) => {
    const visitor = await newVisitor({ viewport: { width: 320, height: 700 } });
    await visitor.visits('/valuation');
    await visitor.fills({ boat_make: 'W'.repeat(120) });
    await visitor.sees(label(isolated(`${'W'.repeat(60)}…`)));
    const width = await visitor.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
  });

  it('are Arabic on an Arabic page, and an English answer stands in its place', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/ar/valuation');
    await visitor.fills({ boat_make: 'Slipway (38)' });
    const said = `ماذا نعرف عن ${isolated('Slipway (38)')}؟`;
    await visitor.sees(said);
    // The question mark is to the left of the name, as Arabic is read.
    const [name, mark] = await visitor.control('additional_information').evaluate((control, words) => {
      const text = (control as HTMLTextAreaElement).labels[0]?.firstChild as Text;
      const place = (from: number, to: number) => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, to);
        return range.getBoundingClientRect().left;
      };
      const at = text.data.indexOf('(');
      return [place(at, at + 1), place(words.length - 1, words.length)];
    }, said);
    expect(mark).toBeLessThan(name ?? 0);
  });

  it('say them in the thanks, and never in the title of the page or to who counts visits', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/valuation/thanks');
    await visitor.fills({
      boat_make: 'Slipway',
      boat_model: 'Kestrel 38',
      year: '2015',
      boat_location: 'Lymington',
      tax_paid_status: 'tax-not-paid',
      engine_hours: '412',
      name: 'Edith Farrow',
      email: 'thanks@example.com',
      phone: '+44 1590 555 021',
      accept_term: true,
    });
    await visitor.sends();
    await visitor.sees(`We look at ${isolated('Slipway')}.`);
    expect(await visitor.page.title()).not.toContain('Slipway');
    expect(JSON.stringify(await visitor.conversion())).not.toContain('Slipway');
  });

  it('stand in the heading of a step, and not in the title of its page', async ({ visitor, expect }) => {
    await visitor.visits('/valuation/steps');
    await visitor.fills({
      boat_make: 'Slipway',
      boat_model: 'Kestrel 38',
      year: '2015',
      boat_location: 'Lymington',
    });
    await visitor.sends();
    await visitor.sees(`The condition of ${isolated('Slipway')}`);
    await visitor.sees(`As you would describe ${isolated('Slipway')} to a friend.`);
    await expect.poll(() => visitor.page.title()).toContain('The condition of the boat');
    expect(await visitor.page.title()).not.toContain('Slipway');
    await visitor.fills({ tax_paid_status: 'tax-paid', engine_hours: '412' });
    await visitor.sends();
    await visitor.page.goBack();
    await visitor.sees(`What should we know about ${isolated('Slipway')}?`);
  });
});
