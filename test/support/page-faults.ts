import type { Page } from 'playwright-core';

/**
 * The elements that `src/contact` draws: the section, and in a modal page the button and the dialog around
 * it.
 */
const drawn = '#slipway-form';

/**
 * Returns every visible or accessible text of a page's form, one for each block, option, placeholder and
 * name. Empty without a form.
 */
export async function readPageTexts(page: Page): Promise<readonly string[]> {
  return (await page.locator(drawn).count()) === 0 ? [] : page.locator(drawn).evaluate(readTexts);
}

/**
 * Returns the texts of the form that do not fit: wider than their box, cut off, or outside the window. A
 * closed select cuts its text, and a box may end in an ellipsis: both are faults except for the texts in
 * `spared`, because names in content and of files may have any length.
 */
export async function findLayoutFaults(page: Page, spared: readonly string[]): Promise<readonly string[]> {
  return (await page.locator(drawn).count()) === 0 ? [] : page.locator(drawn).evaluate(findFaults, spared);
}

/** Runs in the page. The text of an inline element belongs to the sentence around it. */
function readTexts(section: Element): string[] {
  const blocks = new Map<Element, string>();
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    let block = node.parentElement ?? section;
    while (block !== section && /^(?:inline|contents)/.test(getComputedStyle(block).display))
      block = block.parentElement ?? section;
    blocks.set(block, (blocks.get(block) ?? '') + (node.nodeValue ?? ''));
  }
  const attributes = ['alt', 'aria-description', 'aria-label', 'aria-valuetext', 'placeholder', 'title'];
  const named = [section, ...section.querySelectorAll('*')].flatMap((element) =>
    attributes.flatMap((attribute) => element.getAttribute(attribute) ?? []),
  );
  return [...blocks.values(), ...named].filter((text) => text.trim() !== '');
}

/** Runs in the page. */
function findFaults(section: Element, spared: readonly string[]): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    faults.push(`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth}`);
  for (const element of section.querySelectorAll<HTMLElement>('*')) {
    if (isUnseen(element)) continue;
    if (element instanceof HTMLSelectElement) checkChoice(element);
    else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      checkPlaceholder(element);
    else if (hasOwnText(element) && !isShortened(element)) checkText(element);
  }
  return faults;

  function isUnseen(element: Element): boolean {
    if (element instanceof HTMLOptionElement || !element.checkVisibility({ visibilityProperty: true }))
      return true;
    for (let at: Element | null = element; at !== null && at !== section; at = at.parentElement)
      if (at.clientWidth === 1 && at.clientHeight === 1) return true;
    return false;
  }

  function isShortened(element: Element): boolean {
    const box = element.closest('bdi')?.parentElement ?? element;
    return spared.includes(element.textContent ?? '') && getComputedStyle(box).textOverflow === 'ellipsis';
  }

  function hasOwnText(element: Element): boolean {
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  }

  function checkText(element: HTMLElement): void {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const style = getComputedStyle(element);
    if (scrollWidth > clientWidth) reportFault(element, `needs ${scrollWidth} px of ${clientWidth}`);
    const isBoxed = /^(?:hidden|clip)$/.test(style.overflowY) || element.matches('button, a');
    if (isBoxed && clientHeight > 0 && scrollHeight > clientHeight + 1)
      reportFault(element, `is cut off at ${clientHeight} of ${scrollHeight} px`);
    if (style.textOverflow === 'ellipsis' && scrollWidth > clientWidth)
      reportFault(element, 'ends in an ellipsis');
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) checkPosition(element, node);
    }
  }

  /** Each line must be inside the window and inside every box that would cut it off. */
  function checkPosition(element: Element, node: Node): void {
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width === 0) continue;
      if (line.left < -0.5 || line.right > root.clientWidth + 0.5)
        reportFault(element, 'stands out of the window');
      for (let box: Element | null = element; box !== null && box !== root; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === 'visible') continue;
        const { left, right } = box.getBoundingClientRect();
        if (line.left < left - 0.5 || line.right > right + 0.5)
          reportFault(element, `is cut off by ${describeElement(box)}`);
      }
    }
  }

  function checkChoice(select: HTMLSelectElement): void {
    for (const { label } of select.options) {
      if (spared.includes(label)) continue;
      const needed = measureWidth(label, select);
      if (needed > roomIn(select))
        reportFault(select, `has ${roomIn(select)} px for the ${needed} of "${label}"`);
    }
  }

  function checkPlaceholder(control: HTMLInputElement | HTMLTextAreaElement): void {
    const { placeholder } = control;
    if (placeholder.trim() === '') return;
    const lines = measureWidth(placeholder, control) / roomIn(control);
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(control);
    const room =
      control instanceof HTMLInputElement
        ? 1
        : (control.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)) /
          Number.parseFloat(lineHeight);
    if (lines > room) reportFault(control, `has ${room} lines for the ${lines} of "${placeholder}"`);
  }

  function roomIn(control: HTMLElement): number {
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(control);
    return control.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
  }

  function measureWidth(text: string, element: Element): number {
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) throw new Error('Cannot measure text: no canvas');
    const { font, letterSpacing } = getComputedStyle(element);
    context.font = font;
    if (letterSpacing !== 'normal') context.letterSpacing = letterSpacing;
    return Math.floor(context.measureText(text).width);
  }

  function reportFault(element: Element, fault: string): void {
    faults.push(`${describeElement(element)} ${fault}: ${element.textContent?.slice(0, 60)}`);
  }

  function describeElement(element: Element): string {
    const name = element.getAttribute('name');
    return `${element.localName}${name ? `[name=${name}]` : ''}.${element.getAttribute('class') ?? ''}`;
  }
}
