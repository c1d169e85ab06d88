import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import type { Answers, Visitor } from '../support/visitor.ts';
import { stayContent, stayDocuments, stayPath } from '../widgets/stay-documents.ts';

const it = journeysOn({ documents: stayDocuments(), content: stayContent() });

const ada: Answers = { name: 'Ada Marsh' };

/** Names of the parts of the date of birth, as they stand on the page. */
function partNames({ page }: Visitor): Promise<readonly string[]> {
  return page
    .locator('[name^="born["]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name));
}

/** Chooses a home port by typing. */
async function namesPort({ page }: Visitor, typed: string): Promise<void> {
  await page.locator('input[name=home_port]').fill(typed);
  await page.locator('[role=option]').first().click();
}

const part = ({ page }: Visitor, name: string) => page.locator(`[name="born[${name}]"]`);
const rate = ({ page }: Visitor, row: string, value: number) =>
  page.locator(`[name="stay[${row}]"][value="${value}"]`).check();

describe('a form with widgets that few forms have', () => {
  it('is filled in and sent', async ({ visitor, server, expect }) => {
    await visitor.visits(stayPath);
    expect(await partNames(visitor)).toEqual(['born[day]', 'born[month]', 'born[year]']);
    await visitor.fills({ ...ada, email: 'stay@example.com' });
    await part(visitor, 'day').fill('3');
    await part(visitor, 'month').fill('5');
    await part(visitor, 'year').fill('84');
    await namesPort(visitor, 'helier');
    await visitor.page.getByRole('radio', { name: 'The berth Good', exact: true }).check();
    await visitor.page.getByRole('radio', { name: 'The people on the quay Poor', exact: true }).check();
    expect(await violations(visitor.page)).toEqual([]);
    await visitor.sends();
    await visitor.sees('Thank you for your words');
    const arrived = await server.enquiries();
    const record = arrived.find(({ values }) => values.email === 'stay@example.com');
    expect(record?.values).toMatchObject({
      born: '1984-05-03',
      home_port: 'st-helier',
      stay: { berth: 3, staff: 1 },
    });
  });

  it('leads to the part of a day and the row that are wrong', async ({ visitor, expect }) => {
    await visitor.visits(stayPath);
    await visitor.fills({ ...ada, email: 'wrong@example.com' });
    await part(visitor, 'day').fill('31');
    await part(visitor, 'month').fill('2');
    await part(visitor, 'year').fill('1984');
    await rate(visitor, 'berth', 2);
    await visitor.sends();
    await visitor.sees('Enter a day from 1 to 29: Date of birth');
    await visitor.sees('Fill in: The people on the quay');
    await expect.poll(() => visitor.focus()).toBe('born[day]');
    expect(await violations(visitor.page)).toEqual([]);
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
    await namesPort(visitor, 'fow');
    await expect.poll(() => visitor.page.getByText('Choose from the list: Home port').count()).toBe(0);
  });

  it('orders a day as the page’s locale does, and keeps a draft of its parts', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(`/us${stayPath}`);
    expect(await partNames(visitor)).toEqual(['born[month]', 'born[day]', 'born[year]']);
    await part(visitor, 'month').fill('5');
    await part(visitor, 'day').fill('3');
    await part(visitor, 'day').blur();
    await visitor.reloads();
    await expect.poll(() => part(visitor, 'month').inputValue()).toBe('05');
    await expect.poll(() => part(visitor, 'day').inputValue()).toBe('03');
  });

  it('is posted without scripts, and tells there what is wrong', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor({ javaScriptEnabled: false });
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(stayPath);
    await visitor.fills({ ...ada, email: 'plain@example.com' });
    await part(visitor, 'day').fill('٣١');
    await part(visitor, 'month').fill('2');
    await part(visitor, 'year').fill('84');
    await visitor.chooses('home_port', 'fowey');
    await rate(visitor, 'berth', 2);
    await visitor.sends();
    const problem = page.getByRole('link', { name: 'Enter a day from 1 to 29: Date of birth' });
    await problem.click();
    await expect.poll(() => visitor.focus()).toBe('born[day]');
    expect(await part(visitor, 'year').inputValue()).toBe('1984');
    await page.getByRole('link', { name: 'Fill in: The people on the quay' }).click();
    await expect.poll(() => visitor.focus()).toBe('stay[staff]');
    expect(await page.locator('[name="stay[berth]"][value="2"]').isChecked()).toBe(true);
    await part(visitor, 'day').fill('3');
    await rate(visitor, 'staff', 4);
    await visitor.sends();
    await visitor.sees('Thank you for your words');
    const arrived = await server.enquiries();
    const record = arrived.find(({ values }) => values.email === 'plain@example.com');
    expect(record?.values).toMatchObject({
      born: '1984-02-03',
      home_port: 'fowey',
      stay: { berth: 2, staff: 4 },
    });
  });

  it('holds at 320 px, from left to right and from right to left', async ({ newVisitor, expect }) => {
    const visitor = await newVisitor({ viewport: { width: 320, height: 700 } });
    for (const path of [stayPath, `/ar${stayPath}`]) {
      await visitor.visits(path);
      const width = () => visitor.page.evaluate(() => document.documentElement.scrollWidth);
      expect(await width()).toBeLessThanOrEqual(320);
      await expect.poll(() => visitor.page.getByRole('radiogroup').count()).toBe(3);
      expect(await violations(visitor.page)).toEqual([]);
    }
  });
});

const plain = journeysOn();

describe('a page without such a form', () => {
  plain('takes nothing of them along', async ({ server, expect }) => {
    const page = await (await fetch(`${server.url}/contact`)).text();
    expect(page).not.toContain('late-widgets');
    expect(page).not.toContain('widgets.date-parts');
  });
});
