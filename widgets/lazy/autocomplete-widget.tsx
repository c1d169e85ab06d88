import { type ReactNode, useEffect, useState } from 'react';
import { SelectWidget } from '../controls/select-widget.tsx';
import { TextWidget } from '../controls/text-widget.tsx';
import type { FieldWidgetProps } from '../controls/widget-props.ts';
import { getFocusedElement } from '../fields/focused-element.ts';
import { createLazy } from '../lazy.ts';
import { useIsHydrating } from '../use-is-hydrating.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import type * as comboboxModule from './combobox.tsx';

const lazyCombobox = createLazy<typeof comboboxModule>(() => import('./combobox.tsx'));

/**
 * Renders a choice among many as a combobox. Without scripts, and until the combobox is loaded, it is a
 * select, or an input with suggestions if the schema accepts any text. A control that has the focus is
 * replaced only after it loses the focus.
 */
export function AutocompleteWidget(props: FieldWidgetProps): ReactNode {
  const isWanted = !useIsHydrating();
  const loaded = useLazyModule(lazyCombobox, isWanted, 'a list to search');
  const canReplace = useCanReplace(props.id, isWanted && loaded !== undefined);
  if (loaded && canReplace) return <loaded.Combobox {...props} suggestions={getTextSuggestions(props)} />;
  return getTextSuggestions(props) === undefined ? (
    <SelectWidget {...props} />
  ) : (
    <InputWithSuggestions {...props} />
  );
}

/**
 * Returns the suggestions for a field that accepts any text; undefined if the value must be one of the
 * choices, or if there are no suggestions.
 */
function getTextSuggestions({ options, schema }: FieldWidgetProps): readonly string[] | undefined {
  const { suggestions = schema.examples, enumOptions } = options;
  return Array.isArray(suggestions) && !enumOptions ? suggestions.map(String) : undefined;
}

/**
 * Returns true if the control with this id may be replaced by another one: once `isWanted` is true, and the
 * control does not have the focus or has lost it since. Then stays true.
 */
function useCanReplace(id: string, isWanted: boolean): boolean {
  const [canReplace, setCanReplace] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const control = getFocusedElement();
    /** Makes the hook return true from now on. */
    const allowReplacement = () => setCanReplace(true);
    if (control?.id !== id) return allowReplacement();
    control.addEventListener('blur', allowReplacement, { once: true });
    return () => control.removeEventListener('blur', allowReplacement);
  }, [id, isWanted]);
  return canReplace;
}

/** Renders a text input with a `datalist` of its suggestions. */
function InputWithSuggestions(props: FieldWidgetProps): ReactNode {
  const listId = `${props.id}--suggestions`;
  return (
    <>
      <TextWidget {...props} options={{ ...props.options, list: listId }} />
      <datalist id={listId}>
        {getTextSuggestions(props)?.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}
