import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { StudioLanguageContext } from '../language.ts';
import { createFormatMessage } from '../messages.ts';
import { ConfirmButton } from './confirm-button.tsx';

const language = { say: createFormatMessage('en'), locale: 'en', announce: () => undefined };

/** Renders a list with one entry, which is removed once the server has deleted it. */
function Entries({ isRowRemoved }: { readonly isRowRemoved: boolean }): ReactNode {
  const [isThere, setIsThere] = useState(true);
  return (
    <StudioLanguageContext value={language}>
      <main id="main">
        <h1>Blocked senders</h1>
        {isThere && (
          <ConfirmButton
            label="Remove"
            question="Remove the entry?"
            onConfirm={async () => {
              await Promise.resolve();
              if (isRowRemoved) setIsThere(false);
              return undefined;
            }}
          />
        )}
      </main>
    </StudioLanguageContext>
  );
}

it.each([
  [true, page.getByRole('heading', { name: 'Blocked senders' })],
  [false, page.getByRole('button', { name: 'Remove' })],
])('leaves the focus in the page, if its action removes it: %s', async (isRowRemoved, focused) => {
  await render(<Entries isRowRemoved={isRowRemoved} />);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(focused).toHaveFocus();
});
