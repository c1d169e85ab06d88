import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type Destination,
  fieldNamed,
  groupOf,
  type OutlineField,
  type OutlineType,
  placeField,
} from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { fieldAddress } from '../presence/own-presence.ts';
import { Here } from '../presence/people.tsx';
import type { WordKey } from '../words.ts';
import { AddField } from './add-field.tsx';
import { findingsOf } from './findings-of.ts';
import { KindIcon } from './kind-icon.tsx';
import { type Direction, destinationAt, destinationOf, edgesFor, siblingsIn } from './moves.ts';
import { type Edge, useDrag, useIsDragging } from './use-drag.ts';
import { useMotion } from './use-motion.ts';

/** What the outline of a form is drawn from. */
export interface OutlineProps {
  readonly type: OutlineType;
  readonly chosen: OutlineField | undefined;
  readonly onChoose: (field: string) => void;
  /** A field was added: what it asks for next stands in its properties. */
  readonly onAdded: (field: string) => void;
}

/** What a row of the outline needs to know of the whole. */
interface Rows {
  readonly type: OutlineType;
  readonly chosen: string | undefined;
  readonly onChoose: (field: string) => void;
  readonly place: (field: OutlineField, to: Destination) => void;
  readonly moveBy: (field: OutlineField, direction: Direction) => void;
}

/** The fields of a form in their order, with its steps and its groups: chosen, moved, dragged and added here. */
export function Outline({ type, chosen, onChoose, onAdded }: OutlineProps): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraft();
  const list = useRef<HTMLDivElement>(null);
  const isDragging = useIsDragging();
  const order = useMemo(() => namesOf(type.fields).join(), [type]);
  const focusAfter = useFocusAfter(list, order);
  useMotion(list, `${order} ${JSON.stringify(type.steps)}`);

  function place(field: OutlineField, to: Destination): void {
    const { name, patches } = placeField(documents, { type: type.key, field: field.name }, to);
    if (patches.length === 0) return;
    store.perform({ title: { key: 'field-moved', values: { field: field.label } }, patches });
    if (name !== field.name || chosen?.name !== field.name) onChoose(name);
    focusAfter(name);
    const rest = siblingsIn(type, to.group).filter((one) => one.name !== field.name);
    const index = to.behind === null ? 0 : rest.findIndex((one) => one.name === to.behind) + 1;
    const count = rest.length + 1;
    const said = { field: field.label, place: index + 1, count };
    const group = fieldNamed(type.fields, to.group)?.label;
    const step = type.steps.find((one) => one.name === to.step)?.title;
    if (to.group !== groupOf(field.name))
      announce(
        group === undefined ? say('fields.moved-out', said) : say('fields.moved-into', { ...said, group }),
      );
    else announce(step === undefined ? say('fields.moved', said) : say('fields.moved-on', { ...said, step }));
  }

  function moveBy(field: OutlineField, direction: Direction): void {
    const to = destinationOf(documents, type, { name: field.name, direction });
    if (to) place(field, to);
    else announce(say(direction === 'in' ? 'fields.no-group' : 'fields.no-further', { field: field.label }));
  }

  const rows: Rows = { type, chosen: chosen?.name, onChoose, place, moveBy };
  return (
    <section className="st-pane st-outline" aria-labelledby="st-fields-title">
      <p className="st-crumb">
        <a href="/studio/forms">{say('forms.all')}</a>
      </p>
      <h1 id="st-fields-title">{type.title}</h1>
      <AddField type={type} chosen={chosen} onAdded={onAdded} />
      <div ref={list} className={isDragging ? 'st-fields-all st-fields-all--dragging' : 'st-fields-all'}>
        {type.steps.length === 0 && type.fields.length > 0 && <FieldRows rows={rows} fields={type.fields} />}
        {type.steps.map((step) => (
          <section key={step.name} className="st-step" aria-label={say('fields.step', { step: step.title })}>
            <h2>{step.title}</h2>
            <FieldRows rows={rows} fields={type.fields.filter(({ name }) => step.fields.includes(name))} />
          </section>
        ))}
      </div>
      {type.fields.length === 0 && (
        <div className="st-empty">
          <p>{say('fields.none')}</p>
          <p className="st-hint">{say('fields.none-hint')}</p>
        </div>
      )}
      {type.fields.length > 1 && <p className="st-hint st-outline-hint">{say('fields.how-to-move')}</p>}
    </section>
  );
}

