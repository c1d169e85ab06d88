/** The edges of a graph, by the index or key of their start. */
export type Edges = readonly (readonly number[])[] | ReadonlyMap<number, readonly number[]>;

/**
 * Returns the cycles of a graph: its strongly connected components that lead back to themselves (Tarjan,
 * "Depth-first search and linear graph algorithms", 1972). It does not recurse, because a pattern may be
 * long.
 */
export function findCycles(edges: Edges): readonly ReadonlySet<number>[] {
  const next = (node: number) => ('get' in edges ? edges.get(node) : edges[node]) ?? [];
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const cycles: ReadonlySet<number>[] = [];

  function enter(node: number): Frame {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    open.push(node);
    isOpen.add(node);
    return { node, to: next(node), at: 0 };
  }

  function leave(node: number): void {
    if (low.get(node) !== order.get(node)) return;
    const members = new Set(open.splice(open.indexOf(node)));
    for (const member of members) isOpen.delete(member);
    if (members.size > 1 || next(node).includes(node)) cycles.push(members);
  }

  function search(start: number): void {
    const path = [enter(start)];
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const { node } = frame;
      const to = frame.to[frame.at++];
      if (to === undefined) {
        path.pop();
        leave(node);
        const parent = path.at(-1)?.node;
        if (parent !== undefined) low.set(parent, Math.min(low.get(parent) ?? 0, low.get(node) ?? 0));
      } else if (!order.has(to)) path.push(enter(to));
      else if (isOpen.has(to)) low.set(node, Math.min(low.get(node) ?? 0, order.get(to) ?? 0));
    }
  }
  for (const start of edges.keys()) if (!order.has(start)) search(start);
  return cycles;
}

interface Frame {
  readonly node: number;
  readonly to: readonly number[];
  at: number;
}
