import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Values } from '#engine';
import type { FieldUse } from '#engine/check/index.ts';
import {
  canMoveInto,
  duplicateField,
  findOutlineField,
  getFallbackLocale,
  getGroup,
  moveFieldTo,
  type OutlineField,
  type OutlineType,
  type SharedEditScope,
} from '#engine/editing/index.ts';
import { EnquiryFields, type EnquiryFieldsHandle } from '#widgets';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { CollisionsAt } from '../draft/collision-notices.tsx';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useKnownTypes } from '../draft/use-known-types.ts';
import { CommentSection } from '../review/comment-threads.tsx';
import { toFieldTarget } from '../review/review-context.tsx';
import { FieldRules, RuleLinks } from '../rules/field-rules.tsx';
import { FixTextsByCode } from '../texts/fix-texts.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import type { StudioMessageKey } from '../ui/messages.ts';
import { FieldComparisons } from './field-comparisons.tsx';
import { listFieldFindings } from './field-findings.ts';
import { FieldMessages } from './field-messages.tsx';
import { propertyPrefix } from './focus-property.ts';
import { KindIcon } from './kind-icon.tsx';
import { findStepName, listSiblings } from './moves.ts';
import { assignFindings, PanelDetails, PanelFindings } from './panel-findings.tsx';
import { parseChoiceLines, toPanelAnswers, toPropertyPatches } from './properties.ts';
import { RemoveField } from './remove-field.tsx';
import { FieldTranslations } from './translations.tsx';
import { usePanelPlan } from './use-panel-plan.ts';

export interface FieldPanelProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /** The situations in which it is shown and required. Undefined while unknown. */
  readonly use: FieldUse | undefined;
  /**
   * Called with the path of the field to show next: a copy, this one after it was moved, another one after it
   * was removed. Empty if there is none.
   */
  readonly onChoose: (field: string) => void;
  /** True for a new field. If visitors choose from a list in it, the list gets the focus. */
  readonly isNew: boolean;
}

/**
 * Renders the properties of a field as a form, with its translations, rules and position. Each answer becomes
 * an edit of the documents. Read-only if the person may not change the type.
 */
export function FieldPanel({ type, field, use, onChoose, isNew }: FieldPanelProps): ReactNode {
  const { store, say, me, announce, panel, locale, mayChange } = useStudio();
  const isMine = mayChange(type.key);
  const known = useKnownTypes();
  const { documents, published, report } = useDraftState();
  const [reach, setReach] = useState<SharedEditScope>(me.types ? 'own' : 'all');
  const fields = useRef<EnquiryFieldsHandle>(null);
  const place = { type: type.key, field: field.name };
  const [typed, setTyped] = useState('');
  // A field that rules always require is shown as required, although its schema does not say so.
  const isRuled = !field.isRequired && use?.required === 'always';
  const entered = useMemo(() => {
    const answers: Values = {
      ...toPanelAnswers(documents, { type, field, reach }),
      ...(isRuled && { is_required_by_rule: true }),
    };
    // The typed text is shown as long as it means the same choices, because an empty line begins the next
    // choice.
    return areSameChoices(typed, answers.choices) ? { ...answers, choices: typed } : answers;
  }, [documents, type, field, reach, typed, isRuled]);
  const plan = usePanelPlan(entered, !isMine);
  const findings = useMemo(() => listFieldFindings(report, { type, field }), [report, type, field]);
  const { problems, titled, others, messageOf } = useMemo(
    () =>
      assignFindings({ findings, entered, locale: getFallbackLocale(documents), studio: { say, locale } }),
    [findings, entered, documents, say, locale],
  );

  useEffect(() => {
    if (isNew && (field.kind === 'choice' || field.kind === 'choices')) fields.current?.focusField('choices');
  }, [isNew, field.kind]);

  /**
   * Applies a new value of a property to the draft. The property `reach` does not change the draft: it
   * selects whether later edits of a shared field apply to all types or to this one. Does nothing if the
   * person may not change the type.
   */
  function changeProperty(name: string, value: unknown): void {
    if (!isMine) return;
    if (name === 'reach') {
      setReach(value === 'own' ? 'own' : 'all');
      return;
    }
    // A pasted table is applied at once, and its other languages appear in their own fields.
    if (name === 'choices') setTyped(typeof value === 'string' && !value.includes('\t') ? value : '');
    const patches = toPropertyPatches(
      documents,
      { type, field, reach },
      { name, value, settled: published.documents },
    );
    if (patches.length === 0) return;
    store.perform({
      title: { key: `property-${name}`, values: { field: field.label } },
      patches,
      group: `${type.key} ${field.name} ${name}`,
    });
  }

  /** Adds a copy of the field to the draft, announces it and chooses it. */
  function addCopy(): void {
    const label = say('fields.copy', { field: field.label });
    const { name, patches } = duplicateField(documents, place, label);
    store.perform({ title: { key: 'field-added', values: { field: label } }, patches });
    announce(say('fields.added', { field: label }));
    onChoose(name);
  }

  /** Returns the name for visitors of the type with this title. */
  const nameType = (title: string) => known.find((one) => one.type.title === title)?.name ?? title;
  return (
    <div className="st-pane st-properties">
      <section className="st-part" aria-labelledby="st-properties-title">
        <div className="st-part-head st-wrap st-center st-between">
          <h2 id="st-properties-title">{say('properties')}</h2>
          <p className="st-hint st-what">
            <KindIcon kind={field.kind} />
            {say(`kind.${field.kind}` as StudioMessageKey)}
            <code>{field.name}</code>
          </p>
        </div>
        {field.sharedWith.length > 0 && (
          <p className="st-notice st-notice--shared">
            {say('properties.shared', { forms: formatNames(field.sharedWith.map(nameType), locale) })}
          </p>
        )}
        {use?.shown === 'never' && <NeverShownNotice use={use} />}
        <ReadOnlyNotice type={type.key} />
        <PanelFindings findings={others} />
        <CollisionsAt group={`${type.key} ${field.name}`} />
        <div className="sw-section st-panel-form">
          <EnquiryFields
            handle={fields}
            form={panel}
            plan={plan}
            entered={entered}
            problems={problems}
            messageOf={messageOf}
            idPrefix={propertyPrefix}
            locale={locale}
            commitOn="input"
            onChange={changeProperty}
            onInput={() => undefined}
            headingLevel={3}
          />
        </div>
        <PanelDetails findings={titled} />
        <FixTextsByCode findings={findings} />
        <FieldMessages type={type} field={field} reach={reach} locale={getFallbackLocale(documents)} />
      </section>
      {isMine && (field.kind === 'date' || field.kind === 'number') && getGroup(field.name) === '' && (
        <FieldComparisons type={type} field={field} />
      )}
      <FieldTranslations type={type} field={field} reach={reach} />
      <FieldRules {...{ type, field, use, reach }} />
      <CommentSection target={toFieldTarget(type.key, field.name)} title={say('comments')} />
      {isMine && (
        <>
          <FieldPosition type={type} field={field} onMoved={onChoose} />
          <div className="st-actions">
            <button type="button" className="st-button" onClick={addCopy}>
              {say('fields.duplicate')}
            </button>
            <RemoveField type={type} field={field} onRemoved={onChoose} />
          </div>
        </>
      )}
    </div>
  );
}

