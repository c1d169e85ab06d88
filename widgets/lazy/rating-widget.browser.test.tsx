import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderField } from '../testing/render-field.tsx';
import '../theme/theme.css';

const fiveSteps = { type: 'integer', minimum: 1, maximum: 5 } as const;

/** Returns the names of the radio buttons, without white space at the ends. */
function listNames(container: Element): readonly (string | undefined)[] {
  return [...container.querySelectorAll('[type=radio]')].map((radio) =>
    (radio as HTMLInputElement).labels?.[0]?.textContent?.trim(),
  );
}

describe('RatingWidget', () => {
  it('is a group of radio buttons, one for each whole number, and commits a number', async () => {
    const screen = await renderField(fiveSteps, 'rating');
    await expect.element(screen.getByRole('radiogroup', { name: 'It' })).toBeVisible();
    expect(listNames(screen.container)).toEqual(['1', '2', '3', '4', '5']);
    await screen.getByRole('radio', { name: '4' }).click();
    expect(screen.entered()).toBe(4);
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.entered()).toBe(3);
  });

  it('fills the stars up to the chosen one', async () => {
    const screen = await renderField(fiveSteps, 'rating', { entered: { it: 2 } });
    const fills = [...screen.container.querySelectorAll('.sw-rating-star')].map(
      (star) => getComputedStyle(star).fill,
    );
    expect(fills).toHaveLength(5);
    expect(new Set(fills.slice(0, 2)).size).toBe(1);
    expect(new Set(fills.slice(2)).size).toBe(1);
    expect(fills[1]).not.toBe(fills[2]);
  });

  it('is cleared by a button where it is optional', async () => {
    const screen = await renderField(fiveSteps, 'rating', { entered: { it: 2 } });
    await screen.getByRole('button', { name: 'Clear the choice' }).click();
    expect(screen.entered()).toBeUndefined();
    await expect.element(screen.getByRole('radio', { name: '1' })).toHaveFocus();
    expect(screen.container.querySelector(':checked')).toBeNull();
  });

  it('shows the texts of its ends, which are parts of the names', async () => {
    const schema = {
      type: 'integer',
      oneOf: [{ const: 1, title: 'poor' }, { const: 2 }, { const: 3, title: '3 (good)' }],
    };
    const screen = await renderField(schema, 'rating');
    expect(listNames(screen.container)).toEqual(['1 poor', '2', '3 (good)']);
    expect(screen.container.querySelector('.sw-rating-ends')?.textContent).toBe('poor3 (good)');
  });

  it.each([
    ['from 0', { type: 'integer', minimum: 0, maximum: 10 }, {}],
    ['of more than ten', { type: 'integer', minimum: 1, maximum: 11 }, {}],
    ['that asks for them', fiveSteps, { 'ui:symbols': 'numbers' }],
  ])('shows numbers for a rating %s', async (_case, schema, ui) => {
    const screen = await renderField(schema, 'rating', { ui });
    expect(screen.container.querySelector('.sw-rating-star')).toBeNull();
    const shown = [...screen.container.querySelectorAll('.sw-rating-number')].map((step) => step.textContent);
    expect(shown).toEqual(listNames(screen.container).map((name) => name?.slice(0, name.length / 2)));
  });

  it.each([
    [5, 900],
    [10, 320],
  ])('has targets of at least 24 pixels in one line: %s stars at %s pixels', async (maximum, width) => {
    await page.viewport(width, 700);
    const screen = await renderField({ ...fiveSteps, maximum }, 'rating');
    const targets = [...screen.container.querySelectorAll('[type=radio]')].map((radio) =>
      radio.getBoundingClientRect(),
    );
    for (const [index, target] of targets.entries()) {
      expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(24);
      expect(target.left).toBeGreaterThanOrEqual(targets[index - 1]?.right ?? target.left);
      expect(target.top).toBe(targets[0]?.top);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const legend = screen.container.querySelector('.sw-legend')?.getBoundingClientRect();
    const star = screen.container.querySelector('.sw-rating-star')?.getBoundingClientRect();
    expect(Math.abs((star?.left ?? 0) - (legend?.left ?? 0))).toBeLessThanOrEqual(1);
    await page.viewport(900, 700);
  });

  it('rates each item of a list', async () => {
    const schema = {
      type: 'array',
      items: { type: 'object', properties: { taste: { ...fiveSteps, title: 'Taste' } } },
    };
    const screen = await renderField(schema, 'array', {
      entered: { it: [{ taste: 5 }] },
      ui: { items: { taste: { 'ui:widget': 'rating' } } },
    });
    await expect.element(screen.getByRole('radio', { name: '5' })).toBeChecked();
    await screen.getByRole('radio', { name: '2' }).click();
    expect(screen.entered()).toEqual([{ taste: 2 }]);
  });
});
