import type { FieldProps, WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';

export function Gauge(props: WidgetProps): ReactNode {
  const { id, htmlName, value, schema, options, required, disabled, onChange } = props;
  return (
    <input
      id={id}
      name={htmlName}
      type="range"
      min={schema.minimum ?? 0}
      max={Number(options.max ?? 100)}
      value={value ?? 0}
      required={required}
      disabled={disabled}
      aria-invalid={props['aria-invalid']}
      aria-describedby={props['aria-describedby']}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  );
}

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
