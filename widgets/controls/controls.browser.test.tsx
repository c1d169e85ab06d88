import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createTestForm, createTestSituation } from '../testing/forms.ts';
import { Harness } from '../testing/harness.tsx';
import { renderField } from '../testing/render-field.tsx';

describe('TextControl', () => {
  it('commits its text when it is left, not before', async () => {
    const onInput = vi.fn();
    const screen = await renderField({ type: 'string' }, 'text', { onInput });
    await screen.getByLabelText('It').click();
    await userEvent.keyboard('Ada');
    expect(screen.heard).not.toHaveBeenCalled();
    expect(onInput.mock.calls).toEqual([
      ['it', 'A'],
      ['it', 'Ad'],
      ['it', 'Ada'],
    ]);
    await userEvent.tab();
    expect(screen.heard).toHaveBeenCalledExactlyOnceWith({ it: 'Ada' });
  });

  it('commits its text at Enter', async () => {
    const screen = await renderField({ type: 'string' });
    await screen.getByLabelText('It').click();
    await userEvent.keyboard('Ada{Enter}');
    expect(screen.entered()).toBe('Ada');
  });

  it('commits its text at every input where the section asks for that', async () => {
    const screen = await renderField({ type: 'string' }, 'text', { commitOn: 'input' });
    await screen.getByLabelText('It').click();
    await userEvent.keyboard('Ad ');
    expect(screen.heard.mock.calls).toEqual([[{ it: 'A' }], [{ it: 'Ad' }], [{ it: 'Ad ' }]]);
    await expect.element(screen.getByLabelText('It')).toHaveValue('Ad ');
  });

  it('commits its text at the inputs for which the section asks, once it has heard them', async () => {
    const onInput = vi.fn();
    const commitOn = () => onInput.mock.lastCall?.[1] === 'Ad';
    const screen = await renderField({ type: 'string' }, 'text', { commitOn, onInput });
    await screen.getByLabelText('It').click();
    await userEvent.keyboard('Ada');
    expect(screen.heard.mock.calls).toEqual([[{ it: 'Ad' }]]);
    await userEvent.tab();
    expect(screen.entered()).toBe('Ada');
  });

  it('waits for the end of a composition, as of Japanese words', async () => {
    const screen = await renderField({ type: 'string' }, 'text', { commitOn: 'input' });
    const input = screen.getByLabelText('It').element() as HTMLInputElement;
    const type = (text: string) => {
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    };
    input.focus();
    input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    // React listens to the value that its own setter saw.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'よ');
    input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    expect(screen.heard).not.toHaveBeenCalled();
    type('横');
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await expect.poll(() => screen.entered()).toBe('横');
  });

  it('says nothing when it is left as it was', async () => {
    const screen = await renderField({ type: 'string' }, 'text', { entered: { it: 'Ada' } });
    await screen.getByLabelText('It').click();
    await userEvent.keyboard('x{Backspace}');
    await userEvent.tab();
    expect(screen.heard).not.toHaveBeenCalled();
  });

  it('cuts nothing off', async () => {
    const screen = await renderField({ type: 'string', maxLength: 3 });
    await screen.getByLabelText('It').fill('longer than that');
    await screen.send();
    await expect.element(screen.getByLabelText('It')).toHaveValue('longer than that');
    await expect.element(screen.getByLabelText('It')).toHaveAccessibleDescription(/Shorten to 3 characters/);
  });

  it('counts by code points', async () => {
    const screen = await renderField({ type: 'string', maxLength: 3 });
    await screen.getByLabelText('It').fill('😀😀😀');
    await screen.send();
    await expect.element(screen.getByLabelText('It')).not.toHaveAttribute('aria-invalid');
  });
});

