import { describe } from 'vitest';
import { postNames } from '#engine';
import { createCorpusSite, getCorpusPath, listDrawnForms } from '../corpus/corpus.ts';
import { journeysOn } from '../support/journey.ts';

const key = 'extras-by-rig';

const it = journeysOn(createCorpusSite(listDrawnForms().filter((one) => one.key === key)));

describe('several choices that a rule filters', () => {
  it('are drawn by the server where no script runs', async ({ newVisitor, expect }) => {
    const { page } = await newVisitor({ javaScriptEnabled: false });
    await page.goto(getCorpusPath(key));
    await page.locator('[name=fit_rig]').selectOption('motor');
    await page.locator('[name=fit_extras][value=thruster]').check();
    await page.locator(`[name="${postNames.showFields}"]`).click();
    const boxes = page.locator('[name=fit_extras]');
    await expect.poll(() => boxes.count()).toBe(2);
    expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([
      false,
      true,
    ]);
  });
});
