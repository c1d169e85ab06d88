import type { ReactNode, RefCallback } from 'react';
import type { UploadLimits } from '#engine';

/** The data and functions that a picker passes to the control that makes pictures for its field. */
export interface PictureMaker {
  readonly slot: PhotosSlot;
  /** The ids of the texts that describe the control. */
  readonly describedBy: string;
  /** Receives the element around the control, so that the focus follows a picture that was added. */
  readonly boxRef: RefCallback<HTMLElement>;
  /** Adds pictures as if they were picked. */
  readonly onFiles: (files: readonly File[]) => void;
}

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
  /** True if the field has one picture, of a signature. */
  readonly isSignature: boolean;
  /** Renders the control that makes pictures, in place of the picker, once scripts run. */
  readonly drawMaker?: ((maker: PictureMaker) => ReactNode) | undefined;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
}
