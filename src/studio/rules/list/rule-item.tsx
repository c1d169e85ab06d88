import { type ReactNode, useEffect, useRef, useState } from 'react';
import { listRules } from '#engine/editing/index.ts';
import type { FindingView } from '../../../api/findings.ts';
import { Padlock, ReadOnlyNotice } from '../../auth/permissions/read-only-notice.tsx';
import { useEditableScope } from '../../auth/permissions/use-scope.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { PartComments } from '../../review/form-comments.tsx';
import { toRuleTarget } from '../../review/review-context.tsx';
import { SentenceText } from '../../ui/sentence-text.tsx';
import { RuleEditor } from '../rule-editor.tsx';
import { RuleActions } from './rule-actions.tsx';
import { RuleShare } from './rule-coverage.tsx';
import { RuleDifference } from './rule-effect.tsx';
import { isUnwatched, type ListedRule } from './rule-filter.ts';
import { RuleFindings } from './rule-findings.tsx';
import { WatchRule } from './watch-rule.tsx';

export interface RuleItemProps {
  readonly listed: ListedRule;
  /** The findings of the rule, of all severities. */
  readonly findings: readonly FindingView[];
  /** The ids of the rules in the same group. */
  readonly group: readonly string[];
  /** True if the address or the last action asks for this rule. */
  readonly isWanted: boolean;
  /** Called with the id of a copy of the rule. */
  readonly onAdded: (id: string) => void;
}

/**
 * Renders a rule of the list, with its findings. A person within whose scope it is can open it for editing.
 * If `isWanted`, it is opened, scrolled into view and focused.
 */
export function RuleItem({ listed, findings, group, isWanted, onAdded }: RuleItemProps): ReactNode {
  const { say } = useStudio();
  const { rule, states } = listed;
  const { id, description, sentence, conflicts } = rule;
  const [isOpen, setIsOpen] = useState(isWanted);
  const { report, documents } = useDraftState();
  const scope = useEditableScope();
  const written = listRules(documents).find((one) => one.id === id);
  const isMine = written !== undefined && scope.canEditRule(written);
  const reach = report?.reach[id];
  const item = useRef<HTMLLIElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    setIsOpen(true);
    item.current?.scrollIntoView({ block: 'start' });
    toggle.current?.focus({ preventScroll: true });
  }, [isWanted]);
  const problems = findings.filter(
    ({ code, severity }) => severity !== 'note' && (code !== 'rule-conflict' || conflicts.length === 0),
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
            {states.includes('new') && (
              <span className="st-state st-state--changed">{say('rules.show.new')}</span>
            )}
          </p>
          <p className="st-quiet">
            <bdi>{description}</bdi>
          </p>
          {reach && <RuleShare reach={reach} />}
        </div>
        {!isMine && <Padlock />}
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
      <RuleFindings findings={problems} />
      {findings.some(isUnwatched) && <WatchRule rule={id} description={description} />}
      {!isMine && <RuleDifferenceDetails rule={id} />}
      <PartComments target={toRuleTarget(id)} />
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
