import { flushSync } from 'react-dom';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../theme/theme.css';
import { expectNoViolations, getDescriptionText } from '../testing/accessibility.ts';
import { type RenderFieldOptions, renderField } from '../testing/render-field.tsx';

const goals = { type: 'array', uniqueItems: true, items: { enum: ['price', 'speed', 'range'] } };

async function draw(drawing: RenderFieldOptions & { schema?: object } = {}) {
  const screen = await renderField(drawing.schema ?? goals, 'ranking', drawing);
  await expect.element(screen.getByLabelText('price', { exact: true })).toBeVisible();
  const rows = () => [...screen.container.querySelectorAll('li')];
  const shown = () => rows().map((row) => row.querySelector('label')?.textContent);
  const positions = () => [...screen.container.querySelectorAll('select')].map(({ value }) => value);
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  return Object.assign(screen, { rows, shown, positions, press });
}

describe('RankingWidget', () => {
  it('starts with the choices of the form and no value', async () => {
    const screen = await draw();
    expect(screen.shown()).toEqual(['price', 'speed', 'range']);
    expect(screen.positions()).toEqual(['', '', '']);
    expect(screen.entered()).toBeUndefined();
    await expect.element(screen.getByRole('group', { name: 'It' })).toBeVisible();
    await expectNoViolations(screen.container);
  });

  it('commits all choices with the first move, and says the new position', async () => {
    const screen = await draw();
    await screen.press('Move range up');
    expect(screen.entered()).toEqual(['price', 'range', 'speed']);
    expect(screen.shown()).toEqual(['price', 'range', 'speed']);
    expect(screen.positions()).toEqual(['1', '2', '3']);
    await expect.element(screen.getByRole('status')).toHaveTextContent('range: position 2 of 3');
  });

  it('keeps the focus on the button that moves a choice, also at the end of the list', async () => {
    const screen = await draw();
    screen.getByRole('button', { name: 'Move price down' }).element().focus();
    await userEvent.keyboard('{Enter}{Enter}{Enter}');
    expect(screen.entered()).toEqual(['speed', 'range', 'price']);
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Move price down');
    await expect.poll(() => document.activeElement?.getAttribute('aria-disabled')).toBe('true');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
    expect(screen.entered()).toEqual(['speed', 'price', 'range']);
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Move price up');
  });

  it('moves a choice to the position that is selected, and keeps the focus there', async () => {
    const screen = await draw();
    const select = screen.getByLabelText('range', { exact: true });
    select.element().focus();
    await select.selectOptions('1');
    expect(screen.entered()).toEqual(['range', 'price', 'speed']);
    await expect.poll(() => document.activeElement).toBe(select.element());
    await expect.element(screen.getByRole('status')).toHaveTextContent('range: position 1 of 3');
  });

  it('takes the order of the form by a button, and clears it again', async () => {
    const screen = await draw();
    await screen.press('Keep this order');
    expect(screen.entered()).toEqual(['price', 'speed', 'range']);
    await expect
      .poll(() => document.activeElement)
      .toBe(screen.getByLabelText('price', { exact: true }).element());
    await screen.press('Clear the choice');
    expect(screen.entered()).toBeUndefined();
    expect(screen.positions()).toEqual(['', '', '']);
  });

  it('is dragged with the mouse by its row', async () => {
    const screen = await draw();
    const [first] = screen.rows();
    const list = screen.getByRole('list');
    const { height } = list.element().getBoundingClientRect();
    await userEvent.dragAndDrop(first as Element, list, {
      sourcePosition: { x: 200, y: 20 },
      targetPosition: { x: 200, y: height - 4 },
    });
    expect(screen.entered()).toEqual(['speed', 'range', 'price']);
    await expect.element(screen.getByRole('status')).toHaveTextContent('price: position 3 of 3');
  });

  /** Presses a pointer on a part of the first row and moves it below the last one; the mouse is pointer 1. */
  function dragDown(row: Element | undefined, part: string, pointerType: string) {
    const list = row?.parentElement;
    const pointer = { pointerId: 1, pointerType, bubbles: true, button: 0, isPrimary: true };
    const fire = (target: Element | null | undefined, type: string, clientY = 0) =>
      flushSync(() => target?.dispatchEvent(new PointerEvent(type, { ...pointer, clientY })));
    fire(row?.querySelector(part), 'pointerdown');
    fire(list, 'pointermove', (list?.getBoundingClientRect().bottom ?? 0) - 1);
    return (type: string) => fire(list, type);
  }

  it.each([
    ['mouse', '.sw-ranking-label', true],
    ['touch', '.sw-ranking-grip', true],
    ['touch', '.sw-ranking-label', false],
    ['mouse', 'select', false],
    ['mouse', 'button', false],
  ])('is dragged with the %s by its %s: %s', async (pointerType, part, isDragged) => {
    const screen = await draw();
    const finish = dragDown(screen.rows()[0], part, pointerType);
    finish('pointerup');
    expect(screen.entered()).toEqual(isDragged ? ['speed', 'range', 'price'] : undefined);
  });

  it('is back in its position if a drag is cancelled, by Escape or by the browser', async () => {
    const screen = await draw();
    const finish = dragDown(screen.rows()[0], '.sw-ranking-label', 'mouse');
    await expect.poll(screen.shown).toEqual(['speed', 'range', 'price']);
    expect(screen.positions()).toEqual(['1', '2', '3']);
    await userEvent.keyboard('{Escape}');
    await expect.poll(screen.shown).toEqual(['price', 'speed', 'range']);
    finish('pointerup');
    const touch = dragDown(screen.rows()[0], '.sw-ranking-grip', 'touch');
    await expect.poll(screen.shown).toEqual(['speed', 'range', 'price']);
    touch('pointercancel');
    await expect.poll(screen.shown).toEqual(['price', 'speed', 'range']);
    expect(screen.positions()).toEqual(['', '', '']);
    expect(screen.entered()).toBeUndefined();
  });

  it('scrolls a dragged choice into sight', async () => {
    await page.viewport(600, 300);
    const items = { enum: ['price', ...Array.from({ length: 14 }, (_, index) => `choice ${index}`)] };
    const screen = await draw({ schema: { ...goals, items } });
    scrollTo(0, 0);
    dragDown(screen.rows()[0], '.sw-ranking-grip', 'touch');
    await expect.poll(() => screen.shown().at(-1)).toBe('price');
    const last = () => screen.rows().at(-1)?.getBoundingClientRect().bottom ?? Infinity;
    await expect.poll(last).toBeLessThanOrEqual(innerHeight);
    await page.viewport(900, 700);
  });

  it('moves no focus with a drag after a choice was selected where it was', async () => {
    const screen = await draw();
    const select = screen.getByLabelText('price', { exact: true });
    select.element().focus();
    await select.selectOptions('1');
    expect(screen.entered()).toEqual(['price', 'speed', 'range']);
    const send = screen.getByRole('button', { name: 'Send' }).element();
    send.focus();
    const finish = dragDown(screen.rows()[0], '.sw-ranking-grip', 'touch');
    await expect.poll(screen.shown).toEqual(['speed', 'range', 'price']);
    await expect.poll(() => document.activeElement).toBe(send);
    finish('pointerup');
    expect(screen.entered()).toEqual(['speed', 'range', 'price']);
    await expect.poll(() => document.activeElement).toBe(send);
  });

  it('cannot be cleared or moved if it is locked', async () => {
    const screen = await draw({
      entered: {},
      schema: { ...goals, default: ['range', 'price', 'speed'] },
      ui: { 'ui:readonly': true },
    });
    expect(screen.shown()).toEqual(['range', 'price', 'speed']);
    dragDown(screen.rows()[0], '.sw-ranking-label', 'mouse')('pointerup');
    expect(screen.shown()).toEqual(['range', 'price', 'speed']);
    expect(screen.container.querySelectorAll('.sw-actions, .sw-ranking-grip')).toHaveLength(0);
  });

  it('shows positions that two choices share, and accepts the order once it is changed', async () => {
    const screen = await draw({ entered: { it: { price: 2, speed: 2, range: 1 } }, isSent: true });
    expect(screen.shown()).toEqual(['range', 'price', 'speed']);
    expect(screen.positions()).toEqual(['1', '2', '2']);
    const select = screen.getByLabelText('range', { exact: true });
    expect(getDescriptionText(select.element())).toBe('Give each choice a position of its own: It');
    await screen.press('Keep this order');
    expect(screen.entered()).toEqual(['range', 'price', 'speed']);
    await screen.press('Move speed up');
    expect(screen.entered()).toEqual(['range', 'speed', 'price']);
    await screen.send();
    await expect.poll(() => screen.container.querySelector('.sw-error')).toBeNull();
  });

  it('shows an order that was entered before, and what is missing in it at the end', async () => {
    const screen = await draw({ entered: { it: ['range', 'gone'] } });
    expect(screen.shown()).toEqual(['range', 'price', 'speed']);
    expect(screen.positions()).toEqual(['1', '', '']);
  });

  it.each(['100%', '200%'])('has room at 320 pixels with letters of %s', async (letters) => {
    await page.viewport(320, 700);
    document.documentElement.style.fontSize = letters;
    const screen = await draw();
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    for (const button of screen.container.querySelectorAll('li button')) {
      expect(button.getBoundingClientRect().width).toBeGreaterThanOrEqual(24);
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(24);
    }
    document.documentElement.style.fontSize = '';
    await page.viewport(900, 700);
  });
});
