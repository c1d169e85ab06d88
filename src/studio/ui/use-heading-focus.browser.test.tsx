import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { focusHeadingOnceLost } from './use-heading-focus.ts';

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

/** Resolves after a number of frames, as React takes to remove something on a slow device. */
async function passFrames(): Promise<void> {
  for (let left = 3; left > 0; left--) await new Promise(requestAnimationFrame);
}

beforeEach(() => {
  const page = document.createElement('div');
  page.innerHTML =
    '<button type="button" id="outside">Menu</button><main id="main"><h1>Spam</h1><button type="button" id="pressed">Release</button></main>';
  document.body.append(page);
  find('#pressed')?.focus();
  return () => page.remove();
});

describe('focusHeadingOnceLost', () => {
  it('focuses the heading in the moment in which the element with the focus is removed', async () => {
    focusHeadingOnceLost();
    await passFrames();
    expect(document.activeElement).toBe(find('#pressed'));
    find('#pressed')?.remove();
    await expect.poll(() => document.activeElement).toBe(find('h1'));
  });

  it('focuses it at once if the focus is lost already', () => {
    find('#pressed')?.remove();
    focusHeadingOnceLost();
    expect(document.activeElement).toBe(find('h1'));
  });

  it('waits for a dialog to close', async () => {
    const dialog = document.createElement('dialog');
    find('main')?.append(dialog);
    dialog.showModal();
    dialog.blur();
    focusHeadingOnceLost();
    expect(document.activeElement).toBe(document.body);
    dialog.remove();
    await expect.poll(() => document.activeElement).toBe(find('h1'));
  });

  it('leaves the focus to the next key of the user', async () => {
    focusHeadingOnceLost();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    find('#outside')?.remove();
    find('#pressed')?.remove();
    await passFrames();
    expect(document.activeElement).toBe(document.body);
  });
});
