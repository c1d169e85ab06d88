import { type ReactNode, useMemo, useState } from 'react';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import { boxSizes, type GraphThing, layOutGraph, type RuleGraph } from './rule-graph.ts';

export interface RuleDiagramProps {
  readonly graph: RuleGraph;
  /** The accessible name. */
  readonly label: string;
  /** The id of the element that describes how it is used. */
  readonly describedBy: string;
  readonly getName: (thing: GraphThing) => string;
  /** Called with the name of a field whose box was pressed. */
  readonly onFocusField: (name: string) => void;
  /** The name of the field to which the map is limited, or empty. */
  readonly focused: string;
}

/** The path of an arrow, with the rule and the thing that it connects. */
interface Arrow {
  readonly key: string;
  readonly rule: string;
  readonly thing: string;
  readonly path: string;
  /** The path of its head. */
  readonly head: string;
  /** True if it leads to what the rule decides. */
  readonly isDeciding: boolean;
}

/**
 * Renders things and rules as boxes in columns, with lines from what a rule reads to the rule, and arrows to
 * what it decides. A rule leads to itself in the list; a field limits the map to it. What is under the pointer
 * or focused is emphasised with its connections.
 */
export function RuleDiagram({
  graph,
  label,
  describedBy,
  getName,
  onFocusField,
  focused,
}: RuleDiagramProps): ReactNode {
  const layout = useMemo(() => layOutGraph(graph), [graph]);
  const arrows = useMemo(() => listArrows(graph, layout), [graph, layout]);
  const [active, setActive] = useState('');
  /** Returns the properties that emphasise a box while it is under the pointer or focused. */
  const getActivation = (key: string) => ({
    onPointerEnter: () => setActive(key),
    onPointerLeave: () => setActive(''),
    onFocus: () => setActive(key),
    onBlur: () => setActive(''),
  });
  /** Returns true if an arrow belongs to the emphasised box. */
  const isLit = ({ rule, thing }: Arrow) => active !== '' && (rule === active || thing === active);
  const lit = new Set(arrows.filter(isLit).flatMap(({ rule, thing }) => [rule, thing]));
  /** Returns the style of a box. */
  const getStyle = ({ x, y }: { readonly x: number; readonly y: number }, height: number, width: number) => ({
    insetInlineStart: x,
    insetBlockStart: y - height / 2,
    inlineSize: width,
    blockSize: height,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be reached by keyboard.
    <section className="st-map" aria-label={label} aria-describedby={describedBy} tabIndex={0}>
      <div className="st-map-canvas" style={{ inlineSize: layout.width, blockSize: layout.height }}>
        <svg width={layout.width} height={layout.height} aria-hidden="true">
          {[...arrows]
            .sort((one, other) => Number(isLit(one)) - Number(isLit(other)))
            .map((arrow) => (
              <path
                key={arrow.key}
                d={arrow.path}
                className={isLit(arrow) ? 'st-map-line st-map-line--lit' : 'st-map-line'}
              />
            ))}
          {arrows
            .filter(({ isDeciding }) => isDeciding)
            .map((arrow) => (
              <path
                key={arrow.key}
                d={arrow.head}
                className={isLit(arrow) ? 'st-map-head st-map-head--lit' : 'st-map-head'}
              />
            ))}
        </svg>
        {graph.things.map((thing) => {
          const place = layout.things.get(thing.key);
          if (place === undefined) return null;
          const name = getName(thing);
          const isField = thing.link.kind === 'field';
          const className = `st-map-thing st-map-thing--${thing.link.kind}${lit.has(thing.key) ? ' st-map-box--lit' : ''}`;
          const style = getStyle(place, boxSizes.thingHeight, boxSizes.thing);
          return isField ? (
            <button
              key={thing.key}
              type="button"
              className={className}
              style={style}
              title={name}
              aria-pressed={focused === thing.link.id}
              onClick={() => onFocusField(thing.link.id)}
              {...getActivation(thing.key)}
            >
              <bdi>{name}</bdi>
            </button>
          ) : (
            <div
              key={thing.key}
              className={className}
              style={style}
              title={name}
              {...getActivation(thing.key)}
            >
              <bdi>{name}</bdi>
            </div>
          );
        })}
        {graph.rules.map(({ rule }) => {
          const place = layout.rules.get(rule.id);
          if (place === undefined) return null;
          const text = sentenceToText(rule.sentence);
          return (
            <a
              key={rule.id}
              href={`/studio/rules#rule-${encodeURIComponent(rule.id)}`}
              className={`st-map-rule${lit.has(rule.id) ? ' st-map-box--lit' : ''}`}
              style={getStyle(place, boxSizes.ruleHeight, boxSizes.rule)}
              title={text}
              {...getActivation(rule.id)}
            >
              <span dir="auto">{text}</span>
            </a>
          );
        })}
      </div>
    </section>
  );
}

/** Returns the lines between the boxes of a layout. */
function listArrows({ rules }: RuleGraph, layout: ReturnType<typeof layOutGraph>): readonly Arrow[] {
  return rules.flatMap(({ rule, from, to }) => {
    const box = layout.rules.get(rule.id);
    if (box === undefined) return [];
    /** Returns the line between the rule and a thing. */
    const createArrow = (thing: string, isDeciding: boolean): readonly Arrow[] => {
      const place = layout.things.get(thing);
      if (place === undefined) return [];
      const [start, end] = isDeciding
        ? [{ x: box.x + boxSizes.rule, y: box.y }, place]
        : [{ x: place.x + boxSizes.thing, y: place.y }, box];
      return [
        {
          key: `${rule.id} ${thing} ${isDeciding}`,
          rule: rule.id,
          thing,
          isDeciding,
          path: drawCurve(start, end),
          head: drawHead(end),
        },
      ];
    };
    return [
      ...from.flatMap((key) => createArrow(key, false)),
      ...to.flatMap((key) => createArrow(key, true)),
    ];
  });
}

/** Returns the path of a curve that leaves and arrives horizontally. */
function drawCurve(
  start: { readonly x: number; readonly y: number },
  end: { readonly x: number; readonly y: number },
): string {
  const bend = Math.max(24, (end.x - start.x) / 2);
  return `M${start.x},${start.y} C${start.x + bend},${start.y} ${end.x - bend},${end.y} ${end.x},${end.y}`;
}

/** Returns the path of an arrow head that ends at a point. */
function drawHead({ x, y }: { readonly x: number; readonly y: number }): string {
  return `M${x},${y} l-7,-4 v8 z`;
}
