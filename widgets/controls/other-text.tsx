import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { otherChoice, postNames } from '#engine';
import { useFields } from '../fields/use-fields.ts';
import { RequiredMark } from '../frame/field-frame.tsx';
import { useAnnouncement } from '../use-announcement.ts';
import { TextWidget } from './text-widget.tsx';
import type { FieldWidgetProps, WidgetChoice } from './widget-props.ts';

/** The choice "Other" of a widget with `ui:other`. */
export interface OtherChoice {
  readonly label: string;
  /** The typed text: empty if there is none yet, undefined if "Other" is not chosen. */
  readonly typed: string | undefined;
}

/** Returns the choice "Other" of a widget; undefined if the widget accepts only its choices. */
export function useOtherChoice(
  { options, value }: FieldWidgetProps,
  choices: readonly WidgetChoice[],
): OtherChoice | undefined {
  const { text } = useFields();
  if (options.other !== true) return undefined;
  const answers: readonly unknown[] = Array.isArray(value) ? value : [value];
  const typed = answers.find(
    (answer): answer is string =>
      typeof answer === 'string' && answer !== '' && choices.every((choice) => choice.value !== answer),
  );
  const label = typeof options.otherLabel === 'string' ? options.otherLabel : text('other-choice');
  return { label, typed: typed === otherChoice ? '' : typed };
}

interface OtherTextProps extends FieldWidgetProps {
  /** As in `OtherChoice`. */
  readonly typed: string | undefined;
  /** Commits the state of the control, which contains this input. */
  readonly onCommit: () => void;
  /** Reports the state of the control while the text is being typed. */
  readonly onTyping: () => void;
}

/**
 * Renders the text input of the choice "Other", inside the element of the control. It is always in the page,
 * and the style sheet shows it while "Other" is chosen, so that it works without scripts. That it is shown is
 * announced.
 */
export function OtherText({ typed, onCommit, onTyping, ...props }: OtherTextProps): ReactNode {
  const { text } = useFields();
  const id = `${props.id}--other`;
  const announcement = useOpeningAnnouncement(typed !== undefined);
  return (
    <>
      <div className="sw-other">
        <label className="sw-label" htmlFor={id}>
          {text('other-text')}
          {/* Several questions of a form may have such an input. */}
          <span className="sw-visually-hidden">{` (${props.label})`}</span>
          <RequiredMark />
        </label>
        <TextWidget
          {...props}
          id={id}
          htmlName={props.htmlName && `${postNames.otherText} ${props.htmlName}`}
          value={typed ?? ''}
          schema={textSchema}
          options={noOptions}
          placeholder=""
          required
          onChange={onCommit}
          onPending={onTyping}
        />
      </div>
      <span className="sw-visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}

/** Returns the announcement of the input of `OtherText` after it was opened; empty at the first rendering. */
function useOpeningAnnouncement(isOpen: boolean): string {
  const { text } = useFields();
  const wasOpen = useRef(isOpen);
  const { announcement, announce } = useAnnouncement();
  const announceChange = useEffectEvent(() => {
    if (isOpen !== wasOpen.current) announce(isOpen ? text('other-text-follows') : '');
    wasOpen.current = isOpen;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about its changes
  useEffect(() => announceChange(), [isOpen]);
  return announcement;
}

const textSchema = { type: 'string' } as const;
const noOptions = {};

/** Returns the text in the input of `OtherText` inside an element; empty if there is no such input. */
export function readOtherText(element: Element | null): string {
  return element?.querySelector<HTMLInputElement>('.sw-other > input')?.value ?? '';
}

/** Returns the state of a control in which "Other" is chosen: `toOtherState('Harbour') // 'slipway:otherHarbour'`. */
export function toOtherState(text: string): string {
  return `${otherChoice}${text}`;
}

/** Returns the `value` attribute of the chosen input or option for a state or a line of it. */
export function toChosenAttribute(state: string): string {
  return state.startsWith(otherChoice) ? otherChoice : state;
}

/**
 * Returns the value for a state in which "Other" is chosen: the text, or `otherChoice` if it is blank.
 * Returns undefined for any other state.
 */
export function parseOtherState(state: string): string | undefined {
  if (!state.startsWith(otherChoice)) return undefined;
  const text = state.slice(otherChoice.length);
  return text.trim() === '' ? otherChoice : text;
}
