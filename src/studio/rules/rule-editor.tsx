import { type ReactNode, useEffect, useState } from 'react';
import { type EffectModel, modelOf, type RuleModel, ruleOf } from '#engine/builder/index.ts';
import { type Patch, setRule } from '#engine/editing/index.ts';
import { loadRuleChoices } from '../api.ts';
import { useDraft, useStudio } from '../context.ts';
import type { RuleChoices, RuleView } from '../protocol.ts';
import type { WordKey } from '../words.ts';
import { ConditionEditor, firstRow } from './condition-editor.tsx';

/** A rule in a builder: when it applies, what it does; every edit is one of the draft's. */
export function RuleEditor({ rule }: { readonly rule: RuleView }): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraft();
  const choices = useChoices(rule.id);
  const written = writtenRule(documents, rule.id);
  if (written === undefined || choices === undefined)
    return <p className="st-quiet">{say('checks.working')}</p>;
  const model = modelOf(written as Parameters<typeof modelOf>[0]);

  function change(next: RuleModel, what: string): void {
    perform(setRule(documents, rule.id, ruleOf(next)), 'rule-changed', what);
  }

  function perform(patches: readonly Patch[], key: string, what?: string): void {
    store.perform({
      title: { key, values: { rule: rule.description } },
      patches,
      ...(what !== undefined && { group: `rule ${rule.id} ${what}` }),
    });
  }

  const { when, ...unconditional } = model;
  return (
    <div className="st-editor">
      <label className="st-choice">
        <span>{say('rule.description')}</span>
        <input
          className="st-input"
          value={model.description}
          onChange={({ target }) =>
            target.value !== '' && change({ ...model, description: target.value }, 'description')
          }
        />
      </label>
      <h3>{say('rule.when')}</h3>
      {when ? (
        <ConditionEditor
          node={when}
          facts={choices.facts}
          onChange={(next) => change({ ...model, when: next }, 'when')}
          onRemove={() => change(unconditional, 'when')}
        />
      ) : (
        <p>{say('rule.always')}</p>
      )}
      {when?.kind !== 'group' && (
        <button
          type="button"
          className="st-button"
          onClick={() => change({ ...model, when: withRow(when, choices) }, 'when')}
        >
          {say('rule.add-condition')}
        </button>
      )}
      <h3>{say('rule.then')}</h3>
      {model.effects.map((effect, at) => (
        <Effect
          // biome-ignore lint/suspicious/noArrayIndexKey: effects have no names; where one stands is what it is.
          key={at}
          effect={effect}
          choices={choices}
          onChange={(next) => change({ ...model, effects: model.effects.with(at, next) }, `effect ${at}`)}
        />
      ))}
      <div className="st-actions">
        <button
          type="button"
          className="st-button st-button--danger"
          onClick={() => {
            perform(setRule(documents, rule.id, undefined), 'rule-removed');
            announce(say('rule.removed'));
          }}
        >
          {say('rule.remove')}
        </button>
      </div>
    </div>
  );
}

/** One more condition beside the one there is. */
function withRow(when: RuleModel['when'], { facts }: RuleChoices): NonNullable<RuleModel['when']> {
  const [row] = firstRow(facts);
  if (row === undefined) throw new Error('Cannot ask anything: there are no facts');
  return when ? { kind: 'group', joins: 'all', nodes: [when, row] } : row;
}

/** An effect: names are ticked, counts are typed; any other stands in the rule's sentence alone. */
function Effect({
  effect,
  choices,
  onChange,
}: {
  readonly effect: EffectModel;
  readonly choices: RuleChoices;
  readonly onChange: (effect: EffectModel) => void;
}): ReactNode {
  const { say } = useStudio();
  const title = say(`effect.${effect.effect}` as WordKey);
  if (effect.kind === 'names') {
    const options = effect.effect === 'excludeTypes' ? choices.types : choices.fields;
    return (
      <fieldset className="st-several">
        <legend>{title}</legend>
        {options.map(({ name, label }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={effect.names.includes(name)}
              onChange={({ target }) => {
                const rest = effect.names.filter((one) => one !== name);
                const names = target.checked ? [...rest, name] : rest;
                if (names.length > 0) onChange({ ...effect, names });
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
    );
  }
  const count =
    effect.effect === 'limit' ? (Object(effect.value) as { readonly count?: number }).count : undefined;
  if (effect.kind === 'field' && count !== undefined)
    return (
      <label className="st-choice">
        <span>{say('effect.limit-count', { field: labelOf(choices, effect.field) })}</span>
        <input
          className="st-input"
          type="number"
          min={1}
          value={count}
          onChange={({ target }) =>
            target.valueAsNumber >= 1 &&
            onChange({ ...effect, value: { ...Object(effect.value), count: target.valueAsNumber } })
          }
        />
      </label>
    );
  return (
    <p>
      {title} <code className="st-written">{JSON.stringify(effect)}</code>
    </p>
  );
}

function labelOf({ fields }: RuleChoices, field: string): string {
  return fields.find(({ name }) => name === field)?.label ?? field;
}

function writtenRule(documents: Readonly<Record<string, unknown>>, id: string): unknown {
  const { rules = [] } = Object(documents['rules.json']) as {
    readonly rules?: readonly { readonly id: string }[];
  };
  return rules.find((rule) => rule.id === id);
}

/** What may be asked and named; of the version in which the editor was opened. */
function useChoices(id: string): RuleChoices | undefined {
  const [choices, setChoices] = useState<RuleChoices>();
  useEffect(() => {
    let isCurrent = true;
    loadRuleChoices(id).then(
      (loaded) => isCurrent && loaded && setChoices(loaded),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return choices;
}
