import { type ReactNode, useId, useMemo, useState } from 'react';
import { useStudio } from '../../draft/context.ts';
import { useKnownTypes } from '../../draft/use-known-types.ts';
import { getEffectGroupKey } from '../../preset/editing.ts';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { SentenceText } from '../../ui/sentence-text.tsx';
import type { ListedRule, RuleFilter } from '../list/rule-filter.ts';
import { RuleDiagram } from './rule-diagram.tsx';
import { createRuleGraph, type GraphThing, type RuleGraph } from './rule-graph.ts';

/**
 * Renders the rules of one form as a map: what each reads, and what it decides. The same connections are in a
 * table, which replaces the map on narrow screens.
 */
export function RuleMap({
  rules,
  filter,
  onFilter,
}: {
  readonly rules: readonly ListedRule[];
  /** The form and the field whose rules are shown. Without a form, those of the first one. */
  readonly filter: RuleFilter;
  readonly onFilter: (filter: RuleFilter) => void;
}): ReactNode {
  const { say } = useStudio();
  const types = useKnownTypes();
  const form = types.some(({ type }) => type.key === filter.form) ? filter.form : (types[0]?.type.key ?? '');
  const formName = types.find(({ type }) => type.key === form)?.name ?? form;
  const views = useMemo(() => rules.map(({ rule }) => rule), [rules]);
  const whole = useMemo(() => createRuleGraph(views, { form, about: '' }), [views, form]);
  const graph = useMemo(
    () => createRuleGraph(views, { form, about: filter.about }),
    [views, form, filter.about],
  );
  const getName = useThingName(form);
  const fields = whole.things
    .filter(({ link }) => link.kind === 'field')
    .map((thing) => [thing.link.id, getName(thing)] as const);
  const isKnown = filter.about === '' || fields.some(([name]) => name === filter.about);
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  return (
    <div className="st-stack-3">
      <div className="st-filters">
        <LabelledSelect
          label={say('rules.form')}
          value={form}
          options={types.map(({ type, name }) => [type.key, name])}
          onChange={(next) => onFilter({ ...filter, form: next, about: '' })}
        />
        <LabelledSelect
          label={say('rules.map.focus')}
          value={filter.about}
          options={[
            ['', say('rules.about.all')],
            ...fields,
            ...(isKnown ? [] : [[filter.about, filter.about] as const]),
          ]}
          onChange={(about) => onFilter({ ...filter, form, about })}
        />
      </div>
      <p className="st-quiet" role="status">
        {say('rules.map.count', { count: graph.rules.length, form: formName })}
      </p>
      {graph.rules.length === 0 ? (
        <div className="st-empty">
          <p>{say(filter.about === '' ? 'rules.map.none' : 'rules.none-about')}</p>
        </div>
      ) : (
        <>
          <p id={id} className="st-quiet st-map-hint">
            {say('rules.map.hint')}
          </p>
          <RuleDiagram
            graph={graph}
            label={say('rules.map.of', { form: formName })}
            describedBy={id}
            getName={getName}
            onFocusField={(about) =>
              onFilter({ ...filter, form, about: filter.about === about ? '' : about })
            }
            focused={filter.about}
          />
          <p className="st-map-hint">
            <button
              type="button"
              className="st-button st-button--small"
              aria-expanded={isTable}
              onClick={() => setIsTable(!isTable)}
            >
              {say('figures.as-table')}
            </button>
          </p>
          <div className="st-map-table" data-open={isTable || undefined}>
            <RuleTable graph={graph} getName={getName} />
          </div>
        </>
      )}
    </div>
  );
}

/** Renders each rule with what it reads and decides. */
function RuleTable({
  graph: { things, rules },
  getName,
}: {
  readonly graph: RuleGraph;
  readonly getName: (thing: GraphThing) => string;
}): ReactNode {
  const { say } = useStudio();
  /** Returns the names of the things with these keys. */
  const listNames = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const thing = things.find((each) => each.key === key);
      return thing === undefined ? [] : [getName(thing)];
    });
  return (
    <table className="st-table st-map-rows">
      <thead>
        <tr>
          <th scope="col">{say('rules.map.reads')}</th>
          <th scope="col">{say('rules.map.rule')}</th>
          <th scope="col">{say('rules.map.decides')}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map(({ rule, from, to }) => (
          <tr key={rule.id}>
            <td data-label={say('rules.map.reads')}>
              <NameList names={listNames(from)} />
            </td>
            <td data-label={say('rules.map.rule')}>
              <SentenceText sentence={rule.sentence} />{' '}
              <a href={getRuleAddress(rule.id)} aria-label={`${say('field-rules.open')} ${rule.description}`}>
                {say('field-rules.open')}
              </a>
            </td>
            <td data-label={say('rules.map.decides')}>
              <NameList names={listNames(to)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NameList({ names }: { readonly names: readonly string[] }): ReactNode {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Returns the address of the list of rules with one of them open. */
function getRuleAddress(id: string): string {
  return `/studio/rules#rule-${encodeURIComponent(id)}`;
}

/** Returns a function that returns the name of a box. Fields have the label of the form. */
function useThingName(form: string): (thing: GraphThing) => string {
  const { say, content, locale } = useStudio();
  const types = useKnownTypes();
  const fields = types.find(({ type }) => type.key === form)?.type.fields;
  return ({ link }) => {
    switch (link.kind) {
      case 'always':
        return say('rules.map.always');
      case 'facts':
        return say(`facts.${link.id}`);
      case 'effects':
        return say(getEffectGroupKey(link.id, content));
      default:
        return capitalise(fields?.find(({ name }) => name === link.id)?.label ?? link.label, locale);
    }
  };
}

/** Returns a text with its first letter in upper case. */
function capitalise(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
