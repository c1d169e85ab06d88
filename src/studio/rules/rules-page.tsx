import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { listRules, listRulesAboutField } from '#engine/editing/index.ts';
import { effectGroups, getEffectDefinition, isEffectName } from '#engine/model/effects.ts';
import type { FindingView } from '../../api/findings.ts';
import type { RuleView } from '../../api/studio.ts';
import { isActionOffered } from '../auth/permissions/action-audiences.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { getEffectGroupKey } from '../preset/editing.ts';
import { NewComment } from '../review/comment-form.tsx';
import { ThreadList } from '../review/comment-threads.tsx';
import { CommentMark } from '../review/form-comments.tsx';
import { toRuleTarget, useReview } from '../review/review-context.tsx';
import { replaceSearch, useHash, useSearch } from '../ui/address.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { SentenceText } from '../ui/sentence-text.tsx';
import { NewRule } from './new-rule.tsx';
import { RuleActions } from './rule-actions.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { RuleCoverageText, RuleDifference } from './rule-effect.tsx';
import { RuleFindings } from './rule-findings.tsx';
import { loadUnfinishedRule } from './unfinished-rule.ts';
import { useRuleChoices, useRules } from './use-rules.ts';

/**
 * Lists the rules as sentences, grouped by their effects. The parameter `about` of the address limits the
 * list to one field.
 */
