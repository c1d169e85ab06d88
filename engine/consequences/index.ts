/** What changes for visitors from one version of a form to another: for whoever publishes, and for no visitor's page. */

export {
  type Consequence,
  type ContentPage,
  consequenceKinds,
  type SiteContent,
  type Version,
} from './consequence.ts';
export { consequences } from './consequences.ts';
