import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clickIfMoved } from './moved-button.ts';

let form: HTMLFormElement;
let button: HTMLButtonElement;
const onClick = vi.fn();

beforeEach(() => {
  onClick.mockClear();
  form = document.body.appendChild(document.createElement('form'));
  form.innerHTML = '<button type="button"><b>Send</b></button>';
  button = form.querySelector('button') as HTMLButtonElement;
  Object.assign(button.style, {
    position: 'fixed',
    top: '100px',
    left: '100px',
    width: '90px',
    height: '40px',
  });
  button.addEventListener('click', onClick);
  form.addEventListener('mousedown', clickIfMoved);
});
afterEach(() => form.remove());

/** Dispatches the event of a mouse; the window is at 500, 500 on the screen, unless it has moved by some px. */
function dispatch(
  type: 'mousedown' | 'mouseup',
  { target, x, y, moved = 0, ...init }: MouseEventInit & Point & { target?: Element; moved?: number },
): void {
  const screen = { screenX: 500 + x + moved, screenY: 500 + y + moved };
  const event = new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, ...screen, ...init });
  (target ?? document.documentElement).dispatchEvent(event);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const onButton: Point = { x: 140, y: 120 };

describe('clickIfMoved', () => {
  it('clicks a button that moves away from a pointer that rests', () => {
    dispatch('mousedown', { target: button.firstElementChild ?? button, ...onButton });
    button.style.top = '300px';
    dispatch('mouseup', { x: 141, y: 118 });
    expect(onClick).toHaveBeenCalledOnce();
    dispatch('mouseup', onButton);
    expect(onClick).toHaveBeenCalledOnce();
  });

  it('clicks a button that moves with the frame around it', () => {
    dispatch('mousedown', { target: button, ...onButton });
    dispatch('mouseup', { x: 40, y: 20, moved: 100 });
    expect(onClick).toHaveBeenCalledOnce();
  });

  it('leaves a button that is still below the pointer to the browser', () => {
    dispatch('mousedown', { target: button, ...onButton });
    button.style.top = '115px';
    dispatch('mouseup', { target: button, ...onButton });
    expect(onClick).not.toHaveBeenCalled();
  });

  it('does nothing if the visitor moves the pointer away, whether or not the button moves', () => {
    for (const top of ['100px', '300px']) {
      dispatch('mousedown', { target: button, x: 140, y: button.getBoundingClientRect().top + 20 });
      button.style.top = top;
      dispatch('mouseup', { x: 140, y: 200 });
    }
    expect(onClick).not.toHaveBeenCalled();
  });

  it('does nothing if the visitor moves the pointer away in a page that is drawn smaller', () => {
    dispatch('mousedown', { target: button, ...onButton, screenX: 70, screenY: 60 });
    dispatch('mouseup', { x: 140, y: 150, screenX: 70, screenY: 75 });
    expect(onClick).not.toHaveBeenCalled();
  });

  it('leaves a press to the browser that ends at a part of the button or at the label around it', () => {
    const label = form.appendChild(document.createElement('label'));
    label.append(button);
    for (const end of [button.firstElementChild ?? button, label]) {
      button.style.top = '100px';
      dispatch('mousedown', { target: button, ...onButton });
      button.style.top = '300px';
      dispatch('mouseup', { target: end, ...onButton });
    }
    expect(onClick).not.toHaveBeenCalled();
  });

  it('does nothing if the button disappears', () => {
    for (const hide of [() => button.setAttribute('hidden', ''), () => button.remove()]) {
      dispatch('mousedown', { target: button, ...onButton });
      hide();
      dispatch('mouseup', onButton);
      button.removeAttribute('hidden');
    }
    expect(onClick).not.toHaveBeenCalled();
  });

  it('clicks once if two listeners report the press', () => {
    const other = new AbortController();
    form.addEventListener('mousedown', clickIfMoved, { capture: true, signal: other.signal });
    dispatch('mousedown', { target: button, ...onButton });
    button.style.top = '300px';
    dispatch('mouseup', { ...onButton, cancelable: true });
    other.abort();
    expect(onClick).toHaveBeenCalledOnce();
  });

  it('does nothing for other buttons of a mouse', () => {
    dispatch('mousedown', { target: button, ...onButton, button: 2 });
    button.style.top = '300px';
    dispatch('mouseup', { ...onButton, button: 2 });
    expect(onClick).not.toHaveBeenCalled();
  });

  it('forgets a press whose end the browser does not report', () => {
    dispatch('mousedown', { target: button, ...onButton });
    button.style.top = '300px';
    dispatch('mousedown', onButton);
    dispatch('mouseup', onButton);
    expect(onClick).not.toHaveBeenCalled();
  });
});
