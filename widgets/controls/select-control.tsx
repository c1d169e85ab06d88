import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useFields } from '../fields/use-fields.ts';
import { ChangeType } from './change-type.tsx';
import { attributeOf, chosenBy } from './choice-values.ts';
import { type Choice, type ControlProps, controlAttributes } from './control-props.ts';

/**
 * A native select. What a browser already shows when React takes it over was chosen before, and is handed on. While its
 * options are loading it is disabled and says so (specification, section 4, "Event enquiry").
 */
export function SelectControl(props: ControlProps): ReactNode {
  const { widget, value, choices, isLoading, placeholder, autocomplete, isDisabled, enter, input } = props;
  const { text } = useFields();
  const ref = useRef<HTMLSelectElement>(null);
  const shown = attributeOf(value);
  const [initial] = useState(shown);

  const commit = () => {
    const chosen = chosenBy(ref.current?.value ?? '', choices);
    input(chosen);
    enter(chosen);
  };
  const latestCommit = useRef(commit);
  useLayoutEffect(() => {
    latestCommit.current = commit;
  });
  useLayoutEffect(() => {
    if (ref.current && ref.current.value !== initial && ref.current.value !== '') latestCommit.current();
  }, [initial]);
  // After the options changed too: the browser then shows whichever is left.
  useLayoutEffect(() => {
    if (ref.current && choices && ref.current.value !== shown) ref.current.value = shown;
  }, [shown, choices]);

  const select = (
    <span className="sw-select-frame">
      <select
        {...controlAttributes(props)}
        ref={ref}
        className="sw-select"
        defaultValue={initial}
        autoComplete={autocomplete}
        disabled={isDisabled || isLoading}
        aria-busy={isLoading || undefined}
        onChange={commit}
      >
        {widget === 'type-select' ? null : (
          <option value="">{isLoading ? text('loading') : (placeholder ?? text('choose'))}</option>
        )}
        <Options choices={choices} />
      </select>
    </span>
  );
  return widget === 'type-select' ? (
    <>
      {select}
      <ChangeType />
    </>
  ) : (
    select
  );
}

/** Thousands of offices are drawn once, and again only when they change. */
const Options = memo(function Options({ choices }: { readonly choices: readonly Choice[] }) {
  return choices.map(({ value, label }) => {
    const attribute = attributeOf(value);
    return (
      <option key={attribute} value={attribute}>
        {label}
      </option>
    );
  });
});
