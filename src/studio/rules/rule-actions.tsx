import { type ReactNode, useState } from 'react';
import { duplicateRule, moveRule, removeRule, rulesOf } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import type { RuleReach, RuleView } from '../protocol.ts';
import { takeFocus } from '../take-focus.ts';
import { WithoutRule } from './rule-effect.tsx';

export interface RuleActionsProps {
  readonly rule: RuleView;
  readonly reach: RuleReach | undefined;
  /** Their order is the order of the rules. */
  readonly group: readonly string[];
  readonly onAdded: (id: string) => void;
  readonly onRemoved: () => void;
}

/** Copies, moves or removes a rule. Before the removal it shows what that changes. */
export function RuleActions({ rule, reach, group, onAdded, onRemoved }: RuleActionsProps): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraft();
  const [isAsking, setIsAsking] = useState(false);
  const at = group.indexOf(rule.id);
  const title = { rule: rule.description };

  function move(to: number): void {
    // Order counts among all rules: the rule is moved after its new predecessor in the group, or before its
    // new successor.
    const all = rulesOf(documents).map(({ id }) => id);
    const other = group[to] ?? '';
    const behind = to > at ? other : (all[all.indexOf(other) - 1] ?? null);
    store.perform({
      title: { key: 'rule-moved', values: title },
      patches: moveRule(documents, rule.id, behind),
    });
    announce(say('rule.moved', { place: to + 1, count: group.length }));
  }

  function duplicate(): void {
    const description = say('fields.copy', { field: rule.description.replace(/\.$/, '') });
    const { id, patches } = duplicateRule(documents, rule.id, description);
    store.perform({ title: { key: 'rule-added', values: { rule: description } }, patches });
    announce(say('rule.added'));
    onAdded(id);
  }

  function remove(): void {
    store.perform({ title: { key: 'rule-removed', values: title }, patches: removeRule(documents, rule.id) });
    announce(say('rule.removed'));
    onRemoved();
  }

  const standIns = rulesOf(documents).filter(({ insteadOf }) => insteadOf === rule.id);
  return (
    <div className="st-rule-actions">
      <div className="st-actions">
        <button type="button" className="st-button st-button--small" onClick={duplicate}>
          {say('fields.duplicate')}
        </button>
        <button
          type="button"
          className="st-button st-button--small"
          disabled={at <= 0}
          onClick={() => move(at - 1)}
        >
          {say('rule.up')}
        </button>
        <button
          type="button"
          className="st-button st-button--small"
          disabled={at < 0 || at === group.length - 1}
          onClick={() => move(at + 1)}
        >
          {say('rule.down')}
        </button>
        <button
          type="button"
          className="st-button st-button--small st-button--danger"
          aria-expanded={isAsking}
          onClick={() => setIsAsking(!isAsking)}
        >
          {say('rule.remove')}
        </button>
      </div>
      {isAsking && (
        <section className="st-notice st-notice--warning" aria-label={say('rule.remove')}>
          <p>
            {say('rule.remove-what')}
            {reach && ` ${say('rules.reach', { holds: reach.holds, of: reach.of })}`}
          </p>
          <WithoutRule rule={rule.id} reach={reach} />
          {standIns.map(({ id, description }) => (
            <p key={id}>{say('rule.remove-instead', { rule: description })}</p>
          ))}
          <div className="st-actions">
            <button type="button" className="st-button st-button--danger" ref={takeFocus} onClick={remove}>
              {say('rule.remove-now')}
            </button>
            <button type="button" className="st-button st-button--plain" onClick={() => setIsAsking(false)}>
              {say('cancel')}
            </button>
          </div>
        </section>
      )}
    </div>
  );
}
