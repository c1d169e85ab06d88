/** The address of the form's data on the embedded peer's server. */
export const dataAddress = '/form.json';

/** The target element in a host page. */
export const targetSelector = '[data-form="contact"]';
