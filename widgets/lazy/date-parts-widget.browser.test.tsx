import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../theme/theme.css';
import { expectNoViolations, getDescriptionText } from '../testing/accessibility.ts';
import { type RenderFieldOptions, renderField } from '../testing/render-field.tsx';

const day = { type: 'string', format: 'date' };

async function draw(schema: object = day, drawing: RenderFieldOptions = {}) {
  const screen = await renderField(schema, 'date-parts', drawing);
  await expect.element(screen.getByLabelText('Year')).toBeVisible();
  const part = (name: string) => screen.getByLabelText(name, { exact: true });
  const labels = () =>
    [...screen.container.querySelectorAll('.sw-date-part label')].map((one) => one.textContent);
  const names = () => [...screen.container.querySelectorAll('input')].map((one) => one.name);
  const focused = () => (document.activeElement as HTMLInputElement).name;
  const invalid = () =>
    [...screen.container.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')].map(({ name }) => name);
  return Object.assign(screen, { part, labels, names, focused, invalid });
}

describe('DatePartsWidget', () => {
  it('asks for day, month and year in a fieldset, in the order of the locale', async () => {
    const screen = await draw(day, { locale: 'en-GB' });
    expect(screen.labels()).toEqual(['Day', 'Month', 'Year']);
    expect(screen.names()).toEqual(['it[day]', 'it[month]', 'it[year]']);
    const group = screen.getByRole('group', { name: 'It' });
    expect(group.element().localName).toBe('fieldset');
    expect(screen.container.querySelector('legend')?.textContent).toBe('It');
    for (const input of screen.container.querySelectorAll('input')) expect(input.inputMode).toBe('numeric');
    await expectNoViolations(screen.container);
  });

  it.each([
    ['en-US', ['Month', 'Day', 'Year']],
    ['de', ['Day', 'Month', 'Year']],
    ['ja', ['Year', 'Month', 'Day']],
    ['ar', ['Day', 'Month', 'Year']],
  ])('has them in the order of %s', async (locale, order) => {
    const screen = await draw(day, { locale });
    expect(screen.labels()).toEqual(order);
  });

  it('commits one ISO date, typed from part to part', async () => {
    const screen = await draw(day, { locale: 'en-GB' });
    await screen.part('Day').click();
    await userEvent.keyboard('3{Tab}5{Tab}1984');
    await userEvent.tab();
    expect(screen.entered()).toBe('1984-05-03');
    expect(screen.part('Day').element()).toHaveProperty('value', '3');
  });

  it('tells what is being typed before it is left', async () => {
    const onInput = vi.fn();
    const screen = await draw(day, { locale: 'en-GB', onInput });
    await screen.part('Day').click();
    await userEvent.keyboard('12');
    expect(onInput.mock.calls).toEqual([
      ['it', '--01'],
      ['it', '--12'],
    ]);
    expect(screen.heard).not.toHaveBeenCalled();
  });

  it('shows which year two digits were taken for, once they are left', async () => {
    const screen = await draw();
    await screen.part('Year').click();
    await userEvent.keyboard('84');
    expect(screen.part('Year').element()).toHaveProperty('value', '84');
    await userEvent.tab();
    await expect.element(screen.part('Year')).toHaveValue('1984');
  });

  it('reads digits of any script', async () => {
    const screen = await draw();
    await screen.part('Day').fill('٣');
    await screen.part('Month').fill('５');
    await screen.part('Year').fill('۱۹۸۴');
    await userEvent.tab();
    expect(screen.entered()).toBe('1984-05-03');
  });

  it('spreads a whole date that is pasted', async () => {
    const screen = await draw(day, { locale: 'en-GB' });
    const paste = (text: string) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      screen.part('Day').element().dispatchEvent(event);
    };
    const shown = () => [...screen.container.querySelectorAll('input')].map(({ value }) => value);
    paste('1984-05-03');
    expect(shown()).toEqual(['03', '05', '1984']);
    paste('24.12.2026');
    expect(shown()).toEqual(['24', '12', '2026']);
    paste('12');
    expect(shown()).toEqual(['24', '12', '2026']);
  });

  it('says which part is missing, marks that one alone and moves focus there', async () => {
    const screen = await draw(day, { locale: 'en-GB' });
    await screen.part('Day').fill('3');
    await screen.part('Year').fill('1984');
    await screen.send();
    await expect.element(screen.getByText('Enter the month as well: It')).toBeVisible();
    expect(screen.invalid()).toEqual(['it[month]']);
    await expect.poll(screen.focused).toBe('it[month]');
    expect(getDescriptionText(screen.part('Month').element())).toBe('Enter the month as well: It');
    await expectNoViolations(screen.container);
  });

  it('says of a day that there is not how far the month goes', async () => {
    const screen = await draw(day, { locale: 'en-GB' });
    await screen.part('Day').fill('31');
    await screen.part('Month').fill('2');
    await screen.part('Year').fill('2026');
    await screen.send();
    await expect.element(screen.getByText('Enter a day from 1 to 28: It')).toBeVisible();
    expect(screen.invalid()).toEqual(['it[day]']);
    await expect.poll(screen.focused).toBe('it[day]');
    expect(screen.part('Day').element()).toHaveProperty('value', '31');
  });

  it('marks every part where the day as a whole does not do', async () => {
    const screen = await draw({ ...day, formatMaximum: '2026-01-01' }, { locale: 'en-GB' });
    await screen.part('Day').fill('2');
    await screen.part('Month').fill('1');
    await screen.part('Year').fill('2026');
    await screen.send();
    await expect.element(screen.getByText('Enter a date up to 1 January 2026: It')).toBeVisible();
    expect(screen.invalid()).toEqual(['it[day]', 'it[month]', 'it[year]']);
    await expect.poll(screen.focused).toBe('it[day]');
  });

  it('shows a day that was entered before, and one that comes from elsewhere', async () => {
    const screen = await draw(day, { locale: 'en-GB', entered: { it: '1984-05-03' } });
    expect([...screen.container.querySelectorAll('input')].map(({ value }) => value)).toEqual([
      '03',
      '05',
      '1984',
    ]);
  });

  it('is filled in by a browser where it is a birthday, and only there', async () => {
    const tokens = (screen: Awaited<ReturnType<typeof draw>>) =>
      [...screen.container.querySelectorAll('input')].map(({ autocomplete }) => autocomplete);
    const birthday = await draw(day, { locale: 'en-GB', ui: { 'ui:autocomplete': 'bday' } });
    expect(tokens(birthday)).toEqual(['bday-day', 'bday-month', 'bday-year']);
    await birthday.unmount();
    expect(tokens(await draw(day))).toEqual(['', '', '']);
  });
});
