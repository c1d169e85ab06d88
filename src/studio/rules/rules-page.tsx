import { type ReactNode, useMemo, useRef, useState } from 'react';
import { listRules } from '#engine/editing/index.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import type { RuleView } from '../../api/studio.ts';
import { isActionOffered } from '../auth/permissions/action-audiences.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useDraftState, useStudio } from '../draft/context.ts';
import { getEffectGroupKey } from '../preset/editing.ts';
import { replaceSearch, useHash, useSearch } from '../ui/address.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FormOpener } from '../ui/form-opener.tsx';
import { Lingering } from '../ui/lingering.tsx';
import {
  emptyRuleFilter,
  filterRules,
  getRuleGroup,
  getRuleStates,
  isFiltering,
  type ListedRule,
  parseRuleFilter,
  type RuleFilter,
  ruleGroups,
  withRuleFilter,
} from './list/rule-filter.ts';
import { RuleFilters } from './list/rule-filters.tsx';
import { RuleItem } from './list/rule-item.tsx';
import { useRuleFindings } from './list/use-rule-findings.ts';
import { RuleMap } from './map/rule-map.tsx';
import { NewRule } from './new-rule.tsx';
import { loadUnfinishedRule } from './unfinished-rule.ts';
import { useRules } from './use-rules.ts';

/**
 * Lists the rules as sentences, grouped by their effects, or shows them as a map of fields. The address holds
 * the filter, and `view=map` for the map.
 */
export function RulesPage(): ReactNode {
  const { say, me } = useStudio();
  const isOffering = isActionOffered('rules.new', me);
  const query = useSearch();
  const filter = parseRuleFilter(query);
  const isMap = query.get('view') === 'map';
  const rules = useListedRules();
  const [isAdding, setIsAdding] = useState(() => loadUnfinishedRule() !== undefined);
  const [added, setAdded] = useState('');
  const newButton = useRef<HTMLButtonElement>(null);
  const hash = useHash();
  const wanted = hash.startsWith('rule-') ? hash.slice('rule-'.length) : '';
  const found = filterRules(rules ?? [], filter);
  // A rule that the address or the last action asks for is there, also if the filter leaves it out.
  const listed = (rules ?? []).filter(
    (one) => found.includes(one) || one.rule.id === wanted || one.rule.id === added,
  );
  /** Puts a filter into the address. */
  const setFilter = (next: RuleFilter) => replaceSearch(withRuleFilter(query, next));
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('rules')}</h1>
        <div className="st-page-tools st-wrap st-end">
          <ViewSwitch isMap={isMap} />
          {isOffering && (
            <FormOpener
              ref={newButton}
              isOpen={isAdding}
              className="st-button st-button--primary"
              onToggle={() => setIsAdding(!isAdding)}
            >
              {say('rules.new')}
            </FormOpener>
          )}
        </div>
      </div>
      <ReadOnlyNotice />
      <Lingering isOpen={isAdding && isOffering}>
        <NewRule
          about={filter.about}
          onAdded={(id) => {
            newButton.current?.focus();
            setIsAdding(false);
            setAdded(id);
          }}
          onCancel={() => {
            newButton.current?.focus();
            setIsAdding(false);
          }}
        />
      </Lingering>
      <UnpublishableNotice rules={rules ?? []} />
      {rules === undefined && <p className="st-quiet">{say('checks.working')}</p>}
      {rules?.length === 0 && <EmptyState title={say('rules.none-title')} text={say('rules.none')} />}
      {rules !== undefined &&
        rules.length > 0 &&
        (isMap ? (
          <RuleMap rules={rules} filter={filter} onFilter={setFilter} />
        ) : (
          <>
            <RuleFilters filter={filter} rules={rules} count={found.length} onChange={setFilter} />
            {listed.length === 0 && (
              <NothingFound filter={filter} onClear={() => setFilter(emptyRuleFilter)} />
            )}
            <RuleList rules={listed} wanted={[wanted, added]} onAdded={setAdded} />
          </>
        ))}
    </div>
  );
}

