import { page, userEvent } from 'vitest/browser';

/** The section's parts as a visitor finds them. */
export const section = () => page.getByTestId('contact-form');
export const field = (name: string) =>
  section().element().querySelector<HTMLInputElement>(`[name="${name}"]`);
export const sendButton = () => page.getByRole('button', { name: 'Send message' });
export const failure = () => page.getByText('There was a problem. Please try again.');

/** Types into the field of a name, in place of what is in it. */
export async function type(name: string, text: string): Promise<void> {
  await userEvent.fill(present(name), text);
}

/** Picks an option of the drop-down of a name by its value. */
export async function pick(name: string, value: string | number): Promise<void> {
  await userEvent.selectOptions(present(name), String(value));
}

/** Fills a general enquiry so that it can be sent. */
export async function fillGeneral(): Promise<void> {
  await pick('office_location', 11);
  await type('name', 'Ann Berry');
  await type('email', 'ann@example.com');
  await type('message', 'When is the yard open?');
}

/** The message that a field's control names as its description. */
export function described(name: string): string {
  const ids = field(name)?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

function present(name: string): HTMLInputElement {
  const control = field(name);
  if (!control) throw new Error(`Cannot use the field "${name}": it is not there`);
  return control;
}
