import { type ReactNode, useId, useState } from 'react';
import type { Documents, Effects } from '#engine';
import { type ConditionNode, conditionOf, modelOf, ruleOf } from '#engine/builder/index.ts';
import type { FieldUse } from '#engine/check/index.ts';
import {
  fallbackLocale,
  newFieldCondition,
  type OutlineField,
  type OutlineType,
  type Patch,
  type Reach,
  requireNever,
  requireWhen,
  requiringOf,
  rulesAbout,
  rulesOf,
  type Showing,
  setRule,
  showEverywhere,
  showingOf,
  showOnSites,
  showWhen,
} from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { LookOnly } from '../people/look-only.tsx';
import { Said } from '../said.tsx';
import { type WordKey, wordsIn } from '../words.ts';
import { TickList } from './tick-list.tsx';
import { useEditWithinScope } from './use-edit-within-scope.ts';
import { useRuleChoices, useRules } from './use-rules.ts';
import { WhenEditor } from './when-editor.tsx';

export interface FieldRulesProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /** Undefined while unknown. */
  readonly use: FieldUse | undefined;
  /** A new rule applies to all forms with the field, or only to its own form. */
  readonly reach: Reach;
}

const ways = ['everywhere', 'sites', 'when'] as const;

/** Edits where a field is shown and when it is required, and lists every rule that mentions the field. */
export function FieldRules({ type, field, use, reach }: FieldRulesProps): ReactNode {
  const { store, say, mayChange } = useStudio();
  const { documents } = useDraft();
  const choices = useRuleChoices(nothingDone);
  const title = useId();
  const place = { type: type.key, field: field.name };
  const showing = showingOf(documents, place);
  const [wanted, setWanted] = useState<Showing['kind']>();
  const [isRequiring, setIsRequiring] = useState(false);
  const way = wanted ?? showing.kind;
  const requiring = requiringOf(documents, place);
  // A field that is required everywhere cannot be required in some situations as well.
  const mayBeRequired = !field.isRequired && (requiring === undefined || isConditional(documents, requiring));
  // A field inside a group is shown together with the group.
  if (choices && !choices.fields.some(({ name }) => name === field.name)) return null;

  // Persons without the right to edit see the sentences of the rules.
  if (!mayChange(type.key))
    return (
      <section className="st-part st-field-rules" aria-labelledby={title}>
        <h2 id={title}>{say('field-rules')}</h2>
        <About field={field} />
      </section>
    );

  const perform = (patches: readonly Patch[], group: string) =>
    store.perform({
      title: { key: 'field-rules', values: { field: field.label } },
      patches,
      group: `${type.key} ${field.name} ${group}`,
    });
  const fresh = (key: WordKey) => ({
    reach,
    description: wordsIn(fallbackLocale(documents))(key, { field: field.label }),
  });

  function choose(next: Showing['kind']): void {
    // Nothing is written before a site or a condition is chosen.
    setWanted(next === 'everywhere' || next === showing.kind ? undefined : next);
    if (next === 'everywhere') perform(showEverywhere(documents, place), 'everywhere');
  }

  return (
    <section className="st-part st-field-rules" aria-labelledby={title}>
      <h2 id={title}>{say('field-rules')}</h2>
      <fieldset className="st-showing">
        <legend>{say('field-rules.shown')}</legend>
        {ways.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={`${title}-shown`}
              checked={way === each}
              onChange={() => choose(each)}
            />
            <span>{say(`field-rules.shown.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      {way === 'sites' && (
        <Sites
          ticked={showing.kind === 'sites' ? showing.sites.map(String) : []}
          onChange={(sites) => {
            setWanted(undefined);
            const known = showing.kind === 'sites' ? showing.sites : [];
            // A site that was there already is written as before.
            const written = sites.map((id) => known.find((one) => String(one) === id) ?? id);
            perform(showOnSites(documents, place, { ...fresh('field-rule.sites'), sites: written }), 'sites');
          }}
        />
      )}
      {way === 'when' && (
        <RuleWhen
          rule={showing.kind === 'when' ? showing.rule : undefined}
          then={{ show: [field.name] }}
          begun={newFieldCondition(documents, place, { reach, effect: 'show' })}
          onFirst={(when) => {
            setWanted(undefined);
            if (when) perform(showWhen(documents, place, { ...fresh('field-rule.when'), when }), 'when');
          }}
        />
      )}
      <fieldset className="st-showing">
        <legend>{say('field-rules.answered')}</legend>
        {use && use.shown !== 'never' && <Requirement use={use} />}
        {mayBeRequired && (
          <label>
            <input
              type="checkbox"
              checked={isRequiring || requiring !== undefined}
              onChange={({ target }) => {
                setIsRequiring(target.checked);
                if (!target.checked) perform(requireNever(documents, place), 'required');
              }}
            />
            <span>{say('field-rules.required')}</span>
          </label>
        )}
      </fieldset>
      {mayBeRequired && (isRequiring || requiring !== undefined) && (
        <RuleWhen
          rule={requiring}
          then={{ require: [field.name] }}
          begun={newFieldCondition(documents, place, { reach, effect: 'require' })}
          onFirst={(when) => {
            setIsRequiring(false);
            if (when)
              perform(requireWhen(documents, place, { ...fresh('field-rule.required'), when }), 'required');
          }}
        />
      )}
      <About field={field} />
    </section>
  );
}

const nothingDone = { then: {} };

function Sites({
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
 * Edits the condition of a rule beside the field, with a link to the whole rule. Creates the rule when its
 * first condition is complete.
 */
function RuleWhen({
  rule: id,
  then,
  begun,
  onFirst,
}: {
  readonly rule: string | undefined;
  /** The effects of the rule that is created. */
  readonly then: Effects;
  readonly begun: ConditionNode;
  /** Receives the first condition in the notation of documents. Undefined if the condition was removed. */
  readonly onFirst: (when: unknown) => void;
}): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraft();
  const edit = useEditWithinScope();
  const rule = rulesOf(documents).find((each) => each.id === id);
  const choices = useRuleChoices(rule ?? { then });
  if (choices === undefined) return <p className="st-quiet">{say('checks.working')}</p>;

  function change(next: ConditionNode | undefined): void {
    if (rule === undefined) {
      onFirst(next && conditionOf(next));
      return;
    }
    const { when: _before, ...unconditional } = modelOf(rule as never);
    edit.perform({
      title: { key: 'rule-changed', values: { rule: rule.description } },
      patches: setRule(documents, rule.id, ruleOf(next ? { ...unconditional, when: next } : unconditional)),
      group: `rule ${rule.id} when`,
    });
  }

  return (
    <div className="st-group">
      {edit.isOutside && (
        <div role="alert">
          <LookOnly isOutside />
        </div>
      )}
      <WhenEditor
        of={rule?.id ?? JSON.stringify(then)}
        when={rule && modelOf(rule as never).when}
        begun={rule ? undefined : begun}
        facts={choices.when}
        onChange={change}
      />
      {rule && <a href={`/studio/rules#rule-${encodeURIComponent(rule.id)}`}>{say('field-rules.open')}</a>}
    </div>
  );
}

function Requirement({ use: { required, requiredBy } }: { readonly use: FieldUse }): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <p>{say(`field-rules.required.${required}`)}</p>
      <RuleLinks ids={requiredBy} />
    </>
  );
}

export function RuleLinks({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const { documents } = useDraft();
  if (ids.length === 0) return null;
  const rules = rulesOf(documents).filter(({ id }) => ids.includes(id));
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

function isConditional(documents: Documents, id: string): boolean {
  return rulesOf(documents).some((rule) => rule.id === id && rule.when !== undefined);
}

function About({ field }: { readonly field: OutlineField }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraft();
  const ids = rulesAbout(documents, field.name);
  const rules = (useRules() ?? []).filter(({ id }) => ids.includes(id));
  return (
    <div className="st-about">
      <h3>{say('field-rules.all', { count: ids.length })}</h3>
      {rules.length > 0 && (
        <ul>
          {rules.map(({ id, sentence, description }) => (
            <li key={id}>
              <p>
                <Said sentence={sentence} />
              </p>
              <a href={`/studio/rules#rule-${encodeURIComponent(id)}`}>
                {say('field-rules.open')}
                <span className="st-visually-hidden"> {description}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <a href={`/studio/rules?about=${encodeURIComponent(field.name)}`}>{say('field-rules.page')}</a>
    </div>
  );
}
