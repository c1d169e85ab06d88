import type { FormView } from '../contact/index.ts';

/** What travels with a page for the script that takes it over. */
export interface PageData {
  readonly form: FormView;
  readonly ticket: string;
  /** The idempotency key under which the form is posted where no script sends it. */
  readonly key: string;
}

/** The element that holds the data, and the one that holds what is taken over. */
export const dataId = 'slipway-data';
export const formId = 'slipway-form';
