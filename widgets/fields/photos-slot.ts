import type { UploadLimits } from '#engine';

/** The position in the form at which photos are rendered, with the data of their field. */
export interface PhotosSlot {
  readonly field: string;
  /**
   * The id of the button that opens the picker, so that `focusField` and links lead to it. Before scripts
   * run, it is the id of the file input.
   */
  readonly id: string;
  readonly label: string;
  readonly limits: UploadLimits;
  /** True if the field accepts files of any accepted type, not only photos. */
  readonly isFiles: boolean;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
}
