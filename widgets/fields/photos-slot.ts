import type { UploadLimits } from '#engine';

/** The place in the form where photos are drawn. */
export interface PhotosSlot {
  readonly field: string;
  /** For the button that opens the picker, before scripts run for the picker itself, so that `focusField` and links lead to it. */
  readonly id: string;
  readonly label: string;
  readonly limits: UploadLimits;
  /** Whether files of any accepted kind are taken, not photos alone. */
  readonly isFiles: boolean;
  /** The ids of hint and error, for `aria-describedby`. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
}
