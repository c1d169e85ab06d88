import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../theme/theme.css';
import { expectNoViolations } from '../testing/accessibility.ts';
import { createTestForm, createTestSituation } from '../testing/forms.ts';
import { Harness } from '../testing/harness.tsx';
import { type RenderFieldOptions, renderField } from '../testing/render-field.tsx';
import { loadLazyWidgets } from './load-lazy-widgets.ts';

const harbours = ['Falmouth', 'Fowey', 'Saint-Hélier', 'Saint Peter Port', 'Port Solent'];
const schema = { type: 'string', enum: harbours };

async function draw(drawing: RenderFieldOptions & { schema?: object } = {}) {
  const { schema: own = schema, ...given } = drawing;
  const screen = await renderField(own, 'autocomplete', given);
  const input = screen.getByRole('combobox', { name: 'It' });
  await expect.poll(() => input.element().localName).toBe('input');
  const options = () =>
    [...screen.container.querySelectorAll('[role=option]')].map((option) => option.textContent);
  const active = () => {
    const id = input.element().getAttribute('aria-activedescendant');
    return id === null ? undefined : document.getElementById(id)?.textContent;
  };
  const isOpen = () => input.element().getAttribute('aria-expanded') === 'true';
  const held = () => (input.element() as HTMLInputElement).value;
  const focus = () => (input.element() as HTMLElement).focus();
  return Object.assign(screen, { focus, input, options, active, isOpen, held });
}

