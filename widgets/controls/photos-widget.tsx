import type { ReactNode } from 'react';
import { useFields, useFieldView } from '../fields/use-fields.ts';
import type { FieldWidgetProps } from './widget-props.ts';

/** The place of a field's photos: what the section brought draws them, else nothing does. */
export function PhotosWidget(props: FieldWidgetProps): ReactNode {
  const { id, name, label, required = false, disabled = false } = props;
  const { drawPhotos } = useFields();
  const limits = useFieldView(name)?.plan.limits ?? {};
  return drawPhotos?.({
    field: name,
    id,
    label,
    limits,
    describedBy: props['aria-describedby'],
    isInvalid: props['aria-invalid'] === true,
    isRequired: required,
    isDisabled: disabled,
  });
}
