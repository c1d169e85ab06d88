/**
 * Describes the differences for visitors between two versions of a form, for people who publish. Pages for
 * visitors do not load this module.
 */

export type { ContentPage, SiteContent } from '../preset/pages.ts';
export {
  type Consequence,
  type ConsequenceKind,
  type ConsequenceOccurrence,
  consequenceKinds,
  type Version,
} from './consequence.ts';
export { findConsequences } from './consequences.ts';
export { compareVersionsInSituation } from './one-situation.ts';
