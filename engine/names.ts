/** The form value that holds the enquiry type's id (specification, section 3). */
export const typeField = 'enquiry_type';

/** The form value that holds the office's id (specification, section 3). */
export const officeField = 'office_location';

/** The field of the uploaded files' paths (specification, section 3). */
export const uploadField = 'upload';
