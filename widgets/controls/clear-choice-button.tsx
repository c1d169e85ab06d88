import type { ReactNode } from 'react';
import { useFields } from '../fields/use-fields.ts';
import { usePosting } from './posting-context.ts';
import type { FieldWidgetProps } from './widget-props.ts';

/**
 * Renders the button that clears a chosen radio button. The caller moves the focus first, because the button
 * disappears with the choice. Renders nothing before hydration of a form that can be posted.
 */
export function ClearChoiceButton({ onCleared }: { readonly onCleared: () => void }): ReactNode {
  const { text } = useFields();
  const isPosting = usePosting() !== undefined;
  if (isPosting) return null;
  return (
    <button type="button" className="sw-button sw-button--quiet" onClick={onCleared}>
      {text('clear-choice')}
    </button>
  );
}

/**
 * Returns true if a choice was made that the visitor can take back. A required field and one with a default
 * cannot be left empty.
 */
export function canBeCleared({ required, value, schema, disabled, readonly }: FieldWidgetProps): boolean {
  return !required && value !== undefined && schema.default === undefined && !disabled && !readonly;
}
