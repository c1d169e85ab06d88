import { textDirection } from '#engine';
import { toControlId } from '#widgets';
import type { InspectedField, InspectState, PreviewTarget } from './messages.ts';

/**
 * The functions that an inspector calls on input. A part is a field, a label, a hint, a hidden field or
 * another text.
 */
export interface InspectorCallbacks {
  /** Called if a part is under the pointer or has the focus. */
  readonly onPointed: (target: PreviewTarget) => void;
  /** Called if a part is clicked. */
  readonly onPicked: (target: PreviewTarget) => void;
  /**
   * Called for Escape, which ends the inspection. The inspector itself does not change until `update` is
   * called.
   */
  readonly onEnd: () => void;
}

/** An inspector of one section. */
export interface SectionInspector {
  /**
   * Shows a new state. If `takesFocus` is true and the inspector is on, focuses the first part of the chosen
   * field; without one, the first text.
   */
  readonly update: (state: InspectState, takesFocus: boolean) => void;
}

/**
 * A part that is drawn, and its element. `why` explains the visibility of a field; it is empty for other
 * parts.
 */
interface FoundPart {
  readonly target: PreviewTarget;
  readonly element: Element;
  readonly why: string;
}

/**
 * Creates an inspector. While `isOn`, it puts a button over each part of the section and makes the section
 * inert, so that pointing and typing do not change the entered values. With `withHidden`, it draws the hidden
 * fields at their positions.
 * @param prefixes The prefixes of the ids of all sections in `root`.
 */
export function createInspector(
  root: HTMLElement,
  prefixes: readonly string[],
  callbacks: InspectorCallbacks,
): SectionInspector {
  let state: InspectState | undefined;
  let scheduled = 0;
  const layer = document.createElement('div');
  layer.className = 'st-inspect';
  let found: readonly FoundPart[] = [];

  /** Draws the state before the next repaint, once for all calls until then. */
  const scheduleDrawing = () => {
    cancelAnimationFrame(scheduled);
    scheduled = requestAnimationFrame(drawState);
  };
  const changes = new MutationObserver(scheduleDrawing);
  const sizes = new ResizeObserver(scheduleDrawing);

  /** Starts or stops watching the section for changes, which trigger drawing. */
  function setObserving(isOn: boolean): void {
    changes.disconnect();
    sizes.disconnect();
    if (!isOn) return;
    changes.observe(root, { childList: true, subtree: true, characterData: true, attributes: true });
    sizes.observe(root);
  }

  /** Draws the hidden fields and the buttons that the current state wants, and removes the others. */
  function drawState(): void {
    const { isOn = false, withHidden = false, fields = [] } = state ?? {};
    setObserving(false);
    drawHiddenFields(withHidden ? fields : [], state?.locale ?? '');
    root.inert = isOn;
    if (isOn) updateButtons();
    else layer.remove();
    setObserving(isOn || withHidden);
  }

  /** Puts one button over each part. Buttons are used again by index, so that the focus stays. */
  function updateButtons(): void {
    if (!state) return;
    found = findParts(state);
    layer.lang = state.locale;
    layer.dir = textDirection(state.locale);
    if (!layer.isConnected) document.body.append(layer);
    while (layer.childElementCount > found.length) layer.lastElementChild?.remove();
    while (layer.childElementCount < found.length) layer.append(createButton());
    for (const [at, { target, element, why }] of found.entries()) {
      const button = layer.children[at] as HTMLButtonElement;
      button.className = `st-part st-part--${target.part}`;
      button.classList.toggle('st-part--chosen', target.field !== undefined && target.field === state.chosen);
      button.setAttribute('aria-label', `${state.words[target.part]}: ${target.text}`);
      button.setAttribute('aria-description', why);
      const { left, top, width, height } = element.getBoundingClientRect();
      const around = target.part === 'field' ? 6 : 2;
      button.style.left = `${left + scrollX - around}px`;
      button.style.top = `${top + scrollY - around}px`;
      button.style.width = `${width + 2 * around}px`;
      button.style.height = `${height + 2 * around}px`;
    }
  }

  /** Returns a new button without text. `updateButtons` sets its label and position. */
  function createButton(): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    return button;
  }

  /** Returns the part whose button contains the target of an event. Undefined for other targets. */
  const findPartOfEvent = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('.st-part') : null;
    return button ? found[[...layer.children].indexOf(button)]?.target : undefined;
  };
  /** Passes the part of an event to `onPointed`, if there is one. */
  const reportPointed = (event: Event) => {
    const target = findPartOfEvent(event);
    if (target) callbacks.onPointed(target);
  };
  layer.addEventListener('pointerover', reportPointed);
  layer.addEventListener('focusin', reportPointed);
  layer.addEventListener('click', (event) => {
    const target = findPartOfEvent(event);
    if (target) callbacks.onPicked(target);
  });
  layer.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') callbacks.onEnd();
    const to = getNextIndex(event.key, [...layer.children].indexOf(event.target as Element), found);
    if (to === undefined) return;
    event.preventDefault();
    (layer.children[to] as HTMLElement | undefined)?.focus();
  });

  /** Returns the parts of all fields, and the other visible texts, in the order of the document. */
  function findParts({ fields }: InspectState): readonly FoundPart[] {
    const taken = new Set<Element>();
    const ofFields = fields.flatMap((field) => {
      const parts = findFieldParts(field, prefixes);
      for (const { element } of parts) taken.add(element);
      return parts;
    });
    const texts = findTexts(root, taken).map(
      (element): FoundPart => ({ target: { part: 'text', text: getVisibleText(element) }, element, why: '' }),
    );
    return [...ofFields, ...texts].sort((one, other) => (isAfter(one.element, other.element) ? 1 : -1));
  }

  return {
    update(next, takesFocus) {
      state = next;
      drawState();
      if (!takesFocus || !next.isOn) return;
      const start = found.findIndex(({ target }) => target.field === next.chosen);
      (layer.children[Math.max(0, start)] as HTMLElement | undefined)?.focus();
    },
  };
}

