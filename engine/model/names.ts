import type { FieldName } from '../generated/forms.gen.ts';

/** The field that contains the enquiry type's id (docs/behaviour.md, "Fields"). */
export const typeField = 'enquiry_type' satisfies FieldName;

/** The field that contains the paths of the uploaded files (docs/behaviour.md, "Fields"). */
export const uploadField = 'upload' satisfies FieldName;

/**
 * The key of the text that a page shows in place of a form whose types all are left out by rules:
 * `forms.<type>.closed`, of the first of these types that has one.
 */
export const closedTextKey = 'closed';

/** The end of the key of the text that replaces a form which accepts no more enquiries: `forms.event.full`. */
export const fullTextKey = 'full';

/**
 * Query parameters of a page: `opened` shows the form of a dialog as a page, `receipt` shows the confirmation
 * after a post, `resume` restores saved answers, `step` selects a step.
 */
export const pageQueries = {
  opened: 'contact-form',
  receipt: 'sent',
  resume: 'resume',
  step: 'step',
} as const;

/**
 * Names of the values that a form posts besides its fields if no script sends it. No field has such a name.
 * - `ticket`: the page's ticket.
 * - `key`: the idempotency key.
 * - `honeypot`: the field that only robots fill in. No browser and no password manager fills it in
 *   (`test/hostile/autofill.test.ts`).
 * - `otherValues`: values entered in forms of other types.
 * - `branches`: values entered in branches that were left.
 * - `drawnType`: the type whose fields the page shows.
 * - `changeType`: the button that loads the fields of another type.
 * - `changeList`: the buttons that lengthen or shorten a list.
 * - `showFields`: the button that shows the fields that depend on answers.
 * - `branch`: the chosen branches.
 * - `resumeEmail`, `saveAnswers`: the address for a link to saved answers, and the button that saves them.
 * - `step`: the current step.
 * - `goTo`: the button that leads to another step.
 * - `goOn`: the button that continues or sends. It has a name because Enter in a field does not press it.
 * - `isChange`: set while a visitor changes an answer on the review step.
 */
export const postNames = {
  ticket: 'slipway_ticket',
  key: 'idempotency_key',
  honeypot: 'extra_note',
  otherValues: 'kept-values',
  branches: 'kept-branches',
  drawnType: 'drawn-type',
  changeType: 'change-type',
  changeList: 'change-list',
  showFields: 'show-fields',
  branch: 'branch',
  otherText: 'other-text',
  resumeEmail: 'resume-email',
  saveAnswers: 'save-answers',
  step: 'at-step',
  goTo: 'go-to',
  goOn: 'go-on',
  isChange: 'is-change',
} as const;

/**
 * Names that are sent beside the fields (docs/contract.md, "On the wire") or that the page itself uses.
 * Fields cannot have them.
 */
export const reservedNames: readonly string[] = [
  typeField,
  'domain',
  'submission_url',
  postNames.honeypot,
  postNames.ticket,
  postNames.key,
];
