import { page, userEvent } from 'vitest/browser';

/** Returns the locator of the section. */
export const locateSection = () => page.getByTestId('contact-form');
/** Returns the section's first control with a name; null if there is none. Throws if there is no section. */
export const findFieldControl = (name: string) =>
  locateSection().element().querySelector<HTMLInputElement>(`[name="${name}"]`);
/** Returns the locator of the button "Send message". */
export const sendButton = () => page.getByRole('button', { name: 'Send message' });
/** Returns the locator of the message for a failed send. */
export const locateFailure = () => page.getByText('There was a problem. Please try again.');

/** Replaces the text in the field with a name. Rejects if there is no such field. */
export async function typeText(name: string, text: string): Promise<void> {
  await userEvent.fill(getFieldControl(name), text);
}

/**
 * Chooses the option with a value or a label in the select with a name. Rejects if there is no such field or
 * option.
 */
export async function pickOption(name: string, value: string | number): Promise<void> {
  await userEvent.selectOptions(getFieldControl(name), String(value));
}

/** Fills in the fields of a general enquiry: office, name, email and message. Does not send it. */
export async function fillGeneral(): Promise<void> {
  await pickOption('office_location', 11);
  await typeText('name', 'Ann Berry');
  await typeText('email', 'ann@example.com');
  await typeText('message', 'When is the yard open?');
}

/**
 * Returns the texts that `aria-describedby` of a field names, joined by spaces; empty if there is no field or
 * no description.
 */
export function getFieldDescription(name: string): string {
  const ids = findFieldControl(name)?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** Returns the section's control with a name. Throws if there is none. */
function getFieldControl(name: string): HTMLInputElement {
  const control = findFieldControl(name);
  if (!control) throw new Error(`Cannot use the field "${name}": it is not there`);
  return control;
}
