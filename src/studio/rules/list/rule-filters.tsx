import { type ReactNode, useId } from 'react';
import { useStudio } from '../../draft/context.ts';
import { getEffectGroupKey } from '../../preset/editing.ts';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { useRuleChoices } from '../use-rules.ts';
import {
  emptyRuleFilter,
  filterRules,
  isFiltering,
  type ListedRule,
  type RuleFilter,
  type RuleState,
  ruleGroups,
  ruleStates,
} from './rule-filter.ts';

export interface RuleFiltersProps {
  readonly filter: RuleFilter;
  /** All rules. */
  readonly rules: readonly ListedRule[];
  /** The number of rules that match. */
  readonly count: number;
  readonly onChange: (filter: RuleFilter) => void;
}

/**
 * Renders the search and the filters of the rules, a button for each state that some rule has, and the number
 * of rules that match.
 */
export function RuleFilters({ filter, rules, count, onChange }: RuleFiltersProps): ReactNode {
  const { say, content } = useStudio();
  const choices = useRuleChoices(noEffects);
  const id = useId();
  const fields = (choices?.fields ?? []).filter(({ is }) => is === 'field');
  const groups = ruleGroups.filter(
    (group) => filterRules(rules, { ...emptyRuleFilter, kind: group }).length > 0,
  );
  /** Changes a part of the filter. */
  const change = (part: Partial<RuleFilter>) => onChange({ ...filter, ...part });
  return (
    <search className="st-stack-2" aria-label={say('rules.find')}>
      <div className="st-filters st-rule-filters">
        <span className="st-choice st-search-box">
          <label htmlFor={id}>{say('search')}</label>
          <input
            id={id}
            className="st-input"
            type="search"
            autoComplete="off"
            dir="auto"
            value={filter.search}
            onChange={(event) => change({ search: event.target.value })}
          />
        </span>
        <LabelledSelect
          label={say('rules.form')}
          value={filter.form}
          options={withCurrent(
            (choices?.types ?? []).map(({ name, label }) => [name, label]),
            { any: say('rules.form.all'), current: filter.form },
          )}
          onChange={(form) => change({ form })}
        />
        <LabelledSelect
          label={say('rules.about')}
          value={filter.about}
          options={withCurrent(
            fields.map(({ name, label }) => [name, label]),
            { any: say('rules.about.all'), current: filter.about },
          )}
          onChange={(about) => change({ about })}
        />
        <LabelledSelect
          label={say('rules.site')}
          value={filter.site}
          options={withCurrent(
            content.sites.map((site) => [String(site.id), site.name]),
            { any: say('rules.site.all'), current: filter.site },
          )}
          onChange={(site) => change({ site })}
        />
        <LabelledSelect
          label={say('rules.kind')}
          value={filter.kind}
          options={[
            ['', say('rules.kind.all')],
            ...groups.map((group) => [group, say(getEffectGroupKey(group, content))] as const),
          ]}
          onChange={(kind) => change({ kind: ruleGroups.find((group) => group === kind) ?? '' })}
        />
      </div>
      <div className="st-wrap">
        <p className="st-quiet" role="status">
          {say('rules.count', { count, of: rules.length })}
        </p>
        <StateChips filter={filter} rules={rules} onChange={(show) => change({ show })} />
        {isFiltering(filter) && (
          <button
            type="button"
            className="st-button st-button--plain st-button--small"
            onClick={() => onChange(emptyRuleFilter)}
          >
            {say('desk.clear')}
          </button>
        )}
      </div>
    </search>
  );
}

const noEffects = { then: {} };

/**
 * Renders a button for each state, with the number of rules that have it and match the rest of the filter. A
 * state that no rule has is left out, unless it is chosen.
 */
function StateChips({
  filter,
  rules,
  onChange,
}: Pick<RuleFiltersProps, 'filter' | 'rules'> & {
  readonly onChange: (show: RuleState | '') => void;
}): ReactNode {
  const { say } = useStudio();
  return ruleStates.map((state) => {
    const { length } = filterRules(rules, { ...filter, show: state });
    if (length === 0 && filter.show !== state) return null;
    return (
      <button
        key={state}
        type="button"
        className="st-chip"
        aria-pressed={filter.show === state}
        onClick={() => onChange(filter.show === state ? '' : state)}
      >
        {say(`rules.show.${state}`)} <span className="st-quiet">{length}</span>
      </button>
    );
  });
}

/**
 * Returns the options after one for "all". A chosen value that is not among them, such as a field that was
 * removed, is added.
 */
function withCurrent(
  options: readonly (readonly [value: string, label: string])[],
  { any, current }: { readonly any: string; readonly current: string },
): readonly (readonly [value: string, label: string])[] {
  const isKnown = current === '' || options.some(([value]) => value === current);
  return [['', any], ...options, ...(isKnown ? [] : [[current, current] as const])];
}
