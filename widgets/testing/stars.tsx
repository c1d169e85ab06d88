import type { FieldProps, WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';

/** One to five stars. */
export function Stars(props: WidgetProps): ReactNode {
  const { id, htmlName, value, options, required, disabled, onChange } = props;
  return (
    <input
      id={id}
      name={htmlName}
      type="range"
      min={1}
      max={Number(options.stars ?? 5)}
      value={value ?? 1}
      required={required}
      disabled={disabled}
      aria-invalid={props['aria-invalid']}
      aria-describedby={props['aria-describedby']}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  );
}

/** A position, as two numbers. */
export function Position({ fieldPathId, formData, onChange }: FieldProps): ReactNode {
  const { $id, path } = fieldPathId;
  const { latitude, longitude } = formData ?? {};
  const entered = (change: object) => onChange({ ...formData, ...change }, path);
  return (
    <span>
      <input
        id={$id}
        inputMode="decimal"
        defaultValue={latitude}
        onBlur={(event) => entered({ latitude: Number(event.target.value) })}
      />
      <input
        aria-label="Longitude"
        inputMode="decimal"
        defaultValue={longitude}
        onBlur={(event) => entered({ longitude: Number(event.target.value) })}
      />
    </span>
  );
}
