import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Finding } from '#engine/check/index.ts';
import type { TextFault } from '#engine/editing/index.ts';
import { findFindingTitle } from '../ui/finding-title.ts';
import type { EditorDiagnostic } from './code-editor.tsx';

/** The editor's severity for each severity of a finding. */
const diagnosticSeverities = { error: 'error', warning: 'warning', note: 'info' } as const;

/** Returns diagnostics for the faults of a text that is not a valid document, one character long each. */
export function toFaultDiagnostics(text: string, faults: readonly TextFault[]): readonly EditorDiagnostic[] {
  const lines = listLineStarts(text);
  return faults.map(({ line, column, reason }) => {
    const from = Math.min((lines[line - 1] ?? 0) + column - 1, text.length);
    return { from, to: Math.min(from + 1, text.length), severity: 'error', message: reason };
  });
}

/**
 * Returns diagnostics for the findings of a document, at the value that each finding is about or its nearest
 * existing parent. They are at the beginning if the text is not JSON.
 */
export function toFindingDiagnostics(
  text: string,
  findings: readonly Finding[],
  locale: string,
): readonly EditorDiagnostic[] {
  const root = findings.length === 0 ? undefined : parseTree(text);
  return findings.map(({ code, pointer, reason, severity }) => {
    const node = root && findNearestNode(root, pointer);
    const from = node?.offset ?? 0;
    return {
      from,
      to: from + (node?.length ?? 0),
      severity: diagnosticSeverities[severity],
      message: reason,
      title: findFindingTitle(locale, code),
    };
  });
}

/**
 * Returns the offsets of the value at a JSON Pointer in a text, or of its nearest existing parent. Undefined
 * if the text is not JSON.
 */
export function findPointerRange(
  text: string,
  pointer: string,
): { readonly from: number; readonly to: number } | undefined {
  const root = parseTree(text);
  if (root === undefined) return undefined;
  const { offset, length } = findNearestNode(root, pointer);
  return { from: offset, to: offset + length };
}

/** Returns the line and column of an offset, counted from 1. */
export function toLineAndColumn(
  text: string,
  at: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Returns the node at a JSON Pointer, or its nearest existing parent. */
function findNearestNode(root: Node, pointer: string): Node {
  const segments = pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  let node = root;
  for (const segment of segments) {
    const inner = findNodeAtLocation(node, [node.type === 'array' ? Number(segment) : segment]);
    if (inner === undefined) break;
    node = inner;
  }
  return node;
}

/** Returns the offset at which each line begins. A text has at least one line. */
function listLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
