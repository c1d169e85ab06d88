import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../theme/theme.css';
import { expectNoViolations, getDescriptionText } from '../testing/accessibility.ts';
import { type RenderFieldOptions, renderField } from '../testing/render-field.tsx';

const choices = {
  type: 'integer',
  oneOf: [1, 2, 3].map((value) => ({ const: value, title: titles(value) })),
};
const survey = {
  type: 'object',
  title: 'Your stay',
  required: ['berth'],
  properties: {
    berth: { title: 'The berth', ...choices },
    staff: { title: 'The staff', description: 'On the quay and in the office', ...choices },
  },
};

function titles(value: number): string {
  return ['Poor', 'Fair', 'Good'][value - 1] ?? '';
}

async function draw(drawing: RenderFieldOptions & { width?: number } = {}) {
  await page.viewport(drawing.width ?? 900, 700);
  const screen = await renderField(survey, 'matrix', drawing);
  await expect.poll(() => screen.container.querySelectorAll('[type=radio]').length).toBe(6);
  const focused = () => document.activeElement as HTMLInputElement;
  return Object.assign(screen, { focused });
}

describe('Matrix', () => {
  it('is a table whose radio buttons are called by their row and their column', async () => {
    const screen = await draw();
    await expect.element(screen.getByRole('group', { name: 'Your stay' })).toBeVisible();
    await expect.element(screen.getByRole('table')).toBeVisible();
    const heads = screen
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent);
    expect(heads).toEqual(['Poor', 'Fair', 'Good']);
    await expect.element(screen.getByRole('rowheader', { name: /^The staff/ })).toBeVisible();
    await expect.element(screen.getByRole('rowheader', { name: 'The berth required' })).toBeVisible();
    await screen.getByRole('radio', { name: 'The staff Fair' }).click();
    await screen.getByRole('radio', { name: 'The berth Good' }).click();
    expect(screen.entered()).toEqual({ staff: 2, berth: 3 });
    await expect
      .element(screen.getByRole('radio', { name: 'The staff Fair' }))
      .toHaveAccessibleDescription('On the quay and in the office');
    await expectNoViolations(screen.container);
  });

  it('takes a click anywhere in a cell', async () => {
    const screen = await draw();
    const cell = screen.getByRole('cell').elements().at(-1)?.getBoundingClientRect() ?? new DOMRect();
    const hit = document.elementFromPoint(cell.x + 4, cell.y + cell.height / 2);
    (hit as HTMLElement).click();
    expect(screen.entered()).toEqual({ staff: 3 });
    expect(cell.height).toBeGreaterThanOrEqual(44);
  });

  it('has one stop of the keyboard for each row, and arrows inside it', async () => {
    const screen = await draw();
    await userEvent.tab();
    expect(screen.focused().name).toBe('it[berth]');
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.entered()).toEqual({ berth: 2 });
    await userEvent.tab();
    expect(screen.focused().name).toBe('it[staff]');
    await userEvent.keyboard(' {ArrowDown}{ArrowDown}');
    expect(screen.entered()).toEqual({ berth: 2, staff: 3 });
  });

  it('tells a problem in its row, and moves focus there', async () => {
    const screen = await draw({ entered: { it: { staff: 2 } } });
    await screen.send();
    const cell = screen.getByRole('rowheader', { name: /The berth/ });
    await expect.poll(() => cell.element().textContent).toContain('Fill in: The berth');
    await expect.poll(() => screen.focused().name).toBe('it[berth]');
    expect(getDescriptionText(screen.focused())).toBe('Fill in: The berth');
    const invalid = [...screen.container.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')];
    expect([...new Set(invalid.map(({ name }) => name))]).toEqual(['it[berth]']);
    await expectNoViolations(screen.container);
  });

  it('shows what was entered before', async () => {
    const screen = await draw({ entered: { it: { staff: 2, berth: 1 } } });
    await expect.element(screen.getByRole('radio', { name: 'The staff Fair' })).toBeChecked();
    await expect.element(screen.getByRole('radio', { name: 'The berth Poor' })).toBeChecked();
  });

  it('is a group for each row where there is no room for a table, and says so', async () => {
    const screen = await draw({ width: 320 });
    const group = screen.getByRole('radiogroup', { name: 'The berth' });
    await expect.element(group).toHaveAttribute('aria-required', 'true');
    expect(screen.getByRole('table').elements()).toEqual([]);
    expect(screen.getByRole('columnheader').elements()).toEqual([]);
    await group.getByRole('radio', { name: 'Good', exact: true }).click();
    expect(screen.entered()).toEqual({ berth: 3 });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await expectNoViolations(screen.container);
  });

  it('keeps focus and answers when the room for a table comes and goes', async () => {
    const screen = await draw({ width: 320 });
    await screen.getByRole('radio', { name: 'Good' }).first().click();
    const before = screen.focused();
    await page.viewport(900, 700);
    await expect.element(screen.getByRole('table')).toBeVisible();
    expect(screen.focused()).toBe(before);
    await expect.element(screen.getByRole('radio', { name: 'The berth Good' })).toBeChecked();
  });
});
