import { type ReactNode, useId, useState } from 'react';
import type { Documents, Effects } from '#engine';
import type { FieldUse } from '#engine/check/index.ts';
import {
  createFieldCondition,
  type DisplayRule,
  findDisplayRule,
  findRequiringRule,
  getFallbackLocale,
  listRules,
  listRulesAboutField,
  type OutlineField,
  type OutlineType,
  type Patch,
  removeRequiringRule,
  requireFieldWhen,
  type SharedEditScope,
  setRule,
  showFieldEverywhere,
  showFieldOnSites,
  showFieldWhen,
} from '#engine/editing/index.ts';
import {
  type ConditionNode,
  toRuleModel,
  toRuleSource,
  treeToCondition,
} from '#engine/rules/builder/index.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useDraftState, useStudio } from '../draft/context.ts';
import { createFormatMessage, type StudioMessageKey } from '../ui/messages.ts';
import { SentenceText } from '../ui/sentence-text.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { useEditWithinScope } from './use-edit-within-scope.ts';
import { useRuleChoices, useRules } from './use-rules.ts';
import { WhenEditor } from './when-editor.tsx';

export interface FieldRulesProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /** Undefined while unknown. */
  readonly use: FieldUse | undefined;
  /** `own` limits a new rule to the form of the field, `all` applies it to all forms with the field. */
  readonly reach: SharedEditScope;
}

const showingKinds = ['everywhere', 'sites', 'when'] as const;

/**
 * Edits where a field is shown and when it is required, and lists every rule that mentions the field. Renders
 * only the list if the person may not edit, and nothing for a field inside a group.
 */
