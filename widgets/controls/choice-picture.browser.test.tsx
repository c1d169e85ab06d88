import { describe, expect, it } from 'vitest';
import { expectNoViolations } from '../testing/accessibility.ts';
import { renderField } from '../testing/render-field.tsx';
import '../theme/theme.css';

const schema = {
  type: 'string',
  oneOf: [
    { const: 'red', title: 'Red' },
    { const: 'blue', title: 'Blue' },
  ],
};
const ui = { 'ui:images': { red: '/no-such-picture.png' } };

describe('a choice with a picture', () => {
  it('is chosen by a press on the picture, and named by its label', async () => {
    const screen = await renderField(schema, 'radio', { ui });
    screen.container.querySelector<HTMLElement>('.sw-choice-picture')?.click();
    expect(screen.entered()).toBe('red');
    await expect.element(screen.getByRole('radio', { name: 'Red', exact: true })).toBeChecked();
  });

  it('is named first by its label, also with a problem', async () => {
    const screen = await renderField(schema, 'radio', { ui, problems: [{ field: 'it', code: 'required' }] });
    const red = screen.getByRole('radio', { name: 'Red', exact: true }).element() as HTMLInputElement;
    expect(red.labels?.[0]?.textContent).toBe('Red');
    await expectNoViolations(screen.container);
  });

  it('stays as large as the others and keeps its label if the picture does not load', async () => {
    const screen = await renderField(schema, 'radio', { ui });
    await expect.element(screen.container.querySelector('img')).not.toBeVisible();
    const frame = screen.container.querySelector('.sw-choice-picture');
    expect(frame?.getBoundingClientRect().height).toBeGreaterThan(60);
    await expect.element(screen.getByText('Red')).toBeVisible();
  });

  it('is any of several with checkboxes, also without a picture', async () => {
    const schemaOfList = { type: 'array', uniqueItems: true, items: schema };
    const screen = await renderField(schemaOfList, 'checkboxes', { ui });
    await expect.poll(() => screen.container.querySelectorAll('img').length).toBe(1);
    screen.container.querySelector<HTMLElement>('.sw-choice-picture')?.click();
    await screen.getByRole('checkbox', { name: 'Blue' }).click();
    expect(screen.entered()).toEqual(['red', 'blue']);
  });
});
