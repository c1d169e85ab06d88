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
  /** Stops listening. A press that has begun can still be repeated. */
  readonly stop: () => void;
}

/** The longest time in ms that `isReleased` waits for the end of a press. */
const pressDurationMs = 1_000;

/** The events of a press, in their order. */
const pressEvents = ['pointerdown', 'pointerup', 'click'] as const;

/** Starts to track the presses in a form. */
export function trackPresses(root: HTMLElement): TrackedPresses {
  const tracking = new AbortController();
  const options = { capture: true, signal: tracking.signal };
  let isDown = false;
  let last: { readonly event: Event; readonly control: LocatedControl } | undefined;
  let onUp = () => {};
  const handlePress = (event: Event) => {
    const control = (event.target as Element).closest<HTMLElement>(controlSelector);
    last = control ? { event, control: locateControl(control, root) } : undefined;
    if (event.type === 'pointerdown') isDown = true;
  };
  const handleUp = () => {
    isDown = false;
    // The click follows the pointer's event.
    setTimeout(() => onUp());
  };
  for (const type of pressEvents) root.addEventListener(type, handlePress, options);
  for (const type of ['pointerup', 'pointercancel', 'dragend'])
    document.addEventListener(type, handleUp, options);

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
      const handleEnd = ({ target }: Event) => {
        if (findCurrentControl(control, root)?.contains(target as Node)) click();
      };
      if (event.type === 'pointerdown') document.addEventListener('pointerup', handleEnd, { once: true });
      else if (event.eventPhase !== Event.NONE) click();
    },
    stop: () => tracking.abort(),
  };
}
