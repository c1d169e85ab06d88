import type { ReactNode } from 'react';
import { useFields } from '../fields/use-fields.ts';
import type { ControlProps } from './control-props.ts';

/** The place of the photos: what the section brought draws them, else nothing does. */
export function PhotosControl(props: ControlProps): ReactNode {
  const { id, name, label, limits, describedBy, isInvalid, isRequired, isDisabled } = props;
  const { drawPhotos } = useFields();
  if (name === undefined) return null;
  return drawPhotos?.({ field: name, id, label, limits, describedBy, isInvalid, isRequired, isDisabled });
}
