import { page, userEvent } from 'vitest/browser';

export const section = () => page.getByTestId('contact-form');
export const field = (name: string) =>
  section().element().querySelector<HTMLInputElement>(`[name="${name}"]`);
export const sendButton = () => page.getByRole('button', { name: 'Send message' });
export const failure = () => page.getByText('There was a problem. Please try again.');

/** Replaces the text in the field with a name. */
export async function type(name: string, text: string): Promise<void> {
  await userEvent.fill(present(name), text);
}

/** Chooses an option of the select with a name, by its value. */
export async function pick(name: string, value: string | number): Promise<void> {
  await userEvent.selectOptions(present(name), String(value));
}

export async function fillGeneral(): Promise<void> {
  await pick('office_location', 11);
  await type('name', 'Ann Berry');
  await type('email', 'ann@example.com');
  await type('message', 'When is the yard open?');
}

export function described(name: string): string {
  const ids = field(name)?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

function present(name: string): HTMLInputElement {
  const control = field(name);
  if (!control) throw new Error(`Cannot use the field "${name}": it is not there`);
  return control;
}
