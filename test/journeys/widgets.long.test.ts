import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { stayPath } from '../widgets/stay-documents.ts';
import {
  adasWidgetAnswers,
  choosePort,
  it,
  locateDatePart,
  rateRow,
  readPartNames,
} from './widgets-journey.ts';

describe('a form with widgets that few forms have', () => {
  it('leads to the part of a day and the row that are wrong', async ({ visitor, expect }) => {
    await visitor.visits(stayPath);
    await visitor.fills({ ...adasWidgetAnswers, email: 'wrong@example.com' });
    await locateDatePart(visitor, 'day').fill('31');
    await locateDatePart(visitor, 'month').fill('2');
    await locateDatePart(visitor, 'year').fill('1984');
    await rateRow(visitor, 'berth', 2);
    await visitor.sends();
    await visitor.sees('Enter a day from 1 to 29: Date of birth');
    await visitor.sees('Fill in: The people on the quay');
    await expect.poll(() => visitor.focus()).toBe('born[day]');
    expect(await findAxeViolations(visitor.page)).toEqual([]);
  });

  it('keeps a home port that is none to be mended, in a draft as well', async ({ visitor, expect }) => {
    await visitor.visits(stayPath);
    const input = visitor.page.locator('input[name=home_port]');
    await input.fill('Portsmuth');
    await input.blur();
    await visitor.reloads();
    await expect.poll(() => input.inputValue()).toBe('Portsmuth');
    await visitor.sends();
    await visitor.sees('Choose from the list: Home port');
    await choosePort(visitor, 'fow');
    await expect.poll(() => visitor.page.getByText('Choose from the list: Home port').count()).toBe(0);
  });

  it('orders a day as the page’s locale does, and keeps a draft of its parts', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(`/us${stayPath}`);
    await expect.poll(() => readPartNames(visitor)).toEqual(['born[month]', 'born[day]', 'born[year]']);
    await locateDatePart(visitor, 'month').fill('5');
    await locateDatePart(visitor, 'day').fill('3');
    await locateDatePart(visitor, 'day').blur();
    await visitor.reloads();
    await expect.poll(() => locateDatePart(visitor, 'month').inputValue()).toBe('05');
    await expect.poll(() => locateDatePart(visitor, 'day').inputValue()).toBe('03');
  });

  it('holds at 320 px, from left to right and from right to left', async ({ newVisitor, expect }) => {
    const visitor = await newVisitor({ viewport: { width: 320, height: 700 } });
    for (const path of [stayPath, `/ar${stayPath}`]) {
      await visitor.visits(path);
      const width = () => visitor.page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(() => width()).toBeLessThanOrEqual(320);
      await expect.poll(() => visitor.page.getByRole('radiogroup').count()).toBe(3);
      expect(await findAxeViolations(visitor.page)).toEqual([]);
    }
  });
});
