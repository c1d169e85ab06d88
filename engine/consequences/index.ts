/** What changes for visitors from one version of a form to another: for whoever publishes, and for no visitor's page. */

export {
  type Consequence,
  type ConsequenceKind,
  type ContentPage,
  consequenceKinds,
  type SiteContent,
  type Version,
  type Where,
} from './consequence.ts';
export { consequences } from './consequences.ts';
export { differencesIn } from './one-situation.ts';
