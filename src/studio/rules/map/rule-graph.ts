import type { RuleLink } from '#engine/rules/builder/index.ts';
import type { RuleView } from '../../../api/studio.ts';

/** A box of the map: a field, a block, a step, facts, or a decision about the form as a whole. */
export interface GraphThing {
  /** Unique in the map: `field phone`, `facts page`. */
  readonly key: string;
  readonly link: RuleLink | AlwaysLink;
}

/** The source of rules that read nothing: they always apply. */
export interface AlwaysLink {
  readonly kind: 'always';
  readonly id: '';
}

/** A rule of the map, with the keys of what it reads and decides. */
export interface GraphRule {
  readonly rule: RuleView;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export interface RuleGraph {
  /** Only what some rule connects. */
  readonly things: readonly GraphThing[];
  readonly rules: readonly GraphRule[];
}

export interface GraphQuery {
  /** The key of the enquiry type. */
  readonly form: string;
  /** The name of a field: only rules that read or decide it are in the map. Empty for all. */
  readonly about: string;
}

/**
 * Returns what the rules of a form connect. Fields that the form does not have are left out, and so are
 * the enquiry type, which is the same everywhere in the form, and facts about single items.
 */
export function createRuleGraph(rules: readonly RuleView[], { form, about }: GraphQuery): RuleGraph {
  const things = new Map<string, GraphThing>();
  /** Returns the key of a thing, which becomes a part of the map. */
  const addThing = (link: GraphThing['link']): string => {
    const key = `${link.kind} ${link.id}`;
    if (!things.has(key)) things.set(key, { key, link });
    return key;
  };
  const found = rules
    .filter(({ links }) => links.types.includes(form))
    .filter(
      ({ links }) => about === '' || [...links.reads, ...links.decides].some((link) => isField(link, about)),
    )
    .map((rule): GraphRule => {
      const reads = rule.links.reads.filter((link) => isInForm(link, form) && !isInner(link));
      return {
        rule,
        from: (reads.length === 0 ? [always] : reads).map(addThing),
        to: rule.links.decides.filter((link) => isInForm(link, form)).map(addThing),
      };
    });
  return { things: [...things.values()], rules: found };
}

const always: AlwaysLink = { kind: 'always', id: '' };

/** Returns true if a link is the field with a name. */
function isField({ kind, id }: RuleLink, name: string): boolean {
  return kind === 'field' && id === name;
}

/** Returns true for facts that are the same in the whole form, or about one item of a list. */
function isInner({ kind, id }: RuleLink): boolean {
  return kind === 'facts' && ['type', 'candidate', 'item'].includes(id);
}

/** Returns true for everything but fields, blocks and steps of other forms. */
function isInForm(link: RuleLink, form: string): boolean {
  return !('types' in link) || link.types.includes(form);
}

/** The position of a box, in the middle of its edge towards the start, in pixels. */
export interface BoxPosition {
  readonly x: number;
  readonly y: number;
}

export interface GraphLayout {
  /** The positions of things by their keys. */
  readonly things: ReadonlyMap<string, BoxPosition>;
  /** The positions of rules by their ids. */
  readonly rules: ReadonlyMap<string, BoxPosition>;
  readonly width: number;
  readonly height: number;
}

/** The sizes of the boxes and the gaps between them, in pixels. */
export const boxSizes = {
  thing: 168,
  rule: 272,
  thingHeight: 44,
  ruleHeight: 76,
  gapX: 56,
  gapY: 12,
} as const;

/** The number of times that the columns are sorted by their neighbours. */
const sortingRounds = 4;

/**
 * Returns a layout in columns: things that nothing decides, the rules that read them, what these decide, and so
 * on. In each column, boxes are near to what they are connected with.
 */
export function layOutGraph(graph: RuleGraph): GraphLayout {
  const depths = measureDepths(graph);
  const columns: Column[] = [];
  /** Returns a column; columns of things and rules alternate. */
  const getColumn = (at: number): Column => (columns[at] ??= { isOfRules: at % 2 === 1, keys: [] });
  for (const { key } of graph.things) getColumn(2 * (depths.things.get(key) ?? 0)).keys.push(key);
  for (const { rule } of graph.rules) getColumn(2 * (depths.rules.get(rule.id) ?? 0) + 1).keys.push(rule.id);
  sortColumns(columns.filter(Boolean), graph);
  return placeColumns(
    Array.from(columns, (column, at) => column ?? getColumn(at)),
    graph,
  );
}

interface Column {
  readonly isOfRules: boolean;
  keys: string[];
}

/**
 * Returns how many rules are on the longest way to each thing and rule. A cycle counts once.
 */
function measureDepths({ things, rules }: RuleGraph): {
  readonly things: ReadonlyMap<string, number>;
  readonly rules: ReadonlyMap<string, number>;
} {
  const known = new Map<string, number>();
  const ruleDepths = new Map<string, number>();
  const entered = new Set<string>();
  /** Returns the depth of a thing. */
  const measureThing = (key: string): number => {
    const before = known.get(key);
    if (before !== undefined || entered.has(key)) return before ?? 0;
    entered.add(key);
    const deciding = rules.filter(({ to }) => to.includes(key));
    const depth = Math.max(0, ...deciding.map((rule) => measureRule(rule) + 1));
    known.set(key, depth);
    return depth;
  };
  /** Returns the depth of a rule: that of the deepest thing that it reads. */
  const measureRule = ({ rule, from }: GraphRule): number => {
    const depth = ruleDepths.get(rule.id) ?? Math.max(0, ...from.map(measureThing));
    ruleDepths.set(rule.id, depth);
    return depth;
  };
  for (const { key } of things) measureThing(key);
  for (const rule of rules) measureRule(rule);
  return { things: known, rules: ruleDepths };
}

/** Sorts each column by the mean position of the boxes that its boxes are connected with. */
function sortColumns(columns: readonly Column[], { rules }: RuleGraph): void {
  const neighbours = new Map<string, string[]>();
  for (const { rule, from, to } of rules)
    for (const key of [...from, ...to]) {
      neighbours.set(key, [...(neighbours.get(key) ?? []), rule.id]);
      neighbours.set(rule.id, [...(neighbours.get(rule.id) ?? []), key]);
    }
  for (let round = 0; round < sortingRounds; round += 1) {
    const places = new Map(
      columns.flatMap(({ keys }) => keys.map((key, at) => [key, at / keys.length] as const)),
    );
    /** Returns the mean place of the neighbours of a box. */
    const getMean = (key: string): number => {
      const near = neighbours.get(key) ?? [];
      return near.reduce((sum, other) => sum + (places.get(other) ?? 0), 0) / Math.max(1, near.length);
    };
    for (const column of columns) {
      const means = new Map(column.keys.map((key) => [key, getMean(key)]));
      column.keys = [...column.keys].sort((one, other) => (means.get(one) ?? 0) - (means.get(other) ?? 0));
      column.keys.forEach((key, at) => {
        places.set(key, at / column.keys.length);
      });
    }
  }
}

/**
 * Returns the layout of columns. Rules stand one below the other; each thing stands beside the rules that it is
 * connected with, as far as there is room.
 */
function placeColumns(columns: readonly Column[], graph: RuleGraph): GraphLayout {
  const { thing, rule, thingHeight, ruleHeight, gapX, gapY } = boxSizes;
  const [things, rules] = [new Map<string, BoxPosition>(), new Map<string, BoxPosition>()];
  let x = 0;
  const starts = columns.map(({ isOfRules }) => {
    const start = x;
    x += (isOfRules ? rule : thing) + gapX;
    return start;
  });
  columns.forEach(({ isOfRules, keys }, at) => {
    if (!isOfRules) return;
    keys.forEach((key, index) => {
      rules.set(key, { x: starts[at] ?? 0, y: index * (ruleHeight + gapY) + ruleHeight / 2 });
    });
  });
  columns.forEach(({ isOfRules, keys }, at) => {
    if (isOfRules) return;
    const wanted = keys
      .map((key) => ({ key, y: getMeanY(graph, rules, key) }))
      .sort((one, other) => one.y - other.y);
    let free = thingHeight / 2;
    for (const { key, y } of wanted) {
      const own = Math.max(free, y);
      things.set(key, { x: starts[at] ?? 0, y: own });
      free = own + thingHeight + gapY;
    }
  });
  const bottoms = [
    ...[...things.values()].map(({ y }) => y + thingHeight / 2),
    ...[...rules.values()].map(({ y }) => y + ruleHeight / 2),
  ];
  return { things, rules, width: Math.max(0, x - gapX), height: Math.max(0, ...bottoms) };
}

/** Returns the mean height of the rules that a thing is connected with. */
function getMeanY({ rules }: RuleGraph, placed: ReadonlyMap<string, BoxPosition>, key: string): number {
  const near = rules.filter(({ from, to }) => from.includes(key) || to.includes(key));
  return near.reduce((sum, { rule }) => sum + (placed.get(rule.id)?.y ?? 0), 0) / Math.max(1, near.length);
}
