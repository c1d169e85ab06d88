import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import type { ReasonsView } from '../../api/studio.ts';
import { useStudio } from '../draft/context.ts';
import type { InspectState, PreviewTarget } from './messages.ts';

export interface InspectionState {
  /** The state to send to the frames of the preview. */
  readonly state: InspectState;
  readonly target: PreviewTarget | undefined;
  readonly setTarget: (target: PreviewTarget | undefined) => void;
  /** Switches inspecting on or off. Switching it off also removes the target. */
  readonly setOn: (isOn: boolean) => void;
  /** Sets if hidden fields are drawn at their positions while inspecting. */
  readonly setWithHidden: (withHidden: boolean) => void;
}

/**
 * Returns the state of inspecting, in which the preview explains the part that is pointed at, and functions
 * that change it. It is off at first. Alt+I on this page switches it on and off; in a frame, the frame
 * reports the key instead.
 * @param reasons The fields and their reasons. Undefined: the state has no fields.
 * @param chosen The name of the field that is chosen in the studio.
 * @param toggle The button that also switches it. Gets the focus when Alt+I switches it off.
 * @param onBegin Called with the new state when Alt+I switches it on.
 */
export function useInspection(
  reasons: ReasonsView | undefined,
  chosen: string | undefined,
  toggle: RefObject<HTMLButtonElement | null>,
  onBegin: (state: InspectState) => void,
): InspectionState {
  const { say, locale } = useStudio();
  const [isOn, setIsOn] = useState(false);
  const [withHidden, setWithHidden] = useState(false);
  const [target, point] = useState<PreviewTarget>();
  const state = useMemo<InspectState>(
    () => ({
      isOn,
      withHidden,
      locale,
      words: {
        field: say('inspect.field'),
        hidden: say('inspect.hidden'),
        label: say('inspect.label'),
        hint: say('inspect.hint'),
        text: say('inspect.text'),
      },
      fields: (reasons?.fields ?? []).map(({ name, label, visibility, reasons: fieldReasons }) => ({
        name,
        label,
        visibility,
        why: fieldReasons.map(({ sentence }) => sentenceToText(sentence)).join(' '),
      })),
      ...(chosen !== undefined && { chosen }),
    }),
    [isOn, withHidden, locale, say, reasons, chosen],
  );
  const setOn = useCallback((next: boolean) => {
    setIsOn(next);
    if (!next) point(undefined);
  }, []);
  useLayoutEffect(() => {
    /** Switches inspecting on or off if the key is Alt+I. Then focuses the button or calls `onBegin`. */
    const toggleOnShortcut = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyI') return;
      event.preventDefault();
      setOn(!isOn);
      if (isOn) toggle.current?.focus();
      else onBegin({ ...state, isOn: true });
    };
    addEventListener('keydown', toggleOnShortcut);
    return () => removeEventListener('keydown', toggleOnShortcut);
  }, [isOn, setOn, onBegin, state, toggle]);
  return { state, target, setTarget: point, setOn, setWithHidden };
}
