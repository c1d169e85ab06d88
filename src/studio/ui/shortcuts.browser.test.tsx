import { type ReactNode, useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { useShortcuts, useSingleKeys } from './shortcuts.ts';

const pressed: string[] = [];
const press = (name: string) => () => void pressed.push(name);
const shortcuts = {
  undo: press('undo'),
  redo: press('redo'),
  palette: press('palette'),
  publish: press('publish'),
  overview: press('overview'),
};

/** Renders a page whose keys are pressed in the moment in which it is seen. */
function HastyPage(): ReactNode {
  useShortcuts(shortcuts);
  useSingleKeys({ r: press('reply') });
  useLayoutEffect(() => {
    dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyP', key: 'p', altKey: true }));
    dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyR', key: 'r' }));
  }, []);
  return <h1>Enquiries</h1>;
}

it('are heard as soon as their page is seen', async () => {
  await render(<HastyPage />);
  expect(pressed).toEqual(['publish', 'reply']);
});
