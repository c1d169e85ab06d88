import { getTarget, isInside } from './event-target.ts';
import {
  controlSelector,
  findCurrentControl,
  type LocatedControl,
  locateControl,
} from './replaced-controls.ts';

/** The presses of a pointer or a key in a form until it is hydrated. A press of a key on a button is a click. */
export interface TrackedPresses {
  /** Resolves when no pointer is down, and its click was handled; after a while in any case. */
  readonly isReleased: () => Promise<void>;
  /**
   * Repeats the latest press as a click on the control that has replaced the pressed one: the browser clicks none
   * then. Does nothing if the pressed control is still there or the press ended before it was replaced.
   */
  readonly repeatLost: () => void;
}

/** The longest time in ms that `isReleased` waits for the end of a press. */
const pressDurationMs = 1_000;

/** The events of a press, in their order. */
const pressEvents = ['pointerdown', 'pointerup', 'click'] as const;

/**
 * Tracks the presses in a form until the signal is aborted. A press that has begun by then can still be repeated.
 */
export function trackPresses(root: HTMLElement, signal: AbortSignal): TrackedPresses {
  const options = { capture: true, signal };
  let isDown = false;
  let last: { readonly event: Event; readonly control: LocatedControl } | undefined;
  let onUp = () => {};
  const handlePress = (event: Event) => {
    if (!isInside(event, root)) return;
    const control = (getTarget(event) as Element).closest<HTMLElement>(controlSelector);
    last = control ? { event, control: locateControl(control, root) } : undefined;
    if (event.type === 'pointerdown') isDown = true;
  };
  const handleUp = () => {
    isDown = false;
    // The click follows the pointer's event.
    setTimeout(() => onUp());
  };
  for (const type of pressEvents) addEventListener(type, handlePress, options);
  for (const type of ['pointerup', 'pointercancel', 'dragend']) addEventListener(type, handleUp, options);

  return {
    isReleased: async () => {
      if (!isDown) return;
      await new Promise<void>((resolve) => {
        onUp = resolve;
        setTimeout(resolve, pressDurationMs);
      });
    },
    repeatLost() {
      if (last === undefined || last.control.element.isConnected) return;
      const { event, control } = last;
      last = undefined;
      /** Clicks the current control after the event that is being handled. */
      const click = () => setTimeout(() => findCurrentControl(control, root)?.click());
      const handleEnd = (end: Event) => {
        if (findCurrentControl(control, root)?.contains(getTarget(end) as Node)) click();
      };
      if (event.type === 'pointerdown') addEventListener('pointerup', handleEnd, { once: true });
      else if (event.eventPhase !== Event.NONE) click();
    },
  };
}
