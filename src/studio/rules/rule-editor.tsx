import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  applySiteRestriction,
  conditionToTree,
  type EffectModel,
  findSiteRestriction,
  type RuleModel,
  type SiteRestriction,
  toRuleModel,
  toRuleSource,
  treeToCondition,
} from '#engine/builder/index.ts';
import { listRules, type Patch, setRule, type WrittenRule } from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import { ReadOnlyNotice } from '../people/read-only-notice.tsx';
import type { RuleChoices, RuleView } from '../protocol.ts';
import { EffectEditor, listNameOptions } from './effect-editor.tsx';
import { EffectPicker, emptyPick, type PickedEffect, toPickedEffectModel } from './effect-picker.tsx';
import { TickList } from './tick-list.tsx';
import { TypedInput } from './typed-input.tsx';
import { useEditWithinScope } from './use-edit-within-scope.ts';
import { useRuleChoices } from './use-rules.ts';
import { WhenEditor } from './when-editor.tsx';

/**
 * Edits a rule: its condition, its effects and the rule that it replaces. Each edit goes to the draft at
 * once.
 */
export function RuleEditor({ rule }: { readonly rule: RuleView }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const edit = useEditWithinScope();
  const written = listRules(documents).find(({ id }) => id === rule.id);
  const choices = useRuleChoices(written ?? noEffects);
  if (written === undefined || choices === undefined)
    return <p className="st-quiet">{say('checks.working')}</p>;
  const model = toRuleModel(written);
  const only = findSiteRestriction(written);

  function perform(patches: readonly Patch[], what: string): void {
    edit.perform({
      title: { key: 'rule-changed', values: { rule: rule.description } },
      patches,
      group: `rule ${rule.id} ${what}`,
    });
  }
  const write = (next: object, what: string) => perform(setRule(documents, rule.id, next), what);
  const change = (next: RuleModel, what: string) => write(toRuleSource(next), what);
  const { when, insteadOf, ...bare } = model;
  const others = listRules(documents).filter(({ id }) => id !== rule.id);

  return (
    <div className="st-editor">
      {edit.isOutside && (
        <div role="alert">
          <ReadOnlyNotice isOutside />
        </div>
      )}
      {only ? (
        <ShownOnlyEditor
          rule={written.id}
          shown={only}
          choices={choices}
          onChange={(next) => write(applySiteRestriction(written, next), 'shown')}
        />
      ) : (
        <>
          <h3>{say('rule.when')}</h3>
          <WhenEditor
            of={written.id}
            when={when}
            facts={choices.when}
            onChange={(next) => {
              const { when: _before, ...unconditional } = model;
              change(next ? { ...model, when: next } : unconditional, 'when');
            }}
          />
          <h3>{say('rule.then')}</h3>
          <EffectsEditor
            rule={written}
            effects={model.effects}
            choices={choices}
            onChange={(effects, what) => change({ ...model, effects }, what)}
          />
        </>
      )}
      <h3>{say('rule.about-it')}</h3>
      <div className="st-asked">
        <span className="st-wide">
          <TypedInput
            label={say('rule.description')}
            kind="text"
            value={model.description}
            onChange={(description) => change({ ...model, description: String(description) }, 'description')}
          />
        </span>
        <LabelledSelect
          label={say('rule.instead-of')}
          value={insteadOf ?? ''}
          options={[
            ['', say('rule.instead-of.none')],
            ...others.map(({ id, description }) => [id, description] as const),
          ]}
          onChange={(next) =>
            change({ ...bare, ...(when && { when }), ...(next !== '' && { insteadOf: next }) }, 'insteadOf')
          }
        />
      </div>
    </div>
  );
}

const noEffects = { then: {} };

