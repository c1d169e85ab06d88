import { type ReactNode, useEffect, useRef, useState } from 'react';
import { listRules, type Patch, setRule, type WrittenRule } from '#engine/editing/index.ts';
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
} from '#engine/rules/builder/index.ts';
import type { RuleChoices, RuleView } from '../../api/studio.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useDraftState, useStudio } from '../draft/context.ts';
import { FormOpener } from '../ui/form-opener.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { Lingering } from '../ui/lingering.tsx';
import { TickList } from '../ui/tick-list.tsx';
import { EffectEditor, listNameOptions } from './effect-editor.tsx';
import { EffectPicker, emptyPick, type PickedEffect, toPickedEffectModel } from './effect-picker.tsx';
import { TypedInput } from './typed-input.tsx';
import { useEditWithinScope } from './use-edit-within-scope.ts';
import { useRuleChoices } from './use-rules.ts';
import { WhenEditor } from './when-editor.tsx';

/**
 * Edits a rule: its condition, its effects, its description and the rule that it replaces. Each complete edit
 * changes the draft immediately. Renders only a message while the rule or its choices are not loaded.
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
  const siteRestriction = findSiteRestriction(written);

  /**
   * Applies the patches to the draft as an edit of a part of the rule. Consecutive edits of the same part are
   * undone together. An edit outside of the scope of the person is not applied; a notice is shown instead.
   */
  function performEdit(patches: readonly Patch[], part: string): void {
    edit.perform({
      title: { key: 'rule-changed', values: { rule: rule.description } },
      patches,
      group: `rule ${rule.id} ${part}`,
    });
  }
  /**
   * Replaces the rule in the draft, as an edit of `part`.
   * @param next The rule as documents contain it.
   */
  const replaceWrittenRule = (next: object, part: string) =>
    performEdit(setRule(documents, rule.id, next), part);
  /** Replaces the rule in the draft by the edited model, as an edit of `part`. */
  const changeModel = (next: RuleModel, part: string) => replaceWrittenRule(toRuleSource(next), part);
  const { when, insteadOf, ...bare } = model;
  const others = listRules(documents).filter(({ id }) => id !== rule.id);

  return (
    <div className="st-editor">
      {edit.isOutside && (
        <div role="alert">
          <ReadOnlyNotice isOutside />
        </div>
      )}
      {siteRestriction ? (
        <ShownOnlyEditor
          rule={written.id}
          shown={siteRestriction}
          choices={choices}
          onChange={(next) => replaceWrittenRule(applySiteRestriction(written, next), 'shown')}
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
              changeModel(next ? { ...model, when: next } : unconditional, 'when');
            }}
          />
          <h3>{say('rule.then')}</h3>
          <EffectsEditor
            rule={written}
            effects={model.effects}
            choices={choices}
            onChange={(effects, part) => changeModel({ ...model, effects }, part)}
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
            onChange={(description) =>
              changeModel({ ...model, description: String(description) }, 'description')
            }
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
            changeModel(
              { ...bare, ...(when && { when }), ...(next !== '' && { insteadOf: next }) },
              'insteadOf',
            )
          }
        />
      </div>
    </div>
  );
}

const noEffects = { then: {} };

/** Edits a rule that shows fields on some sites only: the sites, the fields and a further condition. */
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
            // Sites that were ticked before keep their type.
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

/**
 * Edits, adds and removes the effects of a rule. The last effect cannot be removed, and an effect that the
 * rule has already for the same field cannot be added.
 */
function EffectsEditor({
  rule,
  effects,
  choices,
  onChange,
}: {
  readonly rule: WrittenRule;
  readonly effects: readonly EffectModel[];
  readonly choices: RuleChoices;
  /** `part` identifies the changed part: `effect 0`. */
  readonly onChange: (effects: readonly EffectModel[], part: string) => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const [isPicking, setIsPicking] = useState(false);
  const [picked, setPicked] = useState<PickedEffect>(emptyPick);
  const [wanted, setWanted] = useState<'.st-effect' | '.st-picking'>();
  const addButton = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted === undefined) return;
    const target = [...(box.current?.querySelectorAll(wanted) ?? [])].at(-1);
    target?.querySelector<HTMLElement>('select, input, button')?.focus();
    setWanted(undefined);
  }, [wanted]);

  // A field has one preset and one label per rule. To change it, the existing effect is edited.
  const usedEffects = effects.flatMap((effect) => ('field' in effect ? [] : [effect.effect]));
  const pickedEffect = toPickedEffectModel(picked, choices);
  const isDuplicate = effects.some(
    (effect) =>
      pickedEffect !== undefined &&
      effect.effect === pickedEffect.effect &&
      (!('field' in effect) || !('field' in pickedEffect) || effect.field === pickedEffect.field),
  );

  return (
    <div className="st-effects" ref={box}>
      {effects.map((effect, at) => (
        <EffectEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: effects have no ids; the index identifies them.
          key={at}
          rule={rule.id}
          at={at}
          effect={effect}
          choices={choices}
          onChange={(next) => onChange(effects.with(at, next), `effect ${at}`)}
          onRemove={
            effects.length > 1
              ? () => {
                  addButton.current?.focus();
                  onChange(effects.toSpliced(at, 1), 'effects');
                  announce(say('rule.effect-removed'));
                }
              : undefined
          }
        />
      ))}
      <FormOpener
        ref={addButton}
        isOpen={isPicking}
        className="st-button st-button--small"
        onToggle={() => {
          setIsPicking(!isPicking);
          if (!isPicking) setWanted('.st-picking');
        }}
      >
        {say('rule.add-effect')}
      </FormOpener>
      <Lingering isOpen={isPicking}>
        <div className="st-group st-picking">
          <EffectPicker
            picked={picked}
            choices={choices}
            taken={usedEffects}
            textKey={(field, effect) => `rules.${rule.id}.${field}.${effect}`}
            onChange={setPicked}
          />
          {isDuplicate && (
            <p className="st-problem" role="alert">
              {say('rule.effect-twice')}
            </p>
          )}
          <div className="st-actions">
            <button
              type="button"
              className="st-button st-button--small st-button--primary"
              disabled={pickedEffect === undefined || isDuplicate}
              onClick={() => {
                if (pickedEffect === undefined) return;
                addButton.current?.focus();
                onChange([...effects, pickedEffect], 'effects');
                setIsPicking(false);
                setPicked(emptyPick);
                setWanted('.st-effect');
              }}
            >
              {say('rule.add-this-effect')}
            </button>
            <button
              type="button"
              className="st-button st-button--small st-button--plain"
              onClick={() => {
                addButton.current?.focus();
                setIsPicking(false);
              }}
            >
              {say('cancel')}
            </button>
          </div>
        </div>
      </Lingering>
    </div>
  );
}
