import type { ReactNode } from 'react';
import type { Condition } from '#engine';
import { type EffectName, isFieldEffect } from '#engine/model/effects.ts';
import {
  createEffect,
  type EffectModel,
  effectsByGroup,
  type FieldChoice,
  isCompleteEffect,
  treeToCondition,
} from '#engine/rules/builder/index.ts';
import type { RuleChoices } from '../../api/studio.ts';
import { useStudio } from '../draft/context.ts';
import { getEffectGroupKey, isOfferedEffect } from '../preset/editing.ts';
import { GroupedSelect } from '../ui/grouped-select.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import type { FormatMessage, StudioMessageKey } from '../ui/messages.ts';
import { TickList } from '../ui/tick-list.tsx';
import { EffectBody, listConditionFacts } from './effect-editor.tsx';
import { TextPicker } from './text-picker.tsx';
import { TypedInput } from './typed-input.tsx';
import { useRuleChoices } from './use-rules.ts';

/** The choices made in a picker of effects. `effect` is empty until one is chosen. */
export interface PickedEffect {
  /**
   * `shown-only` shows a field on some sites only. It is stored as a rule that hides the field on all other
   * sites.
   */
  readonly effect: EffectName | 'shown-only' | '';
  /**
   * The name of the field that the effect is about. Empty until it is chosen, and for effects without a
   * field.
   */
  readonly field: string;
  /** The excluded enquiry types, for `excludeTypes`. */
  readonly types: readonly string[];
  /** The ids of the sites on which the field is shown, for `shown-only`. */
  readonly sites: readonly string[];
  /** The chosen text key, option list, recipient or destination, for effects that have one. */
  readonly word?: string;
  /** The edited values of the effect, for effects whose values are edited in the picker. */
  readonly model?: EffectModel;
}

/** The state of a picker in which nothing is chosen. */
export const emptyPick: PickedEffect = { effect: '', field: '', types: [], sites: [] };

export interface EffectPickerProps {
  readonly picked: PickedEffect;
  readonly choices: RuleChoices;
  readonly onChange: (picked: PickedEffect) => void;
  /**
   * Effects that are not offered: those that a rule can have only once and has already, or that the person
   * may not use.
   */
  readonly taken?: readonly string[];
  /** Returns the key of a new text for the effect on a field. */
  readonly textKey: (field: string, effect: string) => string;
  /** True to offer `shown-only` as well. */
  readonly withShownOnly?: boolean;
}

/**
 * Selects an effect for a rule, with its field and values. Each choice is passed to `onChange`; choosing
 * another effect drops all other choices.
 */
export function EffectPicker(props: EffectPickerProps): ReactNode {
  const { say, content } = useStudio();
  const { picked, choices, onChange, taken = [], textKey, withShownOnly = false } = props;
  const { effect, field, types, sites, word } = picked;
  const fields = listEffectFields(effect, choices);
  const isOfField = fields.length > 0;
  const partialEffect = toPartialEffect(picked, choices);
  return (
    <div className="st-picker">
      <div className="st-asked">
        <GroupedSelect
          label={say('rule.decides')}
          value={effect}
          groups={[
            { label: '', options: effect === '' ? [['', say('rule.choose')]] : [] },
            ...effectsByGroup.map(([group, effects]) => ({
              label: say(getEffectGroupKey(group, content)),
              options: [
                ...(group === 'fields' && withShownOnly
                  ? [['shown-only', say('effect.shown-only')] as const]
                  : []),
                ...effects
                  .filter(
                    (one) =>
                      !taken.includes(one) && isOfferedEffect(one, content) && isEffectPossible(one, choices),
                  )
                  .map((one) => [one, say(`effect.${one}` as StudioMessageKey)] as const),
              ],
            })),
          ]}
          onChange={(next) => onChange({ ...emptyPick, effect: next as PickedEffect['effect'] })}
        />
        {isOfField && (
          <GroupedSelect
            label={say('rule.field')}
            value={field}
            groups={[
              { label: '', options: field === '' ? [['', say('rule.choose')]] : [] },
              ...(['type', 'field', 'block', 'step'] as const).map((is) => ({
                label: is === 'type' ? '' : say(`rule.are.${is}`),
                options: fields
                  .filter((one) => one.is === is)
                  .map(({ name, label }) => [name, label] as const),
              })),
            ]}
            onChange={(next) => {
              const { model: _model, ...rest } = picked;
              onChange({ ...rest, field: next });
            }}
          />
        )}
        {effect === 'options' && (
          <LabelledSelect
            label={say('effect.list')}
            value={word ?? ''}
            options={[
              ...(word === undefined ? [['', say('rule.choose')] as const] : []),
              ...choices.lists.map(({ name, label }) => [name, label] as const),
            ]}
            onChange={(next) => onChange({ ...picked, word: next })}
          />
        )}
        {(effect === 'recipient' || effect === 'destinations') && (
          <DestinationSelect {...props} of={effect} />
        )}
      </div>
      {partialEffect && hasEditableValues(partialEffect) && (
        <EffectValues
          effect={partialEffect}
          {...{ choices }}
          onChange={(model) => onChange({ ...picked, model })}
        />
      )}
      {(effect === 'label' || effect === 'hint') && field !== '' && (
        <TextPicker
          title={say(`effect.${effect}`)}
          text={word}
          newKey={textKey(field, effect)}
          onChange={(next) => onChange({ ...picked, word: next })}
        />
      )}
      {effect === 'excludeTypes' && (
        <TickList
          legend={say('forms.type')}
          options={choices.types.map(({ name, label }) => ({ value: name, label }))}
          ticked={types}
          mayBeNone
          onChange={(next) => onChange({ ...picked, types: next })}
        />
      )}
      {effect === 'shown-only' && (
        <TickList
          legend={say('rule.sites')}
          options={content.sites.map(({ id, name }) => ({ value: id, label: name }))}
          ticked={sites}
          mayBeNone
          onChange={(next) => onChange({ ...picked, sites: next })}
        />
      )}
    </div>
  );
}

