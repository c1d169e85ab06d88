import { setTimeout as wait } from 'node:timers/promises';
import type { Contender } from '../contenders.ts';
import { between, type MainThread, type Visit } from './visit.ts';

/** Chooses an enquiry type by its label. */
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

/** Presses the button that sends, and resolves with the milliseconds until the frame in which problems are there. */
export function submitInVain({ ask }: Visit, { problem }: Contender): Promise<number> {
  return ask(
    (selector) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const look = () => {
          if (document.querySelector(selector)) resolve(performance.now() - begun);
          else requestAnimationFrame(look);
        };
        const buttons = document.querySelectorAll<HTMLElement>(
          '#ContactFormSection form button[type=submit]',
        );
        [...buttons].at(-1)?.click();
        requestAnimationFrame(look);
      }),
    problem,
  );
}

/** How long a key takes to be heard and drawn, at most, but for a busy page. */
const keyPauseMs = 25;

/** Types into a field and gives what one key cost the main thread, on average. */
export async function typeInto(
  visitor: Visit,
  { control }: Pick<Contender, 'control'>,
  { field, keys }: { readonly field: string; readonly keys: number },
): Promise<MainThread> {
  const { page, spent, settled } = visitor;
  await page.focus(control(field));
  await press(visitor, 3);
  await settled();
  const before = await spent();
  await press(visitor, keys);
  await settled();
  const { total, script, layout } = between(before, await spent());
  const typed = await page.inputValue(control(field));
  if (typed.length < keys) throw new Error(`Cannot type into "${field}": it holds "${typed}"`);
  return { total: total / keys, script: script / keys, layout: layout / keys };
}

/** Presses keys one after the other, as fast as the page takes them. */
export async function press({ page }: Visit, keys: number): Promise<void> {
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press('abcdefghij'.charAt(key % 10));
    await wait(keyPauseMs);
  }
}
