import { describe } from 'vitest';
import { heardOf, treeText } from '../support/heard.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();

/** A page for each enquiry type, the ways it is asked for by the most questions. */
const forms = [
  ['general', '/contact'],
  ['careers', '/international/careers'],
  ['sales', '/sales/falmouth'],
  ['service', '/service/falmouth'],
  ['valuation', '/valuation'],
  ['event', '/international/events'],
] as const;

/** Each tree was read, as a screen reader would read it, before it was kept. */
describe.concurrent('what a screen reader is given', () => {
  it.for(forms)('of a form to be filled: %s', async ([type, path], { visitor, expect }) => {
    await visitor.visits(path);
    await visitor.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    const tree = treeText(await heardOf(visitor));
    await expect(tree).toMatchFileSnapshot(`trees/${type}.txt`);
  });

  it.for(forms)('of a form that was sent empty: %s', async ([type, path], { visitor, expect }) => {
    await visitor.visits(path);
    await visitor.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    await visitor.sends();
    await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
    const tree = treeText(await heardOf(visitor));
    await expect(tree).toMatchFileSnapshot(`trees/${type}-sent-empty.txt`);
  });
});
