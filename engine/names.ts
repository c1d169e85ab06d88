import type { FieldName } from './generated/forms.gen.ts';

/** The form value that holds the enquiry type's id (specification, section 3). */
export const typeField = 'enquiry_type' satisfies FieldName;

/** The form value that holds the office's id (specification, section 3). */
export const officeField = 'office_location' satisfies FieldName;

/** The field of the uploaded files' paths (specification, section 3). */
export const uploadField = 'upload' satisfies FieldName;
