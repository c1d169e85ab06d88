import { textDirection } from '#engine';
import { toControlId } from '#widgets';
import type { InspectedField, InspectState, PreviewTarget } from './messages.ts';

export interface InspectorCallbacks {
  /** A part is under the pointer or has the focus. */
  readonly onPointed: (target: PreviewTarget) => void;
  readonly onPicked: (target: PreviewTarget) => void;
  readonly onEnd: () => void;
}

export interface SectionInspector {
  /** Shows a new state. If `takesFocus` is true, focuses the chosen part. */
  readonly update: (state: InspectState, takesFocus: boolean) => void;
}

interface FoundPart {
  readonly target: PreviewTarget;
  readonly element: Element;
  readonly why: string;
}

/**
 * Creates an inspector. While `isOn`, it puts a button over each part of the section and makes the section
 * inert, so that pointing and typing do not change the entered values. With `withHidden`, it draws the hidden
 * fields at their positions.
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

  function createButton(): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    return button;
  }

  /** Returns the part whose button is the target of an event. */
  const findPartOfEvent = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('.st-part') : null;
    return button ? found[[...layer.children].indexOf(button)]?.target : undefined;
  };
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

/** Returns the index of the part that a key moves to. Undefined for keys that do not move. */
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

function toFoundPart(part: 'label' | 'hint', element: Element, field: string): FoundPart {
  return { target: { field, part, text: getVisibleText(element) }, element, why: '' };
}

/**
 * Returns the visible elements that contain text directly, except the `taken` ones, which belong to fields.
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

const textElements =
  'h1, h2, h3, h4, p, a, button, legend, label, span, li, summary, dt, dd, figcaption, strong';

function isLabelOrHint(element: Element): boolean {
  return element.matches('label, legend, .sw-legend, .sw-hint, .sw-disclaimer');
}

/** Returns true if an element is smaller than 3 pixels, or hidden for everybody or for screen readers. */
function isInvisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width < 3 || height < 3 || element.closest('[aria-hidden="true"], [hidden]') !== null;
}

/** Returns the visible text of an element, without the mark of a required field. */
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

/** Returns the child of `place` that contains a field. Undefined if none does. */
export function findFieldElement(name: string, place: Element | null): Element | undefined {
  return [...(place?.children ?? [])].find((element) =>
    element.matches(`:has([id$="-${CSS.escape(name)}"], [id*="-${CSS.escape(name)}--"])`),
  );
}

/** Draws a hidden field after the element `behind`, or first, and returns its element. */
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