/**
 * Returns the index of the part to which a key moves from the index `at`; it stays at the first and last
 * part. Undefined for keys other than arrows, Home and End.
 */
function getNextIndex(key: string, at: number, { length }: readonly unknown[]): number | undefined {
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(length - 1, at + 1);
  if (key === 'ArrowUp' || key === 'ArrowLeft') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
}

/**
 * Returns the parts of a field: the field itself, its label and its hint, or the drawn hidden field. Empty if
 * the field is not drawn.
 */
function findFieldParts(
  { name, label, why }: InspectedField,
  prefixes: readonly string[],
): readonly FoundPart[] {
  const ghost = document.querySelector(`[data-hidden-field="${CSS.escape(name)}"]`);
  if (ghost) return [{ target: { field: name, part: 'hidden', text: label }, element: ghost, why }];
  const found = findControl(name, prefixes);
  if (found === undefined) return [];
  const { id, whole } = found;
  const [named, hint] = [
    whole.querySelector(`:scope label[for="${id}"], :scope #${id}--label, :scope > legend`),
    whole.querySelector(`:scope #${id}--hint`),
  ];
  return [
    { target: { field: name, part: 'field', text: label }, element: whole, why },
    ...(named ? [toFoundPart('label', named, name)] : []),
    ...(hint ? [toFoundPart('hint', hint, name)] : []),
  ];
}

/** The containers of a field with its label, hint and control. */
export const fieldContainers = '.sw-field, .sw-fieldset, .sw-array, .sw-uploader, fieldset';

/**
 * Returns the container of the control at a pointer (`guests/0/name`), and the id of the control, escaped for
 * a selector. Undefined if it is not visible.
 */
export function findControl(
  pointer: string,
  prefixes: readonly string[],
): { readonly id: string; readonly whole: Element } | undefined {
  for (const prefix of prefixes) {
    const id = CSS.escape(toControlId(prefix, pointer));
    const control = document.querySelector(`#${id}, #${id}--label, [id^="${id}--"]`);
    const whole = control?.closest(fieldContainers) ?? control;
    if (whole && !isInvisible(whole)) return { id, whole };
  }
  return undefined;
}

