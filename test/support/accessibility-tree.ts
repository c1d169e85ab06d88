import type { CDPSession } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** A node of the accessibility tree, as a screen reader gets it. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  /** Its states: `required`, `invalid`, `checked`, `disabled`, `busy`, `level 2`. */
  readonly states: readonly string[];
  readonly value: string;
  /** The `name` attribute of a control. */
  readonly field: string | undefined;
  readonly depth: number;
}

/**
 * Returns the accessibility tree of the section in reading order, without plain text and boxes without a
 * meaning.
 */
export async function readAccessibilityTree({ page, context }: Visitor): Promise<readonly AccessibleNode[]> {
  const client = await context.newCDPSession(page);
  await client.send('DOM.getDocument');
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const section = await getBackendId(client, '[data-testid="contact-form"]');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const root = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === section);
  const heard: AccessibleNode[] = [];
  if (root) await visitNode(root, 0);
  await client.detach();
  return heard;

  async function visitNode(node: AxNode, depth: number): Promise<void> {
    const role = toText(node.role);
    const isHeard = !node.ignored && !silentRoles.has(role);
    if (isHeard) heard.push({ ...(await addFieldName(client, toAccessibleNode(node), node)), depth });
    if (role === 'status' || role === 'alert') heard.push(...readLiveRegion(node, depth + 1));
    // A closed select is represented by its value.
    if (role === 'combobox') return;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) await visitNode(child, isHeard ? depth + 1 : depth);
    }
  }

  function readLiveRegion(node: AxNode, depth: number): readonly AccessibleNode[] {
    const words = collectText(node);
    return words === '' ? [] : [{ ...nothing, role: 'text', name: words, depth }];
  }

  function collectText({ childIds = [] }: AxNode): string {
    const children = childIds.flatMap((id) => byId.get(id) ?? []);
    return children
      .map((child) => (toText(child.role) === 'StaticText' ? toText(child.name) : collectText(child)))
      .join(' ')
      .trim();
  }
}

const nothing = { role: '', name: '', description: '', states: [], value: '', field: undefined };

/**
 * Returns the control of a field.
 * @throws If the accessibility tree contains none.
 */
export function findAccessibleControl(heard: readonly AccessibleNode[], field: string): AccessibleNode {
  const found = heard.find((one) => one.field === field && controlRoles.has(one.role));
  if (!found) throw new Error(`Cannot hear "${field}": no control of that name is in the accessibility tree`);
  return found;
}

/** Returns one line for each node, indented by its depth: `textbox "Name" [required] (Enter your name)`. */
export function formatAccessibilityTree(heard: readonly AccessibleNode[]): string {
  const lines = heard.map(({ role, name, description, states, value, depth }) =>
    [
      `${'  '.repeat(depth)}${role}`,
      name && `"${name}"`,
      states.length > 0 && `[${states.join(', ')}]`,
      value && `= ${JSON.stringify(value)}`,
      description && `(${description})`,
    ]
      .filter(Boolean)
      .join(' '),
  );
  return `${lines.join('\n')}\n`;
}

type AxNode = Awaited<ReturnType<typeof fullTree>>['nodes'][number];

function fullTree(client: CDPSession) {
  return client.send('Accessibility.getFullAXTree');
}

export const controlRoles: ReadonlySet<string> = new Set([
  'textbox',
  'combobox',
  'radiogroup',
  'checkbox',
  'radio',
  'button',
  'link',
  'slider',
  'spinbutton',
]);

/**
 * Roles of text that is part of another name, and of boxes that only group visually. A form without a name is
 * such a box (HTML Accessibility API Mappings, "form"), and a header that belongs to no page; not every
 * browser implements this.
 */
const silentRoles: ReadonlySet<string> = new Set([
  'StaticText',
  'InlineTextBox',
  'generic',
  'none',
  'LabelText',
  'LayoutTable',
  'LineBreak',
  'Legend',
  'form',
  'sectionheader',
  'MenuListPopup',
  'ListMarker',
  'strong',
  'paragraph',
  'Canvas',
  'image',
  'SvgRoot',
]);

const reportedStates = ['required', 'invalid', 'checked', 'disabled', 'busy', 'level', 'live'];

function toAccessibleNode(node: AxNode): Omit<AccessibleNode, 'field' | 'depth'> {
  const properties = new Map(node.properties?.map(({ name, value }) => [String(name), value.value]));
  const states = reportedStates.flatMap((state) => {
    const value: unknown = properties.get(state);
    if (value === undefined || value === false || value === 'false' || value === '') return [];
    return [value === true || value === 'true' ? state : `${state} ${value}`];
  });
  const role = toText(node.role);
  return {
    role,
    name: toText(node.name),
    description: toText(node.description),
    states,
    // The browser translates the value of a file picker.
    value: role === 'button' ? '' : toText(node.value),
  };
}

/** Adds the field's name, and `required` for controls for which the protocol does not report it. */
async function addFieldName(
  client: CDPSession,
  heard: Omit<AccessibleNode, 'field' | 'depth'>,
  { backendDOMNodeId }: AxNode,
): Promise<Omit<AccessibleNode, 'depth'>> {
  const { role, states } = heard;
  if (!controlRoles.has(role) || backendDOMNodeId === undefined) return { ...heard, field: undefined };
  const { object } = await client.send('DOM.resolveNode', { backendNodeId: backendDOMNodeId });
  const { result } = await client.send('Runtime.callFunctionOn', {
    objectId: object.objectId ?? '',
    functionDeclaration:
      'function () { return [this.name || this.querySelector("input")?.name, this.required || this.ariaRequired === "true"]; }',
    returnByValue: true,
  });
  const [field, isRequired] = result.value as readonly [string | null, boolean | null];
  const isSilent = isRequired && !states.includes('required');
  return { ...heard, field: field ?? undefined, states: isSilent ? ['required', ...states] : states };
}

async function getBackendId(client: CDPSession, selector: string): Promise<number> {
  const { result } = await client.send('Runtime.evaluate', {
    expression: `document.querySelector(${JSON.stringify(selector)})`,
  });
  const { node } = await client.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  return node.backendNodeId;
}

function toText(value: { readonly value?: unknown } | undefined): string {
  return value?.value === undefined ? '' : String(value.value).replaceAll(/\s+/g, ' ').trim();
}
