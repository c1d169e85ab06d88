import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Finding } from '#engine/check/index.ts';
import type { TextFault } from '#engine/editing/index.ts';
import { findingTitle } from '../findings/finding-title.ts';
import type { Remark } from './code-editor.tsx';

const severities = { error: 'error', warning: 'warning', note: 'info' } as const;

/** Returns diagnostics for the errors of a text that is not a valid document. */
export function remarksOfFaults(text: string, faults: readonly TextFault[]): readonly Remark[] {
  const lines = lineStarts(text);
  return faults.map(({ line, column, reason }) => {
    const from = Math.min((lines[line - 1] ?? 0) + column - 1, text.length);
    return { from, to: Math.min(from + 1, text.length), severity: 'error', message: reason };
  });
}

/** Returns diagnostics for the findings of a document, at the value that each finding is about. */
export function remarksOfFindings(
  text: string,
  findings: readonly Finding[],
  locale: string,
): readonly Remark[] {
  const root = findings.length === 0 ? undefined : parseTree(text);
  return findings.map(({ code, pointer, reason, severity }) => {
    const node = root && nearestNode(root, pointer);
    const from = node?.offset ?? 0;
    return {
      ...{ from, to: from + (node?.length ?? 0), severity: severities[severity], message: reason },
      title: findingTitle(locale, code),
    };
  });
}

/**
 * Returns the range of a JSON Pointer in a text, or of its nearest existing parent. Undefined if the text is
 * not JSON.
 */
export function rangeOfPointer(
  text: string,
  pointer: string,
): { readonly from: number; readonly to: number } | undefined {
  const root = parseTree(text);
  if (root === undefined) return undefined;
  const { offset, length } = nearestNode(root, pointer);
  return { from: offset, to: offset + length };
}

/** Returns the line and column of an offset, counted from 1. */
export function lineAndColumn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function nearestNode(root: Node, pointer: string): Node {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let node = root;
  for (const step of steps) {
    const inner = findNodeAtLocation(node, [node.type === 'array' ? Number(step) : step]);
    if (inner === undefined) break;
    node = inner;
  }
  return node;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