describe('numbers', () => {
  it('are committed as numbers, written with a point or a comma', async () => {
    const screen = await renderField({ type: 'number' });
    await screen.getByLabelText('It').fill('12,5');
    await userEvent.tab();
    expect(screen.entered()).toBe(12.5);
    await expect.element(screen.getByLabelText('It')).toHaveValue('12,5');
  });

  it('can be typed digit by digit while every input is committed', async () => {
    const screen = await renderField({ type: 'number' }, undefined, { commitOn: 'input' });
    await screen.getByLabelText('It').click();
    await userEvent.keyboard('1.50');
    await expect.element(screen.getByLabelText('It')).toHaveValue('1.50');
    expect(screen.entered()).toBe(1.5);
  });

  it('are told apart from what is none, which stays to be mended', async () => {
    const screen = await renderField({ type: 'integer' });
    await screen.getByLabelText('It').fill('a dozen');
    await screen.send();
    await expect.element(screen.getByLabelText('It')).toHaveValue('a dozen');
    await expect.element(screen.getByLabelText('It')).toHaveAttribute('aria-invalid', 'true');
  });

  it('bring up the keyboard for them', async () => {
    const screen = await renderField({ type: 'integer' });
    await expect.element(screen.getByLabelText('It')).toHaveAttribute('inputmode', 'numeric');
  });
});

describe('TextareaControl', () => {
  it('takes several lines, and Enter starts one', async () => {
    const screen = await renderField({ type: 'string' }, 'textarea');
    await screen.getByLabelText('It').click();
    await userEvent.keyboard('One{Enter}two');
    expect(screen.heard).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(screen.entered()).toBe('One\ntwo');
  });
});

describe('dates and times', () => {
  it.each([
    ['date', { type: 'string', format: 'date' }, '2026-11-21', /^2026-11-21$/],
    [
      'date-time',
      { type: 'string', format: 'date-time' },
      '2026-11-21T10:30',
      /^2026-11-21T10:30:00[+-]\d\d:\d\d$/,
    ],
    ['time', { type: 'string', format: 'time' }, '10:30', /^10:30:00[+-]\d\d:\d\d$/],
  ])('%s', async (_name, schema, typed, committed) => {
    const screen = await renderField(schema);
    await screen.getByLabelText('It').fill(typed);
    await screen.send();
    expect(screen.entered()).toMatch(committed);
    await expect.element(screen.getByLabelText('It')).toHaveValue(typed);
    await expect.element(screen.getByLabelText('It')).not.toHaveAttribute('aria-invalid');
  });
});

describe('times between limits', () => {
  it('are what the control offers, and are judged by the visitor’s own clock', async () => {
    const screen = await renderField({
      type: 'string',
      format: 'time',
      formatMinimum: '09:00',
      formatMaximum: '17:30',
    });
    const control = screen.getByLabelText('It');
    await expect.element(control).toHaveAttribute('min', '09:00');
    await expect.element(control).toHaveAttribute('max', '17:30');
    await control.fill('08:59');
    await screen.send();
    await expect.element(control).toHaveAccessibleDescription(/^Enter a time from 09:00 on: It$/);
    await control.fill('09:00');
    await screen.send();
    await expect.element(control).not.toHaveAttribute('aria-invalid');
  });

  it('are no ends of the control where they are moments', async () => {
    const screen = await renderField({ type: 'string', format: 'time', formatMinimum: '09:00:00Z' });
    await expect.element(screen.getByLabelText('It')).not.toHaveAttribute('min');
  });
});

describe('choices', () => {
  it('of a radio group are one group by name', async () => {
    const screen = await renderField({ type: 'string', enum: ['sail', 'motor'] }, 'radio');
    const group = screen.getByRole('radiogroup', { name: 'It' });
    await group.getByLabelText('motor').click();
    expect(screen.entered()).toBe('motor');
    await expect.element(group.getByLabelText('sail')).not.toBeChecked();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.entered()).toBe('sail');
  });

  it('of a radio group for yes and no', async () => {
    const screen = await renderField({ type: 'boolean' }, 'radio');
    await screen.getByRole('radio', { name: 'No' }).click();
    expect(screen.entered()).toBe(false);
    await screen.getByRole('radio', { name: 'Yes' }).click();
    expect(screen.entered()).toBe(true);
  });

  it('of a scale are committed as the numbers that they are', async () => {
    const screen = await renderField({ type: 'integer', enum: [1, 2, 3] }, 'scale');
    await screen.getByRole('combobox', { name: 'It' }).selectOptions('2');
    expect(screen.entered()).toBe(2);
  });

  it('are drawn as the plan has them, whatever was entered', async () => {
    const screen = await renderField({ type: 'string', enum: ['a', 'b'] }, 'select', {
      entered: { it: 'c' },
    });
    await expect.element(screen.getByRole('combobox', { name: 'It' })).toHaveValue('');
    await expect.element(screen.getByRole('combobox', { name: 'It' })).toHaveDisplayValue('Choose one');
  });
});

