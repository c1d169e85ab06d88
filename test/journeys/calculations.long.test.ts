import { describe } from 'vitest';
import { postNames } from '#engine';
import { createCorpusSite, getCorpusPath, listDrawnForms } from '../corpus/corpus.ts';
import { journeysOn } from '../support/journey.ts';

const key = 'order-with-totals';

const it = journeysOn(createCorpusSite(listDrawnForms().filter((one) => one.key === key)));

describe('a calculated field', () => {
  it('is said when typing pauses, and not with every key', async ({ visitor, expect }) => {
    await visitor.visits(getCorpusPath(key));
    await visitor.fills({ order_rate: 10 });
    const total = visitor.page.getByRole('status', { name: 'Total' });
    const message = await total.evaluateHandle((output) => {
      const heard: (string | null)[] = [];
      new MutationObserver(() => heard.push(output.textContent)).observe(output, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      return heard;
    });
    await visitor.control('order_metres').pressSequentially('120');
    await expect.poll(() => message.jsonValue()).toEqual(['1,200']);
  });

  it('takes the focus where what comes of the answers is refused', async ({ visitor, expect }) => {
    await visitor.visits(getCorpusPath(key));
    await visitor.fills({ order_metres: 500, order_rate: 100 });
    await visitor.fills({ order_voucher: 'KITE' });
    await visitor.sends();
    const focused = () => visitor.page.evaluate(() => document.activeElement?.getAttribute('name'));
    await expect.poll(focused).toBe('order_total');
  });

  it('is worked out by the server where no script runs', async ({ newVisitor, expect }) => {
    const { page } = await newVisitor({ javaScriptEnabled: false });
    await page.goto(getCorpusPath(key));
    await page.locator('[name=order_metres]').fill('4');
    await page.locator('[name=order_rate]').fill('2,5');
    await page.locator(`[name="${postNames.showFields}"]`).click();
    await expect.poll(() => page.getByRole('status', { name: 'Total' }).textContent()).toBe('10');
  });
});
