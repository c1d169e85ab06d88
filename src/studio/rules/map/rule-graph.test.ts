import { describe, expect, it } from 'vitest';
import type { RuleLink } from '#engine/rules/builder/index.ts';
import type { RuleView } from '../../../api/studio.ts';
import { boxSizes, createRuleGraph, layOutGraph } from './rule-graph.ts';

const field = (id: string, types = ['sales']): RuleLink => ({ kind: 'field', id, label: id, types });
const page: RuleLink = { kind: 'facts', id: 'page' };
const type: RuleLink = { kind: 'facts', id: 'type' };

function rule(
  id: string,
  reads: readonly RuleLink[],
  decides: readonly RuleLink[],
  types = ['sales'],
): RuleView {
  const links = { types, sites: [], reads, decides };
  return { id, description: id, effects: [], sentence: [id], conflicts: [], links };
}

const rules = [
  rule('one', [page, type], [field('a')]),
  rule('two', [field('a')], [field('b')]),
  rule('three', [], [field('c')]),
  rule('other', [page], [field('d', ['service'])], ['service']),
];

describe('createRuleGraph', () => {
  it('connects what the rules of a form read and decide, and nothing else', () => {
    const graph = createRuleGraph(rules, { form: 'sales', about: '' });
    expect(graph.things.map(({ key }) => key)).toEqual([
      'facts page',
      'field a',
      'field b',
      'always ',
      'field c',
    ]);
    expect(graph.rules.map(({ rule: { id }, from, to }) => [id, from, to])).toEqual([
      ['one', ['facts page'], ['field a']],
      ['two', ['field a'], ['field b']],
      ['three', ['always '], ['field c']],
    ]);
  });

  it('has only the rules about a field, if one is asked for', () => {
    const { rules: found } = createRuleGraph(rules, { form: 'sales', about: 'a' });
    expect(found.map((each) => each.rule.id)).toEqual(['one', 'two']);
  });
});

describe('layOutGraph', () => {
  it('puts what a rule decides behind the rule, and the rule behind what it reads', () => {
    const graph = createRuleGraph(rules, { form: 'sales', about: '' });
    const { things, rules: placed, width } = layOutGraph(graph);
    const xs = [
      things.get('facts page'),
      placed.get('one'),
      things.get('field a'),
      placed.get('two'),
      things.get('field b'),
    ];
    const sorted = xs.map((box) => box?.x ?? Number.NaN);
    expect(sorted).toEqual([...sorted].sort((one, other) => one - other));
    expect(new Set(sorted).size).toBe(5);
    expect(width).toBe((things.get('field b')?.x ?? 0) + boxSizes.thing);
  });

  it('ends for rules that depend on each other', () => {
    const cycle = [rule('one', [field('a')], [field('b')]), rule('two', [field('b')], [field('a')])];
    const layout = layOutGraph(createRuleGraph(cycle, { form: 'sales', about: '' }));
    expect(layout.things.size + layout.rules.size).toBe(4);
  });

  it('never lets boxes of 60 rules and 500 fields overlap', () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      rule(
        `r${at}`,
        [field(`f${at * 7}`), page],
        Array.from({ length: 8 }, (__, to) => field(`f${(at * 8 + to) % 500}`)),
      ),
    );
    const { things, rules: placed } = layOutGraph(createRuleGraph(many, { form: 'sales', about: '' }));
    for (const [boxes, height] of [
      [things, boxSizes.thingHeight],
      [placed, boxSizes.ruleHeight],
    ] as const) {
      const byColumn = Map.groupBy(boxes.values(), ({ x }) => x);
      for (const column of byColumn.values()) {
        const ys = column.map(({ y }) => y).sort((one, other) => one - other);
        expect(ys.slice(1).every((y, at) => y - (ys[at] ?? 0) >= height)).toBe(true);
      }
    }
    expect(placed.size).toBe(60);
  });
});
