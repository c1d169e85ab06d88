import { afterEach, describe, expect, it } from 'vitest';
import { focusControl } from './focus-control.ts';

afterEach(() => document.body.replaceChildren());

function drawn(html: string): HTMLElement {
  document.body.innerHTML = `<main>${html}</main>`;
  return document.querySelector('main') as HTMLElement;
}

describe('focusControl', () => {
  it.each([
    ['a control', 'name', '<input id="form-name" data-wanted>'],
    [
      'the first control of a group',
      'boat',
      '<fieldset id="form-boat"><input data-wanted><input></fieldset>',
    ],
    [
      'the choice between branches of a group',
      'boat',
      '<fieldset id="form-boat--choice"><select data-wanted></select><input></fieldset>',
    ],
    [
      'what a value stands in, where it is not drawn itself',
      'boat/make',
      '<fieldset id="form-boat"><input type="hidden"><input disabled><input data-wanted></fieldset>',
    ],
  ])('moves to %s', (_what, pointer, html) => {
    expect(focusControl(drawn(html), 'form', pointer)).toBe(true);
    expect(document.activeElement).toBe(document.querySelector('[data-wanted]'));
  });

  it('says that nothing there can take it', () => {
    expect(focusControl(drawn('<input id="form-name" disabled>'), 'form', 'name')).toBe(false);
    expect(focusControl(drawn(''), 'form', 'boat/make')).toBe(false);
  });
});