/** Returns the label or hint of a field as a part with its visible text. */
function toFoundPart(part: 'label' | 'hint', element: Element, field: string): FoundPart {
  return { target: { field, part, text: getVisibleText(element) }, element, why: '' };
}

/**
 * Returns the visible elements that contain text directly, except the `taken` ones, which belong to fields,
 * and everything inside taken labels and hints.
 */
function findTexts(root: Element, taken: ReadonlySet<Element>): readonly Element[] {
  return [...root.querySelectorAll(textElements)].filter((element) => {
    const isOwn = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const isTaken = [...taken].some(
      (one) => one === element || (one.contains(element) && isLabelOrHint(one)),
    );
    return isOwn && !isTaken && !isInvisible(element) && !element.closest('[data-hidden-field], option');
  });
}

/** The elements that can be parts as texts. */
const textElements =
  'h1, h2, h3, h4, p, a, button, legend, label, span, li, summary, dt, dd, figcaption, strong';

/** Returns true if an element has the tag or class of a label or a hint. */
function isLabelOrHint(element: Element): boolean {
  return element.matches('label, legend, .sw-legend, .sw-hint, .sw-disclaimer');
}

/** Returns true if an element is smaller than 3 pixels, or hidden for everybody or for screen readers. */
function isInvisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width < 3 || height < 3 || element.closest('[aria-hidden="true"], [hidden]') !== null;
}

/**
 * Returns the trimmed text of an element, without its children that are hidden for screen readers, such as
 * the mark of a required field.
 */
function getVisibleText(element: Element): string {
  const texts = [...element.childNodes].filter(
    (node) => !(node instanceof Element && node.matches('[aria-hidden="true"]')),
  );
  return texts
    .map(({ textContent }) => textContent)
    .join('')
    .trim();
}

/** Returns true if `one` comes after `other` in the document. */
function isAfter(one: Element, other: Element): boolean {
  if (one === other) return false;
  const place = one.compareDocumentPosition(other);
  return (place & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}

/**
 * Draws each hidden field after its predecessor, and removes those that are drawn but shown by now or not in
 * `fields`. React preserves elements that it did not create.
 */
function drawHiddenFields(fields: readonly InspectedField[], locale: string): void {
  for (const old of document.querySelectorAll('[data-hidden-field]')) {
    const { hiddenField } = (old as HTMLElement).dataset;
    if (!fields.some(({ name, visibility }) => name === hiddenField && visibility !== 'shown')) old.remove();
  }
  const place = document.querySelector('.sw-fields');
  let behind: Element | null = null;
  for (const field of fields) {
    if (field.visibility === 'shown') behind = findFieldElement(field.name, place) ?? behind;
    else if (place) behind = drawHiddenField(field, { place, behind, locale });
  }
}

/**
 * Returns the first child of `place` that contains the control of a field. Undefined if none does or `place`
 * is null.
 */
export function findFieldElement(name: string, place: Element | null): Element | undefined {
  return [...(place?.children ?? [])].find((element) =>
    element.matches(`:has([id$="-${CSS.escape(name)}"], [id*="-${CSS.escape(name)}--"])`),
  );
}

/**
 * Draws a hidden field with its label and the reasons after the element `behind`, or first if it is null, and
 * returns its element. An element that was drawn before is used again.
 */
function drawHiddenField(
  field: InspectedField,
  {
    place,
    behind,
    locale,
  }: { readonly place: Element; readonly behind: Element | null; readonly locale: string },
): Element {
  const former = place.querySelector<HTMLElement>(`[data-hidden-field="${CSS.escape(field.name)}"]`);
  const ghost = former ?? document.createElement('div');
  if (!former) {
    ghost.className = 'st-hidden-field';
    ghost.dataset.hiddenField = field.name;
    ghost.append(document.createElement('strong'), document.createElement('span'));
  }
  ghost.lang = locale;
  ghost.dir = textDirection(locale);
  const [label, why] = ghost.children as unknown as [Element, Element];
  label.textContent = field.label;
  why.textContent = field.why;
  const isThere = former !== null && ghost.previousElementSibling === behind;
  if (!isThere) place.insertBefore(ghost, behind ? behind.nextSibling : place.firstChild);
  return ghost;
}
