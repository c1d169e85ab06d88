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

/** What the rules of a field are drawn from. */
export interface FieldRulesProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /** Where it is shown and required; undefined while that is not known. */
  readonly use: FieldUse | undefined;
  /** Whether a new rule is for every form that has the field. */
  readonly reach: Reach;
}

const ways = ['everywhere', 'sites', 'when'] as const;

/** Where a field is shown and when it has to be answered, by rules of its own; and every rule that speaks of it. */
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
  // What is required everywhere already is so in some situations as well.
  const mayBeRequired = !field.isRequired && (requiring === undefined || isConditional(documents, requiring));
  // What stands inside a group is shown with it.
  if (choices && !choices.fields.some(({ name }) => name === field.name)) return null;

  // Whoever may not change it reads what its rules say.
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
    // Without a site or a condition there is nothing to say yet.
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
            // What stood there stays as it was written.
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

/** Edits the condition of a rule beside the field, the whole rule a link away. Where there is no rule yet, one is made once its condition is complete. */
function RuleWhen({
  rule: id,
  then,
  begun,
  onFirst,
}: {
  readonly rule: string | undefined;
  /** What a rule does that has yet to be made. */
  readonly then: Effects;
  readonly begun: ConditionNode;
  /** Gets the first condition of a rule that has yet to be made, as documents write it; undefined: none is wanted. */
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

/** Says how far a field is required, and by which rules. */
function Requirement({ use: { required, requiredBy } }: { readonly use: FieldUse }): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <p>{say(`field-rules.required.${required}`)}</p>
      <RuleLinks ids={requiredBy} />
    </>
  );
}

/** Draws rules by what they are for, each as a link to it. */
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

/** Every rule that speaks of a field. */
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