export function FieldRules({ type, field, use, reach }: FieldRulesProps): ReactNode {
  const { store, say, mayChange } = useStudio();
  const { documents } = useDraftState();
  const choices = useRuleChoices(noEffects);
  const title = useId();
  const place = { type: type.key, field: field.name };
  const showing = findDisplayRule(documents, place);
  const [wanted, setWanted] = useState<DisplayRule['kind']>();
  const [isRequiring, setIsRequiring] = useState(false);
  const chosenKind = wanted ?? showing.kind;
  const requiring = findRequiringRule(documents, place);
  // A field that is required everywhere cannot be required in some situations as well.
  const mayBeRequired = !field.isRequired && (requiring === undefined || isConditional(documents, requiring));
  // A field inside a group is shown together with the group.
  if (choices && !choices.fields.some(({ name }) => name === field.name)) return null;

  // Persons without the right to edit see the sentences of the rules.
  if (!mayChange(type.key))
    return (
      <section className="st-part st-field-rules" aria-labelledby={title}>
        <h2 id={title}>{say('field-rules')}</h2>
        <RulesAboutField field={field} />
      </section>
    );

  /**
   * Applies the patches to the draft as one step that can be undone. Consecutive steps with the same `group`
   * for this field are undone together.
   */
  const perform = (patches: readonly Patch[], group: string) =>
    store.perform({
      title: { key: 'field-rules', values: { field: field.label } },
      patches,
      group: `${type.key} ${field.name} ${group}`,
    });
  /**
   * Returns the scope and the description of a new rule about the field. The description is the message with
   * this key, in the fallback language of the draft.
   */
  const getNewRuleProps = (key: StudioMessageKey) => ({
    reach,
    description: createFormatMessage(getFallbackLocale(documents))(key, { field: field.label }),
  });

  /**
   * Selects where the field is shown. Only `everywhere` changes the draft at once; for the others, the draft
   * changes when a site or a condition is chosen.
   */
  function chooseShowing(next: DisplayRule['kind']): void {
    // Nothing is written before a site or a condition is chosen.
    setWanted(next === 'everywhere' || next === showing.kind ? undefined : next);
    if (next === 'everywhere') perform(showFieldEverywhere(documents, place), 'everywhere');
  }

  return (
    <section className="st-part st-field-rules" aria-labelledby={title}>
      <h2 id={title}>{say('field-rules')}</h2>
      <fieldset className="st-showing st-stack-1 st-fieldset">
        <legend>{say('field-rules.shown')}</legend>
        {showingKinds.map((each) => (
          <label key={each} className="st-row">
            <input
              type="radio"
              name={`${title}-shown`}
              checked={chosenKind === each}
              onChange={() => chooseShowing(each)}
            />
            <span>{say(`field-rules.shown.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      {chosenKind === 'sites' && (
        <SiteTickList
          ticked={showing.kind === 'sites' ? showing.sites.map(String) : []}
          onChange={(sites) => {
            setWanted(undefined);
            const known = showing.kind === 'sites' ? showing.sites : [];
            // A site that was there already is written as before.
            const written = sites.map((id) => known.find((one) => String(one) === id) ?? id);
            perform(
              showFieldOnSites(documents, place, { ...getNewRuleProps('field-rule.sites'), sites: written }),
              'sites',
            );
          }}
        />
      )}
      {chosenKind === 'when' && (
        <RuleConditionEditor
          rule={showing.kind === 'when' ? showing.rule : undefined}
          then={{ show: [field.name] }}
          begun={createFieldCondition(documents, place, { reach, effect: 'show' })}
          onFirst={(when) => {
            setWanted(undefined);
            if (when)
              perform(
                showFieldWhen(documents, place, { ...getNewRuleProps('field-rule.when'), when }),
                'when',
              );
          }}
        />
      )}
      <fieldset className="st-showing st-stack-1 st-fieldset">
        <legend>{say('field-rules.answered')}</legend>
        {use && use.shown !== 'never' && <RequirementNotice use={use} />}
        {mayBeRequired && (
          <label className="st-row">
            <input
              type="checkbox"
              checked={isRequiring || requiring !== undefined}
              onChange={({ target }) => {
                setIsRequiring(target.checked);
                if (!target.checked) perform(removeRequiringRule(documents, place), 'required');
              }}
            />
            <span>{say('field-rules.required')}</span>
          </label>
        )}
      </fieldset>
      {mayBeRequired && (isRequiring || requiring !== undefined) && (
        <RuleConditionEditor
          rule={requiring}
          then={{ require: [field.name] }}
          begun={createFieldCondition(documents, place, { reach, effect: 'require' })}
          onFirst={(when) => {
            setIsRequiring(false);
            if (when)
              perform(
                requireFieldWhen(documents, place, { ...getNewRuleProps('field-rule.required'), when }),
                'required',
              );
          }}
        />
      )}
      <RulesAboutField field={field} />
    </section>
  );
}

const noEffects = { then: {} };

/** Selects sites by checkboxes, at least one. */
function SiteTickList({
  ticked,
  onChange,
}: {
  readonly ticked: readonly string[];
  readonly onChange: (sites: readonly string[]) => void;
}): ReactNode {
  const { say, content } = useStudio();
  return (
    <TickList
      legend={say('rule.sites')}
      options={content.sites.map(({ id, name }) => ({ value: id, label: name }))}
      ticked={ticked}
      onChange={onChange}
    />
  );
}

/**
 * Edits the condition of a rule beside the field, with a link to the whole rule. If the rule does not exist,
 * only calls `onFirst` when the first condition is complete, so that the caller creates it.
 */
function RuleConditionEditor({
  rule: id,
  then,
  begun,
  onFirst,
}: {
  /** The id of the rule. Undefined if it does not exist yet. */
  readonly rule: string | undefined;
  /** The effects of the rule that is created. */
  readonly then: Effects;
  /** The condition with which editing begins if there is no rule. */
  readonly begun: ConditionNode;
  /** Receives the first condition in the notation of documents. Undefined if the condition was removed. */
  readonly onFirst: (when: unknown) => void;
}): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const edit = useEditWithinScope();
  const rule = listRules(documents).find((each) => each.id === id);
  const choices = useRuleChoices(rule ?? { then });
  if (choices === undefined) return <p className="st-quiet">{say('checks.working')}</p>;

  /**
   * Replaces the condition of the rule in the draft, or removes it if undefined. An edit outside of the scope
   * of the person is not applied; a notice is shown instead. Without a rule, only calls `onFirst`.
   */
  function change(next: ConditionNode | undefined): void {
    if (rule === undefined) {
      onFirst(next && treeToCondition(next));
      return;
    }
    const { when: _before, ...unconditional } = toRuleModel(rule as never);
    edit.perform({
      title: { key: 'rule-changed', values: { rule: rule.description } },
      patches: setRule(
        documents,
        rule.id,
        toRuleSource(next ? { ...unconditional, when: next } : unconditional),
      ),
      group: `rule ${rule.id} when`,
    });
  }

  return (
    <div className="st-group">
      {edit.isOutside && (
        <div role="alert">
          <ReadOnlyNotice isOutside />
        </div>
      )}
      <WhenEditor
        of={rule?.id ?? JSON.stringify(then)}
        when={rule && toRuleModel(rule as never).when}
        begun={rule ? undefined : begun}
        facts={choices.when}
        onChange={change}
      />
      {rule && <a href={`/studio/rules#rule-${encodeURIComponent(rule.id)}`}>{say('field-rules.open')}</a>}
    </div>
  );
}

/**
 * Shows if the field is required always, sometimes or never where it is shown, with links to the rules that
 * require it.
 */
function RequirementNotice({ use: { required, requiredBy } }: { readonly use: FieldUse }): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <p>{say(`field-rules.required.${required}`)}</p>
      <RuleLinks ids={requiredBy} />
    </>
  );
}

/**
 * Renders a link to each rule with one of these ids, in the order of the document. Ids without a rule are
 * ignored. Renders nothing without ids.
 */
export function RuleLinks({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const { documents } = useDraftState();
  if (ids.length === 0) return null;
  const rules = listRules(documents).filter(({ id }) => ids.includes(id));
  return (
    <ul>
      {rules.map(({ id, description }) => (
        <li key={id}>
          <a href={`/studio/rules#rule-${encodeURIComponent(id)}`}>
            <bdi>{description}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Returns true if the rule with this id exists and has a condition. */
function isConditional(documents: Documents, id: string): boolean {
  return listRules(documents).some((rule) => rule.id === id && rule.when !== undefined);
}

/**
 * Renders the number of rules that mention the field, the rules as sentences, and a link to the rules page
 * with these rules only.
 */
function RulesAboutField({ field }: { readonly field: OutlineField }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const ids = listRulesAboutField(documents, field.name);
  return (
    <div className="st-related-rules st-stack-2 st-box st-box--round st-padded-wide st-small st-breaks">
      <h3 className="st-quiet">{say('field-rules.all', { count: ids.length })}</h3>
      <RuleSentences ids={ids} />
      <a href={`/studio/rules?about=${encodeURIComponent(field.name)}`}>{say('field-rules.page')}</a>
    </div>
  );
}

/**
 * Renders the rules with these ids as sentences, with a link to each. A rule without a sentence is shown by
 * its description. Renders nothing if there are no such rules.
 */
export function RuleSentences({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const sentences = new Map((useRules() ?? []).map(({ id, sentence }) => [id, sentence]));
  const rules = listRules(documents).filter(({ id }) => ids.includes(id));
  if (rules.length === 0) return null;
  return (
    <ul>
      {rules.map(({ id, description }) => {
        const sentence = sentences.get(id);
        return (
          <li key={id}>
            <p>{sentence ? <SentenceText sentence={sentence} /> : <bdi>{description}</bdi>}</p>
            <a href={`/studio/rules#rule-${encodeURIComponent(id)}`}>
              {say('field-rules.open')}
              <span className="st-visually-hidden"> {description}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
