import type { ReactNode } from 'react';
import type { PhotosSlot } from '../fields/photos-slot.ts';
import { useFields, useFieldView } from '../fields/use-fields.ts';
import type { FieldWidgetProps } from './widget-props.ts';

type PhotosWidgetProps = FieldWidgetProps & Pick<PhotosSlot, 'drawMaker'>;

/**
 * Renders a field's photos with the function that the section passed to `EnquiryFields`; without one it
 * renders nothing.
 */
export function PhotosWidget(props: PhotosWidgetProps): ReactNode {
  const { id, name, label, required = false, disabled = false, readonly = false } = props;
  const { drawPhotos } = useFields();
  const plan = useFieldView(name)?.plan;
  return drawPhotos?.({
    field: name,
    id,
    label,
    limits: plan?.limits ?? {},
    isFiles: plan?.definition.widget === 'files',
    isSignature: plan?.definition.widget === 'signature',
    drawMaker: props.drawMaker,
    describedBy: props['aria-describedby'],
    isInvalid: props['aria-invalid'] === true,
    isRequired: required,
    isDisabled: disabled || readonly,
  });
}