/**
 * Edits the values of an effect of the kinds in `hasEditableValues`. Facts for a filter are loaded per field,
 * because the choices contain them only for fields that the request names.
 */
function EffectValues({
  effect,
  choices,
  onChange,
}: {
  readonly effect: EffectModel;
  readonly choices: RuleChoices;
  readonly onChange: (effect: EffectModel) => void;
}): ReactNode {
  const then =
    effect.kind === 'filter'
      ? { filter: { [effect.field]: treeToCondition(effect.asked) as Condition } }
      : {};
  const filters = useRuleChoices({ then })?.filters ?? {};
  return <EffectBody rule="" effect={effect} choices={{ ...choices, filters }} onChange={onChange} />;
}

/** Returns true for effects that `EffectValues` edits. */
function hasEditableValues({ kind }: EffectModel): boolean {
  return ['asks', 'filter', 'gives', 'bounds', 'calculates', 'limits'].includes(kind);
}

/** Selects the recipient or the destination. A text input if there are none to select. */
function DestinationSelect({
  picked,
  choices,
  onChange,
  of,
}: EffectPickerProps & { readonly of: 'recipient' | 'destinations' }): ReactNode {
  const { say } = useStudio();
  const offered = of === 'recipient' ? choices.recipients : choices.destinations;
  if (offered.length === 0)
    return (
      <TypedInput
        label={say(`effect.${of}`)}
        kind="id"
        value={picked.word}
        onChange={(next) => onChange({ ...picked, word: String(next) })}
        onEmpty={() => onChange({ ...picked, word: '' })}
      />
    );
  return (
    <LabelledSelect
      label={say(`effect.${of}`)}
      value={picked.word ?? ''}
      options={[
        ...(picked.word === undefined ? [['', say('rule.choose')] as const] : []),
        ...offered.map(({ name, label }) => [name, label] as const),
      ]}
      onChange={(next) => onChange({ ...picked, word: next })}
    />
  );
}

/** Returns the fields that can have the effect. Empty for an effect that is not about fields. */
function listEffectFields(effect: PickedEffect['effect'], { fields }: RuleChoices): readonly FieldChoice[] {
  const name = effect === 'shown-only' ? 'hide' : effect;
  return fields.filter(({ takes }) => takes.some((one) => one === name));
}

/** Returns true if the effect is not about a field, or if there is a field that can have it. */
function isEffectPossible(effect: EffectName, choices: RuleChoices): boolean {
  return !isFieldEffect(effect) || listEffectFields(effect, choices).length > 0;
}

/**
 * Returns the chosen effect, or undefined if something still has to be chosen or entered. For `shown-only`,
 * it is the effect that hides the field; the sites are not in it.
 */
export function toPickedEffectModel(picked: PickedEffect, choices: RuleChoices): EffectModel | undefined {
  const partialEffect = toPartialEffect(picked, choices);
  if (partialEffect === undefined) return undefined;
  const facts = listConditionFacts(partialEffect, choices);
  return isCompleteEffect(partialEffect, facts) ? partialEffect : undefined;
}

/**
 * Returns the effect with the choices made until now, which may be incomplete. Undefined if no effect is
 * chosen, or it cannot be created from so few choices. For `shown-only`, it is the effect that hides the
 * field, once field and sites are chosen.
 */
function toPartialEffect(picked: PickedEffect, choices: RuleChoices): EffectModel | undefined {
  const { effect, types, word } = picked;
  if (effect === '') return undefined;
  const field = choices.fields.find(({ name }) => name === picked.field);
  if (effect === 'shown-only')
    return field && picked.sites.length > 0
      ? { kind: 'names', effect: 'hide', names: [field.name] }
      : undefined;
  return picked.model ?? createEffect({ effect, ...(field && { field }), types, ...(word && { word }) });
}

/**
 * Returns a short description of the chosen effect, with the labels of its field and types: `Hide: Phone
 * number.` It is the default description of a new rule. Empty if no effect is chosen.
 */
export function describePick(picked: PickedEffect, choices: RuleChoices, say: FormatMessage): string {
  const { effect, field, types } = picked;
  if (effect === '') return '';
  const about = [
    ...choices.fields.filter(({ name }) => name === field).map(({ label }) => label),
    ...choices.types.filter(({ name }) => types.includes(name)).map(({ label }) => label),
  ];
  const title = say(`effect.${effect}` as StudioMessageKey);
  return about.length === 0 ? `${title}.` : `${say('labelled', { label: title, value: about.join(', ') })}.`;
}