describe('radio buttons', () => {
  it('that may stay unanswered have a way back, by keyboard too', async () => {
    const screen = await renderField({ type: 'string', enum: ['a', 'b'] }, 'radio');
    await screen.getByLabelText('a').click();
    expect(screen.entered()).toBe('a');
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => screen.entered()).toBeUndefined();
    await expect.element(screen.getByLabelText('a')).not.toBeChecked();
    await expect.element(screen.getByLabelText('a')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Clear the choice' }).elements()).toEqual([]);
  });

  it('that have to be answered have none', async () => {
    const form = createTestForm(
      { required: ['it'], properties: { it: { type: 'string', title: 'It', enum: ['a', 'b'] } } },
      { it: { 'ui:widget': 'radio' } },
    );
    const screen = await render(
      <Harness form={form} situation={createTestSituation(form, { entered: { it: 'a' } })} />,
    );
    await expect.element(screen.getByLabelText('a')).toBeChecked();
    expect(screen.getByRole('button', { name: 'Clear the choice' }).elements()).toEqual([]);
  });
});

describe('a number with steps', () => {
  it('loses the focus to the wheel, which would change it', async () => {
    const screen = await renderField({ type: 'integer' }, 'updown', { entered: { it: 12 } });
    const input = screen.getByLabelText('It');
    await input.click();
    input.element().dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: -100 }));
    await expect.element(input).not.toHaveFocus();
  });
});

describe('sliders and colours', () => {
  it('commit nothing before they are moved', async () => {
    const screen = await renderField({ type: 'integer', minimum: 0, maximum: 10 }, 'range');
    await expect.element(screen.getByLabelText('It')).toHaveAttribute('max', '10');
    await screen.send();
    expect(screen.entered()).toBeUndefined();
    await screen.getByRole('slider', { name: 'It' }).fill('7');
    expect(screen.entered()).toBe(7);
  });

  it('commit what they show to whoever presses it, or the space bar, and say until then that nothing is chosen', async () => {
    const screen = await renderField({ type: 'integer', minimum: 0, maximum: 10 }, 'range');
    const slider = screen.getByRole('slider', { name: 'It' });
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'Not chosen yet');
    await slider.click();
    await expect.poll(() => screen.entered()).toBe(5);
    await expect.element(slider).not.toHaveAttribute('aria-valuetext');
    const other = await renderField({ type: 'integer', minimum: 0, maximum: 10 }, 'range', { idPrefix: 'u' });
    (other.container.querySelector('input[type=range]') as HTMLInputElement).focus();
    await userEvent.keyboard(' ');
    expect(other.entered()).toBe(5);
  });

  it('are inputs that can be left empty where no script sends them', () => {
    const form = createTestForm(
      { properties: { it: { type: 'integer', title: 'It' }, hull: { type: 'string', title: 'Hull' } } },
      { it: { 'ui:widget': 'range' }, hull: { 'ui:widget': 'color' } },
    );
    const drawn = document.createElement('div');
    drawn.innerHTML = renderToString(
      <Harness form={form} situation={createTestSituation(form)} posting={{ branches: {} }} />,
    );
    const shown = [...drawn.querySelectorAll<HTMLInputElement>('[name=it], [name=hull]')];
    expect(shown.map(({ type, value }) => [type, value])).toEqual([
      ['number', ''],
      ['text', ''],
    ]);
  });

  it('take a colour, and say until then that none is chosen', async () => {
    const screen = await renderField({ type: 'string' }, 'color');
    await expect.element(screen.getByLabelText('It')).toHaveAccessibleDescription('Not chosen yet');
    await screen.getByLabelText('It').fill('#123456');
    expect(screen.entered()).toBe('#123456');
    await expect.element(screen.getByLabelText('It')).not.toHaveAccessibleDescription();
  });
});

describe('a hidden field', () => {
  it('carries its value along', async () => {
    const screen = await renderField({ type: 'string' }, 'hidden', { entered: { it: 'x' } });
    const input = screen.container.querySelector<HTMLInputElement>('input[name=it]');
    expect([input?.type, input?.value]).toEqual(['hidden', 'x']);
  });
});
