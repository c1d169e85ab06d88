import { type ReactNode, useState } from 'react';
import { duplicateRule, listRules, moveRule, removeRule } from '#engine/editing/index.ts';
import type { RuleCoverageView, RuleView } from '../../../api/studio.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { focusElement } from '../../ui/focus-element.ts';
import { RuleDifference } from './rule-effect.tsx';

export interface RuleActionsProps {
  readonly rule: RuleView;
  /** In how many situations the rule is true. Undefined until it is checked. */
  readonly reach: RuleCoverageView | undefined;
  /** The ids of the rules in the same group, in the order of the rules. */
  readonly group: readonly string[];
  /** Called with the id of the copy after it was added to the draft. */
  readonly onAdded: (id: string) => void;
  /** Called after the rule was removed from the draft. */
  readonly onRemoved: () => void;
}

/**
 * Renders the buttons that copy, move or remove a rule. Before the removal, shows the difference that the
 * rule makes and the rules that replace it, and asks for confirmation.
 */
export function RuleActions({ rule, reach, group, onAdded, onRemoved }: RuleActionsProps): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraftState();
  const [isAsking, setIsAsking] = useState(false);
  const at = group.indexOf(rule.id);
  const title = { rule: rule.description };

  /**
   * Moves the rule in the draft to a position in its group, counted from 0, and announces the new position.
   */
  function moveWithinGroup(to: number): void {
    // The order concerns all rules: the rule is moved after its new predecessor in the group, or before its
    // new successor.
    const all = listRules(documents).map(({ id }) => id);
    const other = group[to] ?? '';
    const behind = to > at ? other : (all[all.indexOf(other) - 1] ?? null);
    store.perform({
      title: { key: 'rule-moved', values: title },
      patches: moveRule(documents, rule.id, behind),
    });
    announce(say('rule.moved', { place: to + 1, count: group.length }));
  }

  /** Adds a copy of the rule to the draft, announces it and calls `onAdded` with its id. */
  function duplicate(): void {
    const description = say('fields.copy', { field: rule.description.replace(/\.$/, '') });
    const { id, patches } = duplicateRule(documents, rule.id, description);
    store.perform({ title: { key: 'rule-added', values: { rule: description } }, patches });
    announce(say('rule.added'));
    onAdded(id);
  }

  /** Removes the rule from the draft, announces it and calls `onRemoved`. */
  function remove(): void {
    store.perform({ title: { key: 'rule-removed', values: title }, patches: removeRule(documents, rule.id) });
    announce(say('rule.removed'));
    onRemoved();
  }

  const replacements = listRules(documents).filter(({ insteadOf }) => insteadOf === rule.id);
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
          onClick={() => moveWithinGroup(at - 1)}
        >
          {say('rule.up')}
        </button>
        <button
          type="button"
          className="st-button st-button--small"
          disabled={at < 0 || at === group.length - 1}
          onClick={() => moveWithinGroup(at + 1)}
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
          <p>{say('rule.remove-what')}</p>
          <RuleDifference rule={rule.id} reach={reach} />
          {replacements.map(({ id, description }) => (
            <p key={id}>{say('rule.remove-instead', { rule: description })}</p>
          ))}
          <div className="st-actions">
            <button type="button" className="st-button st-button--danger" ref={focusElement} onClick={remove}>
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
