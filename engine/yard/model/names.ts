import type { FieldName } from '../../generated/forms.gen.ts';

/** The field that contains the office's id (docs/behaviour.md, "Fields"). */
export const officeField = 'office_location' satisfies FieldName;
