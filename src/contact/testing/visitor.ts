import { page, userEvent } from 'vitest/browser';

export const locateSection = () => page.getByTestId('contact-form');
export const findFieldControl = (name: string) =>
  locateSection().element().querySelector<HTMLInputElement>(`[name="${name}"]`);
export const sendButton = () => page.getByRole('button', { name: 'Send message' });
export const locateFailure = () => page.getByText('There was a problem. Please try again.');

/** Replaces the text in the field with a name. */
export async function typeText(name: string, text: string): Promise<void> {
  await userEvent.fill(getFieldControl(name), text);
}

export async function pickOption(name: string, value: string | number): Promise<void> {
  await userEvent.selectOptions(getFieldControl(name), String(value));
}

export async function fillGeneral(): Promise<void> {
  await pickOption('office_location', 11);
  await typeText('name', 'Ann Berry');
  await typeText('email', 'ann@example.com');
  await typeText('message', 'When is the yard open?');
}

export function getFieldDescription(name: string): string {
  const ids = findFieldControl(name)?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

function getFieldControl(name: string): HTMLInputElement {
  const control = findFieldControl(name);
  if (!control) throw new Error(`Cannot use the field "${name}": it is not there`);
  return control;
}