/**
 * Renders the notice that no visitor sees the field, with the rules that hide it. If a rule presets the
 * field, adds that its value is sent all the same.
 */
function NeverShownNotice({ use: { hiddenBy, isPreset } }: { readonly use: FieldUse }): ReactNode {
  const { say } = useStudio();
  return (
    <div className="st-notice">
      <p>{say(hiddenBy.length === 0 ? 'properties.unseen-anyway' : 'properties.unseen')}</p>
      <RuleLinks ids={hiddenBy} />
      {isPreset && <p>{say('properties.unseen-value')}</p>}
    </div>
  );
}

/**
 * Returns true if a typed text has the same choices in the same order as the documents, apart from empty and
 * repeated lines and white space. Only the first cell of a line counts. False if nothing is typed.
 * @param documentChoices The choices in the documents, one per line. Undefined: none.
 */
function areSameChoices(typed: string, documentChoices: unknown): boolean {
  /** Returns the first cells of the lines, each once, as one text. */
  const joinDistinctChoices = (text: string) =>
    [...new Set(parseChoiceLines(text).map(([first]) => first))].join('\n');
  return typed !== '' && joinDistinctChoices(typed) === joinDistinctChoices(String(documentChoices ?? ''));
}

/** Formats names as a list in a language: `A, B and C`. */
function formatNames(names: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}

interface FieldPositionProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /** Called after a move with the new name of the field: its path includes the group. */
  readonly onMoved: (field: string) => void;
}

/**
 * Renders a select that moves a field to another step or group, as an alternative to dragging. Renders
 * nothing if there is only one position.
 */
function FieldPosition({ type, field, onMoved }: FieldPositionProps): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraftState();
  const place = { type: type.key, field: field.name };
  const groups = listGroupNames(type.fields).filter((name) => canMoveInto(documents, place, name));
  const outside: readonly (readonly [string, string])[] =
    type.steps.length > 0
      ? type.steps.map(({ name, title }) => [`step ${name}`, title])
      : [['', say('place.outside', { type: type.title })]];
  const options = [
    ...outside,
    ...groups.map((name) => [`group ${name}`, findOutlineField(type.fields, name)?.label ?? name] as const),
  ];
  if (options.length < 2) return null;
  const group = getGroup(field.name);
  const step = findStepName(type, field.name);
  const now = group !== '' ? `group ${group}` : step === undefined ? '' : `step ${step}`;

  /**
   * Moves the field to the end of the step or group of an option, announces it and reports the new name. Out
   * of a group without steps, it moves behind that group.
   * @param value The value of the option: `step NAME`, `group NAME` or empty.
   */
  function moveToOption(value: string): void {
    const [kind, wanted = ''] = value.split(' ');
    const to =
      kind === 'group'
        ? { group: wanted, behind: listSiblings(type, wanted).at(-1)?.name ?? null }
        : kind === 'step'
          ? {
              group: '',
              behind: type.steps.find(({ name }) => name === wanted)?.fields.at(-1) ?? null,
              step: wanted,
            }
          : { group: '', behind: field.name.split('.')[0] ?? null };
    const { name, patches } = moveFieldTo(documents, place, to);
    store.perform({ title: { key: 'field-moved', values: { field: field.label } }, patches });
    announce(
      say('fields.moved-to', {
        field: field.label,
        place: options.find(([one]) => one === value)?.[1] ?? '',
      }),
    );
    onMoved(name);
  }

  return <LabelledSelect label={say('place')} value={now} options={options} onChange={moveToOption} />;
}

/** Returns the names of all groups, each followed by those nested in it. */
function listGroupNames(fields: readonly OutlineField[]): readonly string[] {
  return fields.flatMap(({ name, members }) => (members ? [name, ...listGroupNames(members)] : []));
}
