import type { FieldName } from './generated/forms.gen.ts';

/** The form value that holds the enquiry type's id (docs/behaviour.md, "Fields"). */
export const typeField = 'enquiry_type' satisfies FieldName;

/** The form value that holds the office's id (docs/behaviour.md, "Fields"). */
export const officeField = 'office_location' satisfies FieldName;

/** The field of the uploaded files' paths (docs/behaviour.md, "Fields"). */
export const uploadField = 'upload' satisfies FieldName;

/**
 * The queries of a page's address: for the form of a dialog as a page, for the thanks after a post, for answers that were saved, and for a
 * step.
 */
export const pageQueries = {
  opened: 'contact-form',
  receipt: 'sent',
  resume: 'resume',
  step: 'step',
} as const;

/**
 * What a form posts besides its fields where no script sends it: the page's ticket, the idempotency key, the field that only robots
 * fill in (which no browser and no password manager has something for: `test/hostile/autofill.test.ts`), what was entered in forms of
 * other types, and the names of the buttons that ask for another type's fields, for a longer or a shorter list, and for the fields that
 * answers bring; the type that is drawn, which branches are chosen, and what was entered in those that were left; where a link to saved
 * answers is to go, with the button that saves them; and, of a form in
 * steps, the step, the one that a button leads to, the button that goes on or sends, which Enter in a field does not press, and whether an
 * answer is being changed that was looked over already. No field has such a name.
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
  resumeEmail: 'resume-email',
  saveAnswers: 'save-answers',
  step: 'at-step',
  goTo: 'go-to',
  goOn: 'go-on',
  isChange: 'is-change',
} as const;

/** Names that travel beside the fields (docs/contract.md, "On the wire") or that the page itself uses. */
export const takenNames: readonly string[] = [
  typeField,
  'domain',
  'submission_url',
  postNames.honeypot,
  postNames.ticket,
  postNames.key,
];