function ShownOnlyEditor({
  rule,
  shown,
  choices,
  onChange,
}: {
  readonly rule: string;
  readonly shown: SiteRestriction;
  readonly choices: RuleChoices;
  readonly onChange: (shown: SiteRestriction) => void;
}): ReactNode {
  const { say, content } = useStudio();
  const { when: _when, ...unconditional } = shown;
  return (
    <>
      <h3>{say('rule.shown-only')}</h3>
      <TickList
        legend={say('rule.sites')}
        options={content.sites.map(({ id, name }) => ({ value: id, label: name }))}
        ticked={shown.sites.map(String)}
        onChange={(ticked) =>
          onChange({
            ...shown,
            // A site that was there already is written as before.
            sites: ticked.map((id) => shown.sites.find((one) => String(one) === id) ?? id),
          })
        }
      />
      <TickList
        legend={say('rule.fields')}
        options={listNameOptions('hide', choices)}
        ticked={shown.names}
        onChange={(names) => onChange({ ...shown, names })}
      />
      <h3>{say('rule.when-elsewhere')}</h3>
      <WhenEditor
        of={`${rule}/elsewhere`}
        when={shown.when === undefined ? undefined : conditionToTree(shown.when)}
        facts={choices.when}
        onChange={(next) =>
          onChange(next === undefined ? unconditional : { ...shown, when: treeToCondition(next) })
        }
      />
    </>
  );
}

function EffectsEditor({
  rule,
  effects,
  choices,
  onChange,
}: {
  readonly rule: WrittenRule;
  readonly effects: readonly EffectModel[];
  readonly choices: RuleChoices;
  readonly onChange: (effects: readonly EffectModel[], what: string) => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const [isPicking, setIsPicking] = useState(false);
  const [picked, setPicked] = useState<PickedEffect>(emptyPick);
  const [wanted, setWanted] = useState<'last' | 'add'>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted === undefined) return;
    const effect = [...(box.current?.querySelectorAll('.st-effect') ?? [])].at(-1);
    const target = wanted === 'last' ? effect : box.current?.querySelector('.st-add-effect');
    const control = target?.matches('button') ? target : target?.querySelector('select, input, button');
    (control as HTMLElement | null | undefined)?.focus();
    setWanted(undefined);
  }, [wanted]);

  // A field has one preset and one label per rule. To change it, the existing effect is edited.
  const usedEffects = effects.flatMap((effect) => ('field' in effect ? [] : [effect.effect]));
  const made = toPickedEffectModel(picked, choices);
  const isTwice = effects.some(
    (effect) =>
      made !== undefined &&
      effect.effect === made.effect &&
      (!('field' in effect) || !('field' in made) || effect.field === made.field),
  );

  return (
    <div className="st-effects" ref={box}>
      {effects.map((effect, at) => (
        <EffectEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: effects have no names; where one stands is what it is.
          key={at}
          rule={rule.id}
          at={at}
          effect={effect}
          choices={choices}
          onChange={(next) => onChange(effects.with(at, next), `effect ${at}`)}
          onRemove={
            effects.length > 1
              ? () => {
                  onChange(effects.toSpliced(at, 1), 'effects');
                  announce(say('rule.effect-removed'));
                  setWanted('add');
                }
              : undefined
          }
        />
      ))}
      {isPicking ? (
        <div className="st-group">
          <EffectPicker
            picked={picked}
            choices={choices}
            taken={usedEffects}
            textKey={(field, effect) => `rules.${rule.id}.${field}.${effect}`}
            onChange={setPicked}
          />
          {isTwice && (
            <p className="st-problem" role="alert">
              {say('rule.effect-twice')}
            </p>
          )}
          <div className="st-actions">
            <button
              type="button"
              className="st-button st-button--small st-button--primary"
              disabled={made === undefined || isTwice}
              onClick={() => {
                if (made === undefined) return;
                onChange([...effects, made], 'effects');
                setIsPicking(false);
                setPicked(emptyPick);
                setWanted('last');
              }}
            >
              {say('rule.add-this-effect')}
            </button>
            <button
              type="button"
              className="st-button st-button--small st-button--plain"
              onClick={() => {
                setIsPicking(false);
                setWanted('add');
              }}
            >
              {say('cancel')}
            </button>
          </div>
        </div>
      ) : (
        <button
          type="button"
          className="st-button st-button--small st-add-effect"
          onClick={() => setIsPicking(true)}
        >
          {say('rule.add-effect')}
        </button>
      )}
    </div>
  );
}
