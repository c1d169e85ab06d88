/**
 * Describes the differences for visitors between two versions of a form, for people who publish. Pages for
 * visitors do not load this module.
 */

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
