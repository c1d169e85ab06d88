import axe from 'axe-core';

/** One line of an accessibility tree: `textbox "Name" [required] (As in your passport)`. */
export interface TreeLine {
  readonly text: string;
  /** The number of lines around it, from 0. */
  readonly depth: number;
}

interface VirtualNode {
  readonly actualNode: Node;
  readonly children: readonly VirtualNode[];
}

/** The functions of axe that compute roles and names. Its types do not declare them. */
interface AxeCommons {
  readonly aria: { readonly getRole: (node: VirtualNode) => string | null };
  readonly text: { readonly accessibleTextVirtual: (node: VirtualNode) => string };
  readonly dom: { readonly isVisibleToScreenReaders: (node: VirtualNode) => boolean };
}

/** Roles without a line of their own. Their content has lines. */
const silentRoles = new Set([null, 'none', 'presentation', 'generic', 'paragraph', 'form']);

/** Roles that are read as a whole: their content is their name or value. */
const atomicRoles = new Set([
  'option',
  'button',
  'link',
  'textbox',
  'combobox',
  'searchbox',
  'spinbutton',
  'slider',
]);

/**
 * Builds the accessibility tree of an element and its content with axe's implementation of accname and
 * HTML-AAM. Browsers do not expose their own tree to pages. Throws if axe is running already.
 */
export function buildAccessibilityTree(root: Element): readonly TreeLine[] {
  const commons = axe.commons as unknown as AxeCommons;
  const start = axe.setup(root) as unknown as VirtualNode;
  try {
    return buildTreeLines(start, 0, commons);
  } finally {
    axe.teardown();
  }
}

/**
 * Returns the violations that axe finds in an element, including colour contrast, one line per rule with the
 * HTML of all elements that violate it: `['color-contrast: <label>…</label>']`. The rule `region` is off.
 */
export async function findViolations(root: Element): Promise<readonly string[]> {
  const { violations } = await axe.run(root, { rules: { region: { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/**
 * Returns the lines of a node and its content. A silent role has only the lines of its content, an atomic
 * role only its own line. Labels have none, nor have nodes that screen readers ignore.
 */
function buildTreeLines(node: VirtualNode, depth: number, commons: AxeCommons): readonly TreeLine[] {
  const { actualNode: element } = node;
  if (element.nodeType === Node.TEXT_NODE) return buildTextLines(element, depth);
  if (!(element instanceof Element) || !commons.dom.isVisibleToScreenReaders(node)) return [];
  const role = commons.aria.getRole(node);
  // A label is read with its control.
  if (element.localName === 'label') return [];
  const isSilent = silentRoles.has(role);
  /** Returns the lines of the content at a depth. */
  const buildChildLines = (at: number) =>
    node.children.flatMap((child) => buildTreeLines(child, at, commons));
  if (isSilent) return buildChildLines(depth);
  const text = [
    role,
    quoteText(commons.text.accessibleTextVirtual(node)),
    formatStates(listElementStates(element)),
    formatFieldValue(element),
    formatDescription(getDescriptionText(element)),
  ];
  const line = { text: text.filter(Boolean).join(' '), depth };
  return atomicRoles.has(role ?? '') ? [line] : [line, ...buildChildLines(depth + 1)];
}

/** Returns the line of a text node, `text "…"` with its white space collapsed; none if it is blank. */
function buildTextLines({ textContent }: Node, depth: number): readonly TreeLine[] {
  const text = (textContent ?? '').trim().replaceAll(/\s+/g, ' ');
  return text === '' ? [] : [{ text: `text ${quoteText(text)}`, depth }];
}

/**
 * Returns the states of an element in the order in which screen readers announce them: `['required',
 * 'checked']`. For a heading it also returns its level.
 */
function listElementStates(element: Element): readonly string[] {
  /** Returns true if the element matches a pseudo-class. */
  const has = (state: string) => element.matches(`:${state}`);
  /** Returns the value of an `aria-` attribute; null if it is absent. */
  const aria = (name: string) => element.getAttribute(`aria-${name}`);
  const isField = element.matches('input, select, textarea, button, fieldset');
  return [
    (isField && has('required')) || aria('required') === 'true' ? 'required' : '',
    aria('invalid') === 'true' ? 'invalid' : '',
    (isField && has('disabled')) || aria('disabled') === 'true' ? 'disabled' : '',
    element.hasAttribute('readonly') || aria('readonly') === 'true' ? 'read-only' : '',
    element.matches('[type=checkbox], [type=radio]') ? (has('checked') ? 'checked' : 'not checked') : '',
    aria('expanded') === null ? '' : aria('expanded') === 'true' ? 'expanded' : 'collapsed',
    aria('busy') === 'true' ? 'busy' : '',
    /^H[1-6]$/.test(element.tagName) ? `level ${element.tagName.slice(1)}` : '',
  ].filter(Boolean);
}

/**
 * Returns the value of a select or a text control, such as `= "Falmouth"`; empty for an empty text control
 * and for other elements.
 */
function formatFieldValue(element: Element): string {
  if (element instanceof HTMLSelectElement)
    return `= ${quoteText(element.selectedOptions[0]?.textContent?.trim() ?? '')}`;
  const isText =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !/^(?:checkbox|radio|file|button|submit)$/.test(element.type));
  return isText && element.value !== '' ? `= ${quoteText(element.value)}` : '';
}

/** Returns the texts that `aria-describedby` names, joined by spaces; empty if there are none. */
function getDescriptionText(element: Element): string {
  const ids = element.getAttribute('aria-describedby')?.split(/\s+/) ?? [];
  const texts = ids.map((id) => element.ownerDocument.getElementById(id)?.textContent?.trim() ?? '');
  return texts.filter(Boolean).join(' ');
}

/** Returns a text in quotes; empty for an empty text. */
function quoteText(text: string): string {
  return text === '' ? '' : JSON.stringify(text);
}

/** Returns the states in one pair of brackets, `[required, invalid]`; empty if there are none. */
function formatStates(states: readonly string[]): string {
  return states.length === 0 ? '' : `[${states.join(', ')}]`;
}

/** Returns a text in parentheses; empty for an empty text. */
function formatDescription(text: string): string {
  return text === '' ? '' : `(${text})`;
}
