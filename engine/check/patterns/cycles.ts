/** The edges of a graph, by the index or key of their start. */
export type Edges = readonly (readonly number[])[] | ReadonlyMap<number, readonly number[]>;

/**
 * Returns the cycles of a graph as sets of nodes: its strongly connected components that lead back to
 * themselves (Tarjan, "Depth-first search and linear graph algorithms", 1972). A node with an edge to itself
 * is one. It does not recurse, because a pattern may be long.
 */
export function findCycles(edges: Edges): readonly ReadonlySet<number>[] {
  /** Returns the ends of the edges from a node; empty if it has none. */
  const getNextNodes = (node: number) => ('get' in edges ? edges.get(node) : edges[node]) ?? [];
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const openNodes: number[] = [];
  const isOpen = new Set<number>();
  const cycles: ReadonlySet<number>[] = [];

  /** Numbers a node, adds it to the open ones, and returns its frame. */
  function enterNode(node: number): Frame {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    openNodes.push(node);
    isOpen.add(node);
    return { node, to: getNextNodes(node), at: 0 };
  }

  /**
   * Closes all nodes of a component once its first node is left, and adds the component to `cycles` if it is
   * a cycle. Does nothing for the other nodes of a component.
   */
  function leaveNode(node: number): void {
    if (low.get(node) !== order.get(node)) return;
    const members = new Set(openNodes.splice(openNodes.indexOf(node)));
    for (const member of members) isOpen.delete(member);
    if (members.size > 1 || getNextNodes(node).includes(node)) cycles.push(members);
  }

  /** Visits all nodes that are reachable from a node and were not visited before, depth first. */
  function searchFrom(start: number): void {
    const path = [enterNode(start)];
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const { node } = frame;
      const to = frame.to[frame.at++];
      if (to === undefined) {
        path.pop();
        leaveNode(node);
        const parent = path.at(-1)?.node;
        if (parent !== undefined) low.set(parent, Math.min(low.get(parent) ?? 0, low.get(node) ?? 0));
      } else if (!order.has(to)) path.push(enterNode(to));
      else if (isOpen.has(to)) low.set(node, Math.min(low.get(node) ?? 0, order.get(to) ?? 0));
    }
  }
  for (const start of edges.keys()) if (!order.has(start)) searchFrom(start);
  return cycles;
}

/** A node on the current path of the search. */
interface Frame {
  readonly node: number;
  /** The ends of its edges. */
  readonly to: readonly number[];
  /** The index of the next edge to follow. */
  at: number;
}
