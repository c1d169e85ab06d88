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
  it('is filled in and sent', async ({ visitor, server, expect }) => {
    await visitor.visits(stayPath);
    await expect.poll(() => readPartNames(visitor)).toEqual(['born[day]', 'born[month]', 'born[year]']);
    await visitor.fills({ ...adasWidgetAnswers, email: 'stay@example.com' });
    await locateDatePart(visitor, 'day').fill('3');
    await locateDatePart(visitor, 'month').fill('5');
    await locateDatePart(visitor, 'year').fill('84');
    await choosePort(visitor, 'helier');
    await visitor.page.getByRole('radio', { name: 'The berth Good', exact: true }).check();
    await visitor.page.getByRole('radio', { name: 'The people on the quay Poor', exact: true }).check();
    expect(await findAxeViolations(visitor.page)).toEqual([]);
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

  it('is posted without scripts, and tells there what is wrong', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor({ javaScriptEnabled: false });
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(stayPath);
    await visitor.fills({ ...adasWidgetAnswers, email: 'plain-widgets@example.com' });
    await locateDatePart(visitor, 'day').fill('٣١');
    await locateDatePart(visitor, 'month').fill('2');
    await locateDatePart(visitor, 'year').fill('84');
    await visitor.chooses('home_port', 'fowey');
    await rateRow(visitor, 'berth', 2);
    await visitor.sends();
    const problem = page.getByRole('link', { name: 'Enter a day from 1 to 29: Date of birth' });
    await problem.click();
    await expect.poll(() => visitor.focus()).toBe('born[day]');
    await expect.poll(() => locateDatePart(visitor, 'year').inputValue()).toBe('1984');
    await page.getByRole('link', { name: 'Fill in: The people on the quay' }).click();
    await expect.poll(() => visitor.focus()).toBe('stay[staff]');
    await expect.poll(() => page.locator('[name="stay[berth]"][value="2"]').isChecked()).toBe(true);
    await locateDatePart(visitor, 'day').fill('3');
    await rateRow(visitor, 'staff', 4);
    await visitor.sends();
    await visitor.sees('Thank you for your words');
    const arrived = await server.enquiries();
    const record = arrived.find(({ values }) => values.email === 'plain-widgets@example.com');
    expect(record?.values).toMatchObject({
      born: '1984-02-03',
      home_port: 'fowey',
      stay: { berth: 2, staff: 4 },
    });
  });
});
