import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Fails if an element refers to an id that does not exist, if an id occurs twice, or if a control that is not
 * hidden has no name.
 */
export function expectReferencesToResolve(root: ParentNode): void {
  expect(findDanglingReferences(root), 'references that lead nowhere').toEqual([]);
  expect(findRepeatedIds(root), 'ids that are there twice').toEqual([]);
  expect(findUnnamedControls(root), 'controls without a name').toEqual([]);
}

/** Fails if axe finds a violation. Colour contrast and landmarks are not checked. */
export async function expectNoViolations(root: Element): Promise<void> {
  const { violations } = await axe.run(root, {
    // Colours belong to the theme, and landmarks to the page.
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found).toEqual([]);
}

/**
 * Returns the text of the elements that `aria-describedby` of an element names, separated by spaces and
 * without CSS content; empty if there are none.
 */
export function getDescriptionText(element: Element | null): string {
  const ids = element?.getAttribute('aria-describedby')?.split(/\s+/) ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** The attributes whose values are ids, separated by spaces. */
const referenceAttributes = [
  'aria-describedby',
  'aria-labelledby',
  'aria-errormessage',
  'aria-controls',
  'aria-owns',
  'for',
  'list',
];

/** Returns the references to ids that are not in the document, with their elements: `INPUT list="days"`. */
export function findDanglingReferences(root: ParentNode): string[] {
  return referenceAttributes.flatMap((attribute) =>
    [...root.querySelectorAll(`[${attribute}]`)].flatMap((element) =>
      (element.getAttribute(attribute) ?? '')
        .split(/\s+/)
        .filter((id) => !document.getElementById(id))
        .map((id) => `${element.tagName} ${attribute}="${id}"`),
    ),
  );
}

/** Returns each id inside `root` that occurs more than once, once per repetition. */
export function findRepeatedIds(root: ParentNode): string[] {
  const ids = [...root.querySelectorAll('[id]')].map((element) => element.id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Returns the first 120 characters of HTML of each control that has no name and is not hidden. */
function findUnnamedControls(root: ParentNode): string[] {
  const controls = [...root.querySelectorAll('input:not([type=hidden]), select, textarea, button, fieldset')];
  return controls
    .filter(
      (control) => !control.closest('[aria-hidden="true"], [hidden]') && getAccessibleName(control) === '',
    )
    .map((control) => control.outerHTML.slice(0, 120));
}

/**
 * Returns an approximation of the accessible name, empty if there is none: `aria-label`, the texts of
 * `aria-labelledby` and of the labels, and the content of a button or the legend of a fieldset.
 */
function getAccessibleName(control: Element): string {
  const own = control.getAttribute('aria-label') ?? '';
  const referred = (control.getAttribute('aria-labelledby') ?? '')
    .split(/\s+/)
    .map((id) => (id === '' ? '' : document.getElementById(id)?.textContent))
    .join(' ');
  const labels = 'labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : [];
  const inner =
    control.tagName === 'BUTTON'
      ? control.textContent
      : control.querySelector(':scope > legend')?.textContent;
  return [own, referred, ...labels.map((label) => label.textContent), inner ?? ''].join(' ').trim();
}
