/** Where the embedded peer's server has what its form is made of. */
export const dataAddress = '/form.json';

/** The place that a host's page leaves for it. */
export const placeSelector = '[data-form="contact"]';
