import type { ReactNode } from 'react';
import { maxRatingStars } from '#engine/json-schema/choices.ts';
import { choiceGroupState } from '../controls/choices-widget.tsx';
import { ClearChoiceButton, canBeCleared } from '../controls/clear-choice-button.tsx';
import { useUncontrolled } from '../controls/use-uncontrolled.ts';
import {
  type FieldWidgetProps,
  getWidgetChoices,
  toAttributeValue,
  type WidgetChoice,
} from '../controls/widget-props.ts';
import { useFields } from '../fields/use-fields.ts';

/**
 * Renders a rating: a radio button for each step, drawn as a star or as a number. Texts of the first and the
 * last step, if these have one, are shown below them. A button clears the rating if the field is optional and
 * has no default.
 */
export function RatingWidget(props: FieldWidgetProps): ReactNode {
  const { id, htmlName, value, options, disabled, readonly, onChange } = props;
  const { numberText } = useFields();
  const steps = getWidgetChoices(props);
  const { ref, initial, commit } = useUncontrolled<HTMLDivElement>({
    shown: toAttributeValue(value),
    state: choiceGroupState,
    onCommit: (state) => onChange(steps.find((step) => toAttributeValue(step.value) === state)?.value),
  });
  const isStars = steps[0]?.value === 1 && steps.length <= maxRatingStars && options.symbols !== 'numbers';
  const StepSymbol = isStars ? Star : StepNumber;
  const ends = [steps[0], steps.at(-1)].map((step) => (step && hasOwnLabel(step) ? step.label : ''));
  return (
    <div className="sw-rating">
      <div className="sw-rating-scale">
        <div ref={ref} className={isStars ? 'sw-rating-steps sw-rating-steps--stars' : 'sw-rating-steps'}>
          {steps.map((step, index) => {
            const attribute = toAttributeValue(step.value);
            const stepId = index === 0 ? id : `${id}--${index}`;
            const number = formatStep(step, numberText);
            return (
              <div key={attribute} className="sw-rating-step">
                <input
                  id={stepId}
                  name={htmlName}
                  type="radio"
                  className="sw-rating-input"
                  value={attribute}
                  defaultChecked={attribute === initial}
                  disabled={disabled || readonly || step.isDisabled}
                  aria-invalid={props['aria-invalid']}
                  aria-describedby={props['aria-describedby']}
                  onChange={commit}
                />
                <label className="sw-rating-label" htmlFor={stepId}>
                  <StepSymbol number={number} />
                  <span className="sw-visually-hidden">{getStepName(step, number)}</span>
                </label>
              </div>
            );
          })}
        </div>
        {ends.some((end) => end !== '') && (
          // The radio buttons have these names already.
          <div className="sw-rating-ends" aria-hidden="true">
            {ends.map((end, index) => (
              <span key={index === 0 ? 'first' : 'last'}>{end}</span>
            ))}
          </div>
        )}
      </div>
      {canBeCleared(props) && (
        <ClearChoiceButton
          onCleared={() => {
            ref.current?.querySelector('input')?.focus();
            onChange(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Returns true if the label of a step is more than its number. */
function hasOwnLabel({ value, label }: WidgetChoice): boolean {
  return label !== String(value);
}

/** Returns the number of a step in the notation and the digits of the language. */
function formatStep({ value }: WidgetChoice, numberText: (number: number) => string): string {
  return typeof value === 'number' ? numberText(value) : String(value);
}

/** Returns the accessible name of a step: its label, which begins with the number that is shown. */
function getStepName(step: WidgetChoice, number: string): string {
  if (!hasOwnLabel(step)) return number;
  return step.label.startsWith(String(step.value)) ? step.label : `${number} ${step.label}`;
}

/** Renders a star. The style sheet fills it up to the chosen step. */
function Star(): ReactNode {
  return (
    <svg className="sw-rating-star" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.45L12 17.45 6.2 20.5l1.1-6.45-4.7-4.6 6.5-.95z" />
    </svg>
  );
}

/** Renders the number of a step. */
function StepNumber({ number }: { readonly number: string }): ReactNode {
  return (
    <span className="sw-rating-number" aria-hidden="true">
      {number}
    </span>
  );
}