export function RulesPage(): ReactNode {
  const { say, me, content } = useStudio();
  const isOffering = isActionOffered('rules.new', me);
  const { documents } = useDraftState();
  const all = useRules();
  const about = useSearch().get('about') ?? '';
  const [isAdding, setIsAdding] = useState(() => loadUnfinishedRule() !== undefined);
  const [added, setAdded] = useState('');
  const newButton = useRef<HTMLButtonElement>(null);
  const wanted = useHash().replace(/^rule-/, '');
  const ids = useMemo(() => listRulesAboutField(documents, about), [documents, about]);
  const written = new Set(listRules(documents).map(({ id }) => id));
  const rules = sortByDocument(all ?? [], documents).filter(
    ({ id }) => written.has(id) && (about === '' || ids.includes(id) || id === added),
  );
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('rules')}</h1>
        <div className="st-page-tools st-wrap st-end">
          <FieldFilter about={about} />
          {!isAdding && isOffering && (
            <button
              type="button"
              ref={newButton}
              className="st-button st-button--primary"
              onClick={() => setIsAdding(true)}
            >
              {say('rules.new')}
            </button>
          )}
        </div>
      </div>
      <ReadOnlyNotice />
      {isAdding && isOffering && (
        <NewRule
          about={about}
          onAdded={(id) => {
            setIsAdding(false);
            setAdded(id);
          }}
          onCancel={() => {
            setIsAdding(false);
            requestAnimationFrame(() => newButton.current?.focus());
          }}
        />
      )}
      <UnpublishableNotice rules={rules} />
      {all === undefined && <p className="st-quiet">{say('checks.working')}</p>}
      {all !== undefined && rules.length === 0 && (
        <p className="st-empty">{say(about === '' ? 'rules.none' : 'rules.none-about')}</p>
      )}
      {groupNames.map((group) => {
        const some = rules.filter((rule) => getRuleGroup(rule) === group);
        if (some.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`st-rules-${group}`}>
            <h2 id={`st-rules-${group}`}>{say(getEffectGroupKey(group, content))}</h2>
            <ul className="st-stack-2">
              {some.map((rule) => (
                <RuleItem
                  key={rule.id}
                  rule={rule}
                  group={some.map(({ id }) => id)}
                  isWanted={rule.id === wanted || rule.id === added}
                  isNew={rule.id === added}
                  onAdded={setAdded}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const noEffects = { then: {} };

/**
 * Selects the field whose rules are listed, or all fields. The choice replaces the parameter `about` of the
 * address.
 */
function FieldFilter({ about }: { readonly about: string }): ReactNode {
  const { say } = useStudio();
  const choices = useRuleChoices(noEffects);
  const fields = (choices?.fields ?? [])
    .filter(({ is }) => is === 'field')
    .map(({ name, label }) => [name, label] as const);
  return (
    <LabelledSelect
      label={say('rules.about')}
      value={about}
      options={[
        ['', say('rules.about.all')],
        ...fields,
        ...(about === '' || fields.some(([name]) => name === about) ? [] : [[about, about] as const]),
      ]}
      onChange={(next) => replaceSearch(new URLSearchParams(next === '' ? {} : { about: next }))}
    />
  );
}

/**
 * Returns the rules in the order of the document, which may be newer than the rules. Rules that it no longer
 * contains come first.
 */
function sortByDocument(
  rules: readonly RuleView[],
  documents: Parameters<typeof listRules>[0],
): readonly RuleView[] {
  const order = listRules(documents).map(({ id }) => id);
  return [...rules].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

/**
 * Lists links to the rules with errors, which prevent publishing the draft. Renders nothing if there are
 * none.
 */
function UnpublishableNotice({ rules }: { readonly rules: readonly RuleView[] }): ReactNode {
  const { say } = useStudio();
  const listRuleFindings = useRuleFindings();
  const invalidRules = rules.filter(({ id }) =>
    listRuleFindings(id).some(({ severity }) => severity === 'error'),
  );
  if (invalidRules.length === 0) return null;
  return (
    <div className="st-notice st-notice--error" role="status">
      <p>{say('rules.unpublishable')}</p>
      <ul>
        {invalidRules.map(({ id, description }) => (
          <li key={id}>
            <a href={`/studio/rules#rule-${encodeURIComponent(id)}`}>{description}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const groupNames = [...effectGroups, 'other'] as const;

/** Returns the group of a rule's first effect; `other` if it is unknown. */
function getRuleGroup({ effects: [first = ''] }: RuleView): (typeof groupNames)[number] {
  return isEffectName(first) ? getEffectDefinition(first).group : 'other';
}

/**
 * Returns a function that lists the findings of the rule with an id, from the last check. Findings with the
 * severity `note` are left out. Empty before the first check.
 */
function useRuleFindings(): (id: string) => readonly FindingView[] {
  const { documents, report } = useDraftState();
  return (id) => {
    const index = listRules(documents).findIndex((rule) => rule.id === id);
    const pattern = new RegExp(`^/rules/${index}(?:/|$)`);
    return (report?.findings ?? []).filter(
      ({ file, pointer, severity }) => severity !== 'note' && file === 'rules.json' && pattern.test(pointer),
    );
  };
}

/**
 * Renders a rule of the list, with its findings. A person within whose scope it is can open it for editing.
 * If `isWanted`, it is opened, scrolled into view and focused.
 * @param group The ids of the rules in the same group.
 * @param isNew True for the rule that was added last, which has a badge.
 * @param onAdded Called with the id of a copy of the rule.
 */
function RuleItem({
  rule,
  group,
  isWanted,
  isNew,
  onAdded,
}: {
  readonly rule: RuleView;
  readonly group: readonly string[];
  readonly isWanted: boolean;
  readonly isNew: boolean;
  readonly onAdded: (id: string) => void;
}): ReactNode {
  const { say } = useStudio();
  const { id, description, sentence, conflicts } = rule;
  const [isOpen, setIsOpen] = useState(isWanted);
  const { report, documents } = useDraftState();
  const scope = useEditableScope();
  const written = listRules(documents).find((one) => one.id === id);
  const isMine = written !== undefined && scope.canEditRule(written);
  const listRuleFindings = useRuleFindings();
  const reach = report?.reach[id];
  const item = useRef<HTMLLIElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    setIsOpen(true);
    item.current?.scrollIntoView({ block: 'start' });
    toggle.current?.focus({ preventScroll: true });
  }, [isWanted]);
  const findings = listRuleFindings(id).filter(
    ({ code }) => code !== 'rule-conflict' || conflicts.length === 0,
  );
  return (
    <li
      id={`rule-${id}`}
      ref={item}
      className={`st-rule st-stack-3 st-box st-padded ${isOpen ? 'st-rule--open' : ''}`}
    >
      <div className="st-rule-head">
        <div>
          <p className="st-rule-sentence">
            <SentenceText sentence={sentence} />
            {isNew && <span className="st-state st-state--changed">{say('state.new')}</span>}
          </p>
          <p className="st-quiet">
            <bdi>{description}</bdi> {reach && <RuleCoverageText reach={reach} />}
          </p>
        </div>
        {isMine && (
          <button
            type="button"
            ref={toggle}
            className="st-button st-button--small"
            aria-expanded={isOpen}
            aria-label={say(isOpen ? 'rule.close-named' : 'rule.edit-named', { rule: description })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {say(isOpen ? 'rule.close' : 'rule.edit')}
          </button>
        )}
      </div>
      {conflicts.map((conflict) => (
        <p
          key={conflict.map((part) => (typeof part === 'string' ? part : part.id)).join('')}
          className="st-notice st-notice--error"
        >
          <span>
            <SentenceText sentence={conflict} />
          </span>
        </p>
      ))}
      <RuleFindings findings={findings} />
      {!isMine && <RuleDifferenceDetails rule={id} />}
      <RuleComments rule={id} />
      {!isMine && isWanted && <ReadOnlyNotice isOutside />}
      {isOpen && isMine && (
        <>
          <RuleEditor rule={rule} />
          <RuleDifferenceDetails rule={id} />
          <RuleActions
            rule={rule}
            reach={reach}
            group={group}
            onAdded={onAdded}
            onRemoved={() => document.getElementById('main')?.focus()}
          />
        </>
      )}
    </li>
  );
}

/** Renders the folded comments on a rule. */
function RuleComments({ rule }: { readonly rule: string }): ReactNode {
  const { say } = useStudio();
  const { threads } = useReview();
  const target = toRuleTarget(rule);
  return (
    <details className="st-edit st-comments">
      <summary>
        {say('comments')} <CommentMark target={target} />
      </summary>
      <div className="st-stack-3">
        <ThreadList threads={threads.filter((thread) => thread.target === target)} />
        <NewComment target={target} />
      </div>
    </details>
  );
}

/**
 * Renders a collapsed section with the difference that a rule makes. It is loaded when the section is opened.
 */
function RuleDifferenceDetails({ rule }: { readonly rule: string }): ReactNode {
  const { say } = useStudio();
  const { report } = useDraftState();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="st-edit" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{say('rules.what-it-changes')}</summary>
      {isOpen && <RuleDifference rule={rule} reach={report?.reach[rule]} />}
    </details>
  );
}
