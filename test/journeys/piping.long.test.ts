import { describe } from 'vitest';
import { createPipedLabel, it, wrapInIsolates } from './piping-journey.ts';

describe('texts that say answers', () => {
  it('move nothing sideways on a narrow screen, however long the answer is', async ({
    newVisitor,
    expect,
  }) => {
    const visitor = await newVisitor({ viewport: { width: 320, height: 700 } });
    await visitor.visits('/valuation');
    await visitor.fills({ boat_make: 'W'.repeat(120) });
    await visitor.sees(createPipedLabel(wrapInIsolates(`${'W'.repeat(60)}…`)));
    const width = await visitor.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
  });

  it('are Arabic on an Arabic page, and an English answer stands in its place', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits('/ar/valuation');
    await visitor.fills({ boat_make: 'Slipway (38)' });
    const message = `ماذا نعرف عن ${wrapInIsolates('Slipway (38)')}؟`;
    await visitor.sees(message);
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
    }, message);
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
    await visitor.sees(`We look at ${wrapInIsolates('Slipway')}.`);
    await expect.poll(() => visitor.page.title()).not.toContain('Slipway');
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
    await visitor.sees(`The condition of ${wrapInIsolates('Slipway')}`);
    await visitor.sees(`As you would describe ${wrapInIsolates('Slipway')} to a friend.`);
    await expect.poll(() => visitor.page.title()).toContain('The condition of the boat');
    await expect.poll(() => visitor.page.title()).not.toContain('Slipway');
    await visitor.fills({ tax_paid_status: 'tax-paid', engine_hours: '412' });
    await visitor.sends();
    await visitor.page.goBack();
    await visitor.sees(`What should we know about ${wrapInIsolates('Slipway')}?`);
  });
});
