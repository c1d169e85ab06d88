import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFakeStudio } from '../testing/fake-studio.tsx';

const button = page.getByRole('button', { name: 'New enquiry type' });
const name = page.getByRole('textbox', { name: 'Name', exact: true });

it('stays while its form is open, and has the focus before that is removed', async () => {
  await createFakeStudio().open('/studio/forms');
  await button.click();
  await expect.element(name).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await expect.element(button).toHaveAttribute('tabindex', '-1');
  const field = document.activeElement;
  let wasThere: boolean | undefined;
  button.element().addEventListener('focus', () => {
    wasThere = field?.isConnected;
  });
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  expect(wasThere).toBe(true);
  await expect.poll(() => field?.isConnected).toBe(false);
});

it('opens the form anew before the closed one is removed', async () => {
  await createFakeStudio().open('/studio/forms');
  await button.click();
  await userEvent.keyboard('Boats{Escape}{Enter} and more');
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveValue('Boats and more');
});