function namesOf(fields: readonly OutlineField[]): readonly string[] {
  return fields.flatMap(({ name, members = [] }) => [name, ...namesOf(members)]);
}

/** Goes on, once rows have moved, where one was: a row that moved is another element. */
function useFocusAfter(list: React.RefObject<HTMLElement | null>, order: string): (name: string) => void {
  const [wanted, setWanted] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted may have to wait until the order is another.
  useLayoutEffect(() => {
    if (wanted === undefined) return;
    const row = list.current?.querySelector<HTMLElement>(
      `[data-field="${CSS.escape(wanted)}"] .st-field-name`,
    );
    if (!row) return;
    row.focus();
    setWanted(undefined);
  }, [list, wanted, order]);
  return setWanted;
}

function FieldRows({
  rows,
  fields,
}: {
  readonly rows: Rows;
  readonly fields: readonly OutlineField[];
}): ReactNode {
  return (
    <ol className="st-fields">
      {fields.map((field) => (
        <FieldRow key={field.name} rows={rows} field={field} />
      ))}
    </ol>
  );
}

const keyDirections: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down' };

function FieldRow({ rows, field }: { readonly rows: Rows; readonly field: OutlineField }): ReactNode {
  const { say } = useStudio();
  const { documents, report } = useDraft();
  const { type, chosen, onChoose, place, moveBy } = rows;
  const { name, label, kind, isRequired, members } = field;
  const row = useRef<HTMLDivElement>(null);
  const { edge, isDragged } = useDrag({
    element: row,
    name,
    edgesFor: (dragged) => edgesFor(documents, type, { dragged, over: field }),
    onDrop: (dragged, at: Edge) => {
      const source = fieldNamed(type.fields, dragged);
      if (source) place(source, destinationAt(type, { dragged, over: field, edge: at }));
    },
  });
  const { definition } = field;
  const problems = useMemo(
    () =>
      findingsOf(report, { type, field: { name, ...(definition !== undefined && { definition }) } }).filter(
        ({ severity }) => severity === 'error',
      ),
    [report, type, name, definition],
  );
  const can = (direction: Direction) => destinationOf(documents, type, { name, direction }) !== undefined;

  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey) return;
    const isInwards = event.key === (document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    const direction = keyDirections[event.key] ?? (isSideways ? (isInwards ? 'in' : 'out') : undefined);
    if (direction === undefined) return;
    event.preventDefault();
    moveBy(field, direction);
  };

  const classes = [
    'st-field',
    name === chosen && 'st-field--chosen',
    isDragged && 'st-field--dragged',
    edge && `st-field--${edge}`,
  ];
  return (
    <li aria-label={label}>
      <div ref={row} className={classes.filter(Boolean).join(' ')} data-field={name}>
        <span className="st-grip" aria-hidden="true" />
        <button
          type="button"
          className="st-field-name"
          aria-current={name === chosen || undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowRight Alt+ArrowLeft"
          onClick={() => onChoose(name)}
          onKeyDown={onKey}
        >
          <KindIcon kind={kind} />
          <span className="st-field-label">{label}</span>
          <span className="st-field-note">
            {say(`kind.${kind}` as WordKey)}
            {isRequired && ` · ${say('fields.required')}`}
            {problems.length > 0 && <strong> · {say('state.problems', { count: problems.length })}</strong>}
          </span>
        </button>
        <Here place={fieldAddress(type.key, name)} />
        <span className="st-field-moves">
          {(['up', 'down'] as const).map((direction) => (
            <button
              key={direction}
              type="button"
              aria-label={say(`fields.${direction}`, { field: label })}
              disabled={!can(direction)}
              onClick={() => moveBy(field, direction)}
            >
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d={direction === 'up' ? 'M3 10l5-5 5 5' : 'M3 6l5 5 5-5'} />
              </svg>
            </button>
          ))}
        </span>
      </div>
      {members && members.length > 0 && <FieldRows rows={rows} fields={members} />}
    </li>
  );
}
