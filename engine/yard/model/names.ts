import type { FieldName } from '../../generated/forms.gen.ts';

/** The field that contains the office's id (docs/behaviour.md, "Fields"). */
export const officeField = 'office_location' satisfies FieldName;

/** The stage of the facts about an office, with which their names begin. */
export const officeStage = 'office';
export const officePrefix = 'office.';

/** The mutation that sends a form whose settings name none. */
export const yardSubmitName = 'sendContactUs';