/** Links the list and the map of the same rules. */
function ViewSwitch({ isMap }: { readonly isMap: boolean }): ReactNode {
  const { say } = useStudio();
  const query = useSearch();
  return (
    <nav className="st-view-links" aria-label={say('rules.views')}>
      {(['list', 'map'] as const).map((view) => {
        const search = new URLSearchParams(query);
        if (view === 'map') search.set('view', 'map');
        else search.delete('view');
        return (
          <a
            key={view}
            href={`/studio/rules${search.size === 0 ? '' : `?${search}`}`}
            aria-current={isMap === (view === 'map') ? 'page' : undefined}
          >
            {say(`rules.view.${view}`)}
          </a>
        );
      })}
    </nav>
  );
}

/** Renders that no rule matches, and what to do about it. */
function NothingFound({
  filter,
  onClear,
}: {
  readonly filter: RuleFilter;
  readonly onClear: () => void;
}): ReactNode {
  const { say } = useStudio();
  const isOnlyAbout = filter.about !== '' && !isFiltering({ ...filter, about: '' });
  return (
    <div className="st-empty">
      <p>{say(isOnlyAbout ? 'rules.none-about' : 'rules.none-found')}</p>
      {!isOnlyAbout && <p className="st-quiet">{say('rules.none-found-hint')}</p>}
      <p>
        <button type="button" className="st-button" onClick={onClear}>
          {say('desk.clear')}
        </button>
      </p>
    </div>
  );
}

/**
 * Renders rules below a heading for each group.
 * @param wanted The ids of the rules to open.
 */
function RuleList({
  rules,
  wanted,
  onAdded,
}: {
  readonly rules: readonly ListedRule[];
  readonly wanted: readonly string[];
  readonly onAdded: (id: string) => void;
}): ReactNode {
  const { say, content } = useStudio();
  const listRuleFindings = useRuleFindings();
  return ruleGroups.map((group) => {
    const some = rules.filter(({ rule }) => getRuleGroup(rule) === group);
    if (some.length === 0) return null;
    return (
      <section key={group} aria-labelledby={`st-rules-${group}`}>
        <h2 id={`st-rules-${group}`}>{say(getEffectGroupKey(group, content))}</h2>
        <ul className="st-stack-2">
          {some.map((listed) => (
            <RuleItem
              key={listed.rule.id}
              listed={listed}
              findings={listRuleFindings(listed.rule.id)}
              group={some.map(({ rule }) => rule.id)}
              isWanted={wanted.includes(listed.rule.id)}
              onAdded={onAdded}
            />
          ))}
        </ul>
      </section>
    );
  });
}

/**
 * Returns the rules with their states, in the order of the document, which may be newer than the sentences.
 * Rules that it no longer contains are left out. Undefined until the rules are loaded.
 */
function useListedRules(): readonly ListedRule[] | undefined {
  const { documents, published } = useDraftState();
  const all = useRules();
  const listRuleFindings = useRuleFindings();
  return useMemo(() => {
    if (all === undefined) return undefined;
    const views = new Map(all.map((rule): [string, RuleView] => [rule.id, rule]));
    const live = new Map(listRules(published.documents).map((rule) => [rule.id, rule]));
    return listRules(documents).flatMap((written): readonly ListedRule[] => {
      const rule = views.get(written.id);
      if (rule === undefined) return [];
      const isLive = isSameJson(live.get(written.id), written);
      return [{ rule, states: getRuleStates({ findings: listRuleFindings(written.id), isLive }) }];
    });
  }, [all, documents, published, listRuleFindings]);
}

/**
 * Lists links to the rules with errors, which prevent publishing the draft. Renders nothing if there are
 * none.
 */
function UnpublishableNotice({ rules }: { readonly rules: readonly ListedRule[] }): ReactNode {
  const { say } = useStudio();
  const listRuleFindings = useRuleFindings();
  const invalidRules = rules.filter(({ rule }) =>
    listRuleFindings(rule.id).some(({ severity }) => severity === 'error'),
  );
  if (invalidRules.length === 0) return null;
  return (
    <div className="st-notice st-notice--error" role="status">
      <p>{say('rules.unpublishable')}</p>
      <ul>
        {invalidRules.map(({ rule: { id, description } }) => (
          <li key={id}>
            <a href={`/studio/rules#rule-${encodeURIComponent(id)}`}>{description}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
