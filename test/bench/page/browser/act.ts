import { setTimeout as wait } from 'node:timers/promises';
import type { Contender } from '../contenders.ts';
import { type MainThread, subtractMainThread, type Visit } from './visit.ts';

export async function chooseType({ ask }: Visit, { control }: Contender, label: string): Promise<void> {
  await ask(
    ({ selector, wanted }) => {
      const select = document.querySelector<HTMLSelectElement>(selector);
      const option = [...(select?.options ?? [])].find(({ text }) => text === wanted);
      if (!select || !option) throw new Error(`Cannot choose "${wanted}": it is not offered`);
      option.selected = true;
      select.dispatchEvent(new Event('input', { bubbles: true }));
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { selector: control('enquiry_type'), wanted: label },
  );
}

/** Presses the submit button. Resolves with the milliseconds until the frame that shows problems. */
export function submitInvalid({ ask }: Visit, { problem }: Contender): Promise<number> {
  return ask(
    (selector) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const checkFrame = () => {
          if (document.querySelector(selector)) resolve(performance.now() - begun);
          else requestAnimationFrame(checkFrame);
        };
        const buttons = document.querySelectorAll<HTMLElement>(
          '#ContactFormSection form button[type=submit]',
        );
        [...buttons].at(-1)?.click();
        requestAnimationFrame(checkFrame);
      }),
    problem,
  );
}

/** The pause between keys in ms, longer than an idle page needs for a key and a frame. */
const keyPauseMs = 25;

/** Types into a field. Returns the average cost of a key for the main thread. */
export async function typeInto(
  visitor: Visit,
  { control }: Pick<Contender, 'control'>,
  { field, keys }: { readonly field: string; readonly keys: number },
): Promise<MainThread> {
  const { ask, spent, settled } = visitor;
  await focusPageControl(visitor, control(field));
  await pressKeys(visitor, 3);
  await settled();
  const before = await spent();
  await pressKeys(visitor, keys);
  await settled();
  const { total, script, layout } = subtractMainThread(before, await spent());
  const typed = await ask(
    (selector) => document.querySelector<HTMLInputElement>(selector)?.value ?? '',
    control(field),
  );
  if (typed.length < keys) throw new Error(`Cannot type into "${field}": it holds "${typed}"`);
  return { total: total / keys, script: script / keys, layout: layout / keys };
}

/** Presses keys one after the other, as fast as the page handles them. */
export async function pressKeys({ cdp }: Visit, keys: number): Promise<void> {
  for (let at = 0; at < keys; at += 1) {
    const key = 'abcdefghij'.charAt(at % 10);
    const code = key.toUpperCase();
    const pressed = { key, code: `Key${code}`, windowsVirtualKeyCode: code.charCodeAt(0) };
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, ...pressed });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
    await wait(keyPauseMs);
  }
}

export async function focusPageControl({ ask }: Visit, control: string): Promise<void> {
  await ask((selector) => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`Cannot focus "${selector}": it is not there`);
    found.focus();
  }, control);
}
