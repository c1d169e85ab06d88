import { memo, type ReactNode, useContext } from 'react';
import { otherChoice, postNames } from '#engine';
import { useFields } from '../fields/use-fields.ts';
import { OptionMarkupContext } from './option-markup-context.ts';
import {
  OtherText,
  parseOtherState,
  readOtherText,
  toChosenAttribute,
  toOtherState,
  useOtherChoice,
} from './other-text.tsx';
import { usePosting } from './posting-context.ts';
import { type ElementState, useUncontrolled } from './use-uncontrolled.ts';
import {
  type FieldWidgetProps,
  getControlAttributes,
  getWidgetChoices,
  toAttributeValue,
  type WidgetChoice,
} from './widget-props.ts';

/**
 * Renders a native select with an empty choice. While its options are loading it is disabled and the empty
 * choice is a loading text (docs/behaviour.md, "Event titles").
 */
export function SelectWidget(props: FieldWidgetProps): ReactNode {
  return <Select {...props} hasEmptyChoice />;
}

/** Renders a select that cannot be emptied after an option was chosen, such as a branch of a `oneOf`. */
export function BranchWidget(props: FieldWidgetProps): ReactNode {
  return <Select {...props} hasEmptyChoice={props.value === undefined} />;
}

/**
 * Renders the select of the enquiry type, without an empty choice. In a form that works without scripts, a
 * button after it asks the server for the fields of the chosen type.
 */
export function TypeSelectWidget(props: FieldWidgetProps): ReactNode {
  const { text } = useFields();
  const isPosting = usePosting() !== undefined;
  return (
    <>
      <Select {...props} hasEmptyChoice={false} />
      {isPosting && (
        // This is no `<button>`: code that looks for the submit button finds exactly one.
        <input
          type="submit"
          name={postNames.changeType}
          value={text('change-type')}
          className="sw-button sw-button--quiet sw-change-type"
        />
      )}
    </>
  );
}

interface SelectProps extends FieldWidgetProps {
  /** True if the first option is empty: choosing it commits undefined. */
  readonly hasEmptyChoice: boolean;
}

/**
 * Renders a native select, which commits the value of the chosen option. It is disabled if the field is
 * read-only or its options are loading.
 */
function Select(props: SelectProps): ReactNode {
  const { value, placeholder, options, disabled, readonly, hasEmptyChoice, onChange, onPending } = props;
  const { text } = useFields();
  const choices = getWidgetChoices(props);
  const other = useOtherChoice(props, choices);
  /** Returns the value of the field for a state of the select. */
  const toFieldValue = (state: string) =>
    parseOtherState(state) ?? choices.find((choice) => toAttributeValue(choice.value) === state)?.value;
  const isLoading = props['aria-busy'] === true;
  const { ref, initial, commit } = useUncontrolled<HTMLSelectElement>({
    shown: other?.typed === undefined ? toAttributeValue(value) : toOtherState(other.typed),
    state: selectState,
    onCommit: (state) => onChange(toFieldValue(state)),
    choices,
  });
  const initialAttribute = toChosenAttribute(initial);
  const select = (
    <span className="sw-select-frame">
      <select
        {...getControlAttributes(props)}
        ref={ref}
        className="sw-select"
        defaultValue={initialAttribute}
        autoComplete={options.autocomplete}
        disabled={disabled || readonly || isLoading}
        aria-busy={isLoading || undefined}
        onChange={commit}
      >
        {hasEmptyChoice && (
          <option value="">{isLoading ? text('loading') : placeholder || text('choose')}</option>
        )}
        {useContext(OptionMarkupContext)?.(choices, initialAttribute) ?? <Options choices={choices} />}
        {other && <option value={otherChoice}>{other.label}</option>}
      </select>
    </span>
  );
  if (other === undefined) return select;
  return (
    <div className="sw-with-other">
      {select}
      <OtherText
        {...props}
        typed={other.typed}
        onCommit={commit}
        onTyping={() => ref.current && onPending(toFieldValue(selectState.read(ref.current)))}
      />
    </div>
  );
}

/** Reads and writes the `value` of a select. With "Other" its text follows, which is only read. */
const selectState: ElementState<HTMLSelectElement> = {
  read: (select) =>
    select.value === otherChoice
      ? toOtherState(readOtherText(select.closest('.sw-with-other')))
      : select.value,
  write: (select, state) => {
    select.value = toChosenAttribute(state);
  },
  /**
   * Returns true if the visitor can have chosen what the hydrated select shows. A select also shows nothing
   * if the initial value is not offered. If that is offered, the visitor chose nothing.
   */
  isAdopted: ({ value, options }, initial) =>
    value !== '' || [...options].some((option) => option.value === initial),
};

/** Renders the options of a select. They are memoized, because there may be thousands. */
export const Options = memo(function Options({ choices }: { readonly choices: readonly WidgetChoice[] }) {
  return choices.map(({ value, label, isDisabled }) => {
    const attribute = toAttributeValue(value);
    return (
      <option key={attribute} value={attribute} disabled={isDisabled}>
        {label}
      </option>
    );
  });
});