describe('Combobox', () => {
  it('filters by words without diacritics while one types, and says how many match', async () => {
    const screen = await draw();
    await screen.input.click();
    expect(screen.options()).toEqual(harbours);
    await userEvent.keyboard('helier');
    expect(screen.options()).toEqual(['Saint-Hélier']);
    await expect.element(screen.getByRole('status')).toHaveTextContent('1 match');
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}po');
    expect(screen.options()).toEqual(['Port Solent', 'Saint Peter Port']);
    await expect.element(screen.getByRole('status')).toHaveTextContent('2 matches');
    await expectNoViolations(screen.container);
  });

  it('takes the option that arrows reach at Enter, and nothing before', async () => {
    const screen = await draw();
    screen.focus();
    await userEvent.keyboard('sa{ArrowDown}{ArrowDown}');
    expect([screen.active(), screen.entered(), screen.held()]).toEqual(['Saint Peter Port', undefined, 'sa']);
    await expectNoViolations(screen.container);
    await userEvent.keyboard('{Enter}');
    expect([screen.entered(), screen.held(), screen.isOpen()]).toEqual([
      'Saint Peter Port',
      'Saint Peter Port',
      false,
    ]);
  });

  it('opens at an arrow, goes round from the last to the first, and back to the text', async () => {
    const screen = await draw({ entered: { it: 'Fowey' } });
    screen.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect([screen.isOpen(), screen.active(), screen.options().length]).toEqual([true, 'Fowey', 5]);
    await userEvent.keyboard('{PageDown}');
    expect(screen.active()).toBe('Port Solent');
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.active()).toBe('Falmouth');
    await userEvent.keyboard('{ArrowUp}');
    expect([screen.active(), screen.isOpen()]).toEqual([undefined, true]);
    await userEvent.keyboard('{ArrowDown}{Home}');
    expect(screen.active()).toBeUndefined();
    expect((screen.input.element() as HTMLInputElement).selectionStart).toBe(0);
    await userEvent.keyboard('{ArrowDown}{End}');
    expect((screen.input.element() as HTMLInputElement).selectionStart).toBe('Fowey'.length);
  });

  it('closes at Escape and keeps what was typed', async () => {
    const screen = await draw();
    screen.focus();
    await userEvent.keyboard('fal{Escape}');
    expect([screen.isOpen(), screen.held()]).toEqual([false, 'fal']);
  });

  it('is chosen from by a click, and keeps the focus', async () => {
    const screen = await draw();
    await screen.input.click();
    await screen.getByRole('option', { name: 'Fowey' }).click();
    expect(screen.entered()).toBe('Fowey');
    await expect.poll(() => document.activeElement).toBe(screen.input.element());
    const height = screen.input.element().getBoundingClientRect().height;
    expect(height).toBeGreaterThanOrEqual(44);
  });

  it('takes a name that was typed in full, and empties where nothing is left', async () => {
    const screen = await draw();
    await screen.input.fill('saint-helier');
    await userEvent.tab();
    expect([screen.entered(), screen.held()]).toEqual(['Saint-Hélier', 'Saint-Hélier']);
    await screen.input.fill('');
    await userEvent.tab();
    expect(screen.entered()).toBeUndefined();
  });

  it('tells of a text that names none, and keeps it to be mended', async () => {
    const screen = await draw();
    await screen.input.fill('Portsmuth');
    await expect.element(screen.getByText('No match').first()).toBeVisible();
    await userEvent.tab();
    await screen.send();
    await expect.element(screen.getByText('Choose from the list: It')).toBeVisible();
    expect(screen.held()).toBe('Portsmuth');
    await expect.poll(() => document.activeElement).toBe(screen.input.element());
    await expectNoViolations(screen.container);
    await screen.input.fill('fowey');
    await userEvent.tab();
    expect(screen.entered()).toBe('Fowey');
  });

  it('commits what was typed when it is sent from inside', async () => {
    const screen = await draw();
    screen.focus();
    await userEvent.keyboard('fowey{Enter}');
    expect(screen.entered()).toBe('Fowey');
  });

  it('stays quick with thousands: some are drawn, more come when the last is reached', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `Berth ${index}`);
    const screen = await draw({ schema: { type: 'string', enum: many } });
    await screen.input.click();
    expect(screen.options().length).toBe(50);
    await expect.element(screen.getByText('4,950 more: keep typing')).toBeInTheDocument();
    expect(screen.container.querySelector('[role=option]')?.getAttribute('aria-setsize')).toBe('5000');
    await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}');
    expect(screen.active()).toBe('Berth 59');
    expect(screen.options().length).toBeLessThan(200);
    await userEvent.keyboard('x');
    expect(screen.options()).toEqual([]);
  });

  it('takes any text where the schema does', async () => {
    const screen = await draw({ schema: { type: 'string', examples: harbours } });
    await screen.input.fill('fal');
    expect(screen.options()).toEqual(['Falmouth']);
    await screen.input.fill('Portsmuth');
    await userEvent.tab();
    expect(screen.entered()).toBe('Portsmuth');
  });

  it('holds at 320 px', async () => {
    await page.viewport(320, 700);
    const screen = await draw();
    await screen.input.click();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await page.viewport(900, 700);
  });
});

describe('AutocompleteWidget', () => {
  const ui = { it: { 'ui:widget': 'autocomplete' } };

  /** The field as a server draws it. */
  function drawn(own: object) {
    const form = createTestForm({ properties: { it: { title: 'It', ...own } } }, ui);
    const container = document.createElement('main');
    container.innerHTML = renderToString(
      <Harness form={form} situation={createTestSituation(form)} posting={{ branches: {} }} />,
    );
    return container;
  }

  it('is a select until a script takes it over, and an input with suggestions where any text does', async () => {
    await loadLazyWidgets();
    const select = drawn(schema).querySelector<HTMLSelectElement>('select[name=it]');
    expect([...(select?.options ?? [])].map(({ value }) => value)).toEqual(['', ...harbours]);
    const free = drawn({ type: 'string', examples: harbours });
    const input = free.querySelector<HTMLInputElement>('input[name=it]');
    const list = free.querySelector<HTMLDataListElement>(`datalist[id="${input?.getAttribute('list')}"]`);
    expect(list?.options.length).toBe(5);
  });
});
