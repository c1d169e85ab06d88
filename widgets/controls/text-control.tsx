import type { ReactNode } from 'react';
import type { WidgetName } from '#engine';
import { type ControlProps, controlAttributes } from './control-props.ts';
import { textFormat } from './text-formats.ts';
import { usePendingText } from './use-pending-text.ts';

/**
 * One line of text, of whatever kind HTML knows. Nothing is cut off: a text that is too long is told to be. Numbers are typed
 * as text, because a number control keeps what it does not understand to itself.
 */
export function TextControl(props: ControlProps): ReactNode {
  const { widget, kind, placeholder, autocomplete, inputMode, bounds } = props;
  const held = usePendingText<HTMLInputElement>(props, textFormat(widget, kind));
  const isSteps = widget === 'updown';
  return (
    <input
      {...controlAttributes(props)}
      {...held}
      type={inputTypes[widget] ?? 'text'}
      className="sw-input"
      placeholder={placeholder ?? ' '}
      autoComplete={autocomplete}
      inputMode={inputModeOf(inputMode) ?? numericMode(kind)}
      min={isSteps ? bounds.minimum : undefined}
      max={isSteps ? bounds.maximum : undefined}
      step={isSteps && kind === 'number' ? 'any' : undefined}
    />
  );
}

/** Text of several lines. */
export function TextareaControl(props: ControlProps): ReactNode {
  const { kind, placeholder, autocomplete } = props;
  const { onKeyDown: _enterStartsALine, ...held } = usePendingText<HTMLTextAreaElement>(
    props,
    textFormat('textarea', kind),
  );
  return (
    <textarea
      {...controlAttributes(props)}
      {...held}
      className="sw-textarea"
      placeholder={placeholder ?? ' '}
      autoComplete={autocomplete}
    />
  );
}

const inputTypes: Partial<Record<WidgetName, string>> = {
  email: 'email',
  tel: 'tel',
  uri: 'url',
  password: 'password',
  updown: 'number',
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
};

const inputModes = ['none', 'text', 'tel', 'url', 'email', 'numeric', 'decimal', 'search'] as const;

function inputModeOf(named: string | undefined) {
  return inputModes.find((mode) => mode === named);
}

function numericMode(kind: ControlProps['kind']) {
  if (kind === 'integer') return 'numeric';
  return kind === 'number' ? 'decimal' : undefined;
}
