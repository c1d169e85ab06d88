import { fieldContainers, findControl } from './inspect.ts';
import type { FollowState } from './messages.ts';

/** Synchronises the chosen field between the studio and the preview. */
export interface FieldFollower {
  /** Marks the field that is now chosen in the studio, and scrolls to it unless it was chosen here. */
  readonly update: (state: FollowState) => void;
}

/**
 * Creates a follower. It marks the field that is chosen in the studio, even if it is drawn later, and passes
 * a field that is clicked, or focused by the pointer, to `onChosen`. Keys choose no field: with Tab, one would
 * lose the field whose properties are open on the way through the form (WCAG 2.2, 3.2.1). The mark is an attribute that React does
 * not know: React preserves it but redraws fields without it, so it is set again after each change.
 * @param prefixes The prefixes of the ids of all sections in `root`.
 */
export function createFieldFollower(
  root: HTMLElement,
  prefixes: readonly string[],
  onChosen: (field: string) => void,
): FieldFollower {
  let state: FollowState = { fields: [], isSeen: true };
  let names: ReadonlyMap<string, string> = new Map();
  let isWanted = false;
  let scheduled = 0;
  /** True if the latest input in the section came from the pointer. */
  let isPointing = false;
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(scheduled);
    scheduled = requestAnimationFrame(markChosenField);
  });

  /**
   * Marks the chosen field and no other; none if it is not drawn. Scrolls to it once, unless there was input
   * in the section since the choice.
   */
  function markChosenField(): void {
    const element = state.chosen === undefined ? undefined : findFieldElement(state.chosen, prefixes);
    for (const old of root.querySelectorAll('[data-st-chosen]'))
      if (old !== element) old.removeAttribute('data-st-chosen');
    if (!element) return;
    // The style sheet draws the name tag from the attribute.
    if (element.getAttribute('data-st-chosen') !== (state.label ?? ''))
      element.setAttribute('data-st-chosen', state.label ?? '');
    if (isWanted) scrollToElement(element);
    isWanted = false;
  }

  /**
   * Passes the field that contains the target of an event to `onChosen`. Does nothing if there is none, if it
   * is the chosen one, or if a key caused the event.
   */
  function reportField({ target }: Event): void {
    const field =
      isPointing && target instanceof Element
        ? findFieldOfElement(target, { root, prefixes, names })
        : undefined;
    if (field !== undefined && field !== state.chosen) onChosen(field);
  }

  root.addEventListener('focusin', reportField);
  root.addEventListener('click', reportField);
  // After any input in the section, later drawing does not scroll it any more.
  for (const kind of ['pointerdown', 'keydown', 'wheel'])
    root.addEventListener(kind, () => (isWanted = false), { passive: true });
  root.addEventListener('pointerdown', () => (isPointing = true), { capture: true, passive: true });
  // Tab may enter the section from outside, where no key is heard.
  root.addEventListener('keydown', () => (isPointing = false), { capture: true });
  addEventListener('blur', () => (isPointing = false));
  changes.observe(root, { childList: true, subtree: true });

  return {
    update(next) {
      if (next.chosen !== state.chosen) isWanted = !next.isSeen;
      state = next;
      names = new Map(next.fields.map((name) => [name.replaceAll('.', '-'), name]));
      markChosenField();
    },
  };
}

/**
 * Scrolls this frame to an element that is not completely visible; otherwise does nothing. `scrollIntoView`
 * would scroll the surrounding page as well.
 */
function scrollToElement(element: Element): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: scrollY + top - innerHeight / 4, behavior: isCalm ? 'instant' : 'smooth' });
}

/**
 * Returns the element of a field. For a nested field without an own element, that of the outer field.
 * Undefined if neither is visible.
 */
function findFieldElement(name: string, prefixes: readonly string[]): Element | undefined {
  const [outer = name] = name.split('.');
  return (findControl(name.replaceAll('.', '/'), prefixes) ?? findControl(outer, prefixes))?.whole;
}

/**
 * Returns the name of the innermost of the fields in `names` that contains an element. Undefined if none
 * does.
 */
function findFieldOfElement(
  target: Element,
  {
    root,
    prefixes,
    names,
  }: {
    readonly root: Element;
    readonly prefixes: readonly string[];
    /** The names of the fields by their form in ids, without indices: `party-age` is `party.age`. */
    readonly names: ReadonlyMap<string, string>;
  },
): string | undefined {
  /** Returns the name of the field whose control or part has this id. Undefined for other ids. */
  const findNameById = (id: string | undefined) => {
    const prefix = prefixes.find((each) => id?.startsWith(`${each}-`));
    const [own] = prefix === undefined ? [] : (id?.slice(prefix.length + 1).split('--') ?? []);
    // All items of a list belong to one field.
    return own === undefined ? undefined : names.get(own.replaceAll(/-\d+(?=-|$)/g, ''));
  };
  const inside = prefixes.map((prefix) => `[id^="${prefix}-"]`).join();
  for (let element: Element | null = target; element && element !== root; element = element.parentElement) {
    const whole = element.matches(fieldContainers) ? element.querySelector(inside) : null;
    const name = findNameById(element.id) ?? findNameById(whole?.id);
    if (name !== undefined) return name;
  }
  return undefined;
}
