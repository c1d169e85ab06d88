import { controlOf, wholes } from './inspect.ts';
import type { FollowState } from './messages.ts';

/** Keeps a section and the list of fields in the studio together. */
export interface Follower {
  readonly update: (state: FollowState) => void;
}

/**
 * Marks the field that is chosen in the studio and brings it into sight, also where it is drawn later, and hears which field a visitor goes
 * to. Neither takes the focus or an event from the section. React leaves alone what it has not drawn, and draws fields anew: so the mark is
 * set again whenever something is.
 */
export function createFollower(
  root: HTMLElement,
  prefixes: readonly string[],
  onChosen: (field: string) => void,
): Follower {
  let state: FollowState = { fields: [], isSeen: true };
  let names: ReadonlyMap<string, string> = new Map();
  let isWanted = false;
  let scheduled = 0;
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(scheduled);
    scheduled = requestAnimationFrame(draw);
  });

  function draw(): void {
    const element = state.chosen === undefined ? undefined : elementOf(state.chosen, prefixes);
    for (const old of root.querySelectorAll('[data-st-chosen]'))
      if (old !== element) old.removeAttribute('data-st-chosen');
    if (!element) return;
    element.setAttribute('data-st-chosen', '');
    if (isWanted) bringIntoSight(element);
    isWanted = false;
  }

  function hear({ target }: Event): void {
    const field = target instanceof Element ? fieldAt(target, { root, prefixes, names }) : undefined;
    if (field !== undefined && field !== state.chosen) onChosen(field);
  }

  root.addEventListener('focusin', hear);
  root.addEventListener('click', hear);
  // Whoever goes on in the section is not taken elsewhere by what is drawn then.
  for (const kind of ['pointerdown', 'keydown', 'wheel'])
    root.addEventListener(kind, () => (isWanted = false), { passive: true });
  changes.observe(root, { childList: true, subtree: true });

  return {
    update(next) {
      if (next.chosen !== state.chosen) isWanted = !next.isSeen;
      state = next;
      names = new Map(next.fields.map((name) => [name.replaceAll('.', '-'), name]));
      draw();
    },
  };
}

/** Scrolls within this frame alone: the page around it stays where it is. */
function bringIntoSight(element: Element): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: scrollY + top - innerHeight / 4, behavior: isCalm ? 'instant' : 'smooth' });
}

/** Returns what draws a field; of one inside another that stands nowhere by itself, the outer one. */
function elementOf(name: string, prefixes: readonly string[]): Element | undefined {
  const [outer = name] = name.split('.');
  return (controlOf(name.replaceAll('.', '/'), prefixes) ?? controlOf(outer, prefixes))?.whole;
}

/** Returns the field that an element belongs to, the innermost one. */
function fieldAt(
  target: Element,
  {
    root,
    prefixes,
    names,
  }: {
    readonly root: Element;
    readonly prefixes: readonly string[];
    /** The names of the fields by how ids have them. */
    readonly names: ReadonlyMap<string, string>;
  },
): string | undefined {
  const ofId = (id: string | undefined) => {
    const prefix = prefixes.find((each) => id?.startsWith(`${each}-`));
    const [own] = prefix === undefined ? [] : (id?.slice(prefix.length + 1).split('--') ?? []);
    // The items of a list are one field of the form.
    return own === undefined ? undefined : names.get(own.replaceAll(/-\d+(?=-|$)/g, ''));
  };
  const inside = prefixes.map((prefix) => `[id^="${prefix}-"]`).join();
  for (let element: Element | null = target; element && element !== root; element = element.parentElement) {
    const whole = element.matches(wholes) ? element.querySelector(inside) : null;
    const name = ofId(element.id) ?? ofId(whole?.id);
    if (name !== undefined) return name;
  }
  return undefined;
}
