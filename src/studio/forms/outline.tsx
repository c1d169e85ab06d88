import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Documents } from '#engine';
import type { FieldUse, FieldUses } from '#engine/check/index.ts';
import {
  type FieldDestination,
  findOutlineField,
  getGroup,
  listOutlineNames,
  moveFieldTo,
  type OutlineField,
  type OutlineType,
} from '#engine/editing/index.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import type { ReportView } from '../../api/studio.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { getFieldAddress } from '../draft/presence/own-presence.ts';
import { PeopleAt } from '../draft/presence/people.tsx';
import { CommentMark, FormComments } from '../review/form-comments.tsx';
import { toFieldTarget } from '../review/review-context.tsx';
import type { StudioMessageKey } from '../ui/messages.ts';
import { AddField } from './add-field.tsx';
import { CopyEmbedCode } from './embed/copy-embed-code.tsx';
import { countFieldErrors } from './field-findings.ts';
import { KindIcon } from './kind-icon.tsx';
import { LinkWithAnswers } from './link-with-answers.tsx';
import {
  findMoveDestination,
  getDropDestination,
  listDropEdges,
  listSiblings,
  type MoveDirection,
} from './moves.ts';
import { type DropEdge, useFieldDrag, useIsFieldDragging } from './use-drag.ts';
import { useRowMotion } from './use-motion.ts';

export interface FormOutlineProps {
  readonly type: OutlineType;
  /** The name for visitors, in the studio's language. */
  readonly name: string;
  /** The situations in which its fields are shown and required. Undefined while unknown. */
  readonly uses: FieldUses | undefined;
  /** The field whose properties are shown. */
  readonly chosen: OutlineField | undefined;
  readonly onChoose: (field: string) => void;
  /** Called with the path of a new field, so that its properties get the focus. */
  readonly onAdded: (field: string) => void;
}

/** The actions of the rows. Rows read them from a ref, so that new functions do not redraw every row. */
interface OutlineActions {
  readonly type: OutlineType;
  readonly documents: Documents;
  readonly onChoose: (field: string) => void;
  readonly moveTo: (field: OutlineField, to: FieldDestination) => void;
  readonly moveInDirection: (field: OutlineField, direction: MoveDirection) => void;
}

/**
 * The common props of all rows. They change rarely, so that a keystroke in one label redraws only its own
 * row.
 */
interface OutlineRowsProps {
  readonly type: Pick<OutlineType, 'key' | 'folder'>;
  /** The path of the chosen field. */
  readonly chosen: string | undefined;
  readonly report: ReportView | undefined;
  readonly uses: FieldUses | undefined;
  readonly actions: RefObject<OutlineActions>;
}

/** Renders the fields of an enquiry type by step, to be chosen, added and moved. */
export function FormOutline({ type, name, uses, chosen, onChoose, onAdded }: FormOutlineProps): ReactNode {
  const { store, say, announce, mayChange } = useStudio();
  const isMine = mayChange(type.key);
  const { documents, report } = useDraftState();
  const list = useRef<HTMLDivElement>(null);
  const isDragging = useIsFieldDragging();
  const order = useMemo(() => listOutlineNames(type.fields).join(), [type]);
  const focusAfterMove = useFocusAfterMove(list, order);
  useRowMotion(list, `${order} ${JSON.stringify(type.steps)}`);

  /**
   * Moves a field, focuses its row, chooses it and announces its new position. Does nothing if it stays where
   * it is, or if the person may not change the type.
   */
  function moveTo(field: OutlineField, to: FieldDestination): void {
    if (!isMine) return;
    const { name, patches } = moveFieldTo(documents, { type: type.key, field: field.name }, to);
    if (patches.length === 0) return;
    store.perform({ title: { key: 'field-moved', values: { field: field.label } }, patches });
    if (name !== field.name || chosen?.name !== field.name) onChoose(name);
    focusAfterMove(name);
    const rest = listSiblings(type, to.group).filter((one) => one.name !== field.name);
    const index = to.behind === null ? 0 : rest.findIndex((one) => one.name === to.behind) + 1;
    const count = rest.length + 1;
    const messageValues = { field: field.label, place: index + 1, count };
    const group = findOutlineField(type.fields, to.group)?.label;
    const step = type.steps.find((one) => one.name === to.step)?.title;
    if (to.group !== getGroup(field.name))
      announce(
        group === undefined
          ? say('fields.moved-out', messageValues)
          : say('fields.moved-into', { ...messageValues, group }),
      );
    else
      announce(
        step === undefined
          ? say('fields.moved', messageValues)
          : say('fields.moved-on', { ...messageValues, step }),
      );
  }

  /**
   * Moves a field by one position, or announces that it cannot move further. Does nothing if the person may
   * not change the type.
   */
  function moveInDirection(field: OutlineField, direction: MoveDirection): void {
    if (!isMine) return;
    const to = findMoveDestination(documents, type, { name: field.name, direction });
    if (to) moveTo(field, to);
    else announce(say(direction === 'in' ? 'fields.no-group' : 'fields.no-further', { field: field.label }));
  }

  const now: OutlineActions = { type, documents, onChoose, moveTo, moveInDirection };
  const actions = useRef(now);
  useLayoutEffect(() => {
    actions.current = now;
  });
  const rows: OutlineRowsProps = { type, chosen: chosen?.name, report, uses, actions };
  return (
    <section className="st-pane st-outline" aria-labelledby="st-fields-title">
      <p className="st-crumb">
        <a href="/studio/forms">{say('forms.all')}</a>{' '}
        <a href={`/studio/forms/${encodeURIComponent(type.key)}/settings`}>{say('type-settings')}</a>
      </p>
      <h1 id="st-fields-title">{name}</h1>
      {isMine && <AddField type={type} chosen={chosen} onAdded={onAdded} />}
      <LinkWithAnswers type={type} />
      <CopyEmbedCode type={type} name={name} />
      <FormComments type={type} />
      <div ref={list} className={`st-fields-all st-stack-4 ${isDragging ? 'st-fields-all--dragging' : ''}`}>
        {type.steps.length === 0 && type.fields.length > 0 && <FieldRows rows={rows} fields={type.fields} />}
        {type.steps.map((step) => (
          <section
            key={step.name}
            className="st-step st-stack-1"
            aria-label={say('fields.step', { step: step.title })}
          >
            <h2 className="st-quiet">{step.title}</h2>
            <FieldRows
              rows={rows}
              fields={type.fields.filter(({ name }) => step.fields.includes(name))}
              canLeave={(direction) => {
                const name = direction === 'up' ? step.fields[0] : step.fields.at(-1);
                return (
                  name !== undefined &&
                  findMoveDestination(documents, type, { name, direction }) !== undefined
                );
              }}
            />
          </section>
        ))}
      </div>
      {type.fields.length === 0 && (
        <div className="st-empty">
          <p>{say('fields.none')}</p>
          {isMine && <p className="st-hint">{say('fields.none-hint')}</p>}
        </div>
      )}
      {isMine && type.fields.length > 1 && (
        <p className="st-hint st-outline-hint">{say('fields.how-to-move')}</p>
      )}
    </section>
  );
}

/**
 * Returns a function that focuses the row of a field once it is drawn at its new position. A moved row is a
 * new element and loses the focus.
 * @param order A text that changes whenever the order of the rows changes.
 */
function useFocusAfterMove(list: React.RefObject<HTMLElement | null>, order: string): (name: string) => void {
  const [wanted, setWanted] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wanted row may be drawn only after the order has changed.
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

/**
 * Renders fields as a list of rows. Without `canLeave`, the first cannot move up and the last cannot move
 * down.
 */
function FieldRows({
  rows,
  fields,
  canLeave = returnFalse,
}: {
  readonly rows: OutlineRowsProps;
  readonly fields: readonly OutlineField[];
  /** True if the first field can move to the previous step, or the last field to the next. */
  readonly canLeave?: (direction: 'up' | 'down') => boolean;
}): ReactNode {
  return (
    <ol className="st-fields">
      {fields.map((field, at) => (
        <FieldRow
          key={field.name}
          {...rows}
          field={field}
          // Fields between others can move in both directions.
          canGoUp={at > 0 || canLeave('up')}
          canGoDown={at < fields.length - 1 || canLeave('down')}
        />
      ))}
    </ol>
  );
}

const returnFalse = () => false;

/** The directions of the vertical arrow keys. */
const keyDirections: Readonly<Record<string, MoveDirection>> = { ArrowUp: 'up', ArrowDown: 'down' };

interface FieldRowProps extends OutlineRowsProps {
  readonly field: OutlineField;
  /** True if the button that moves the field up is enabled. */
  readonly canGoUp: boolean;
  /** True if the button that moves the field down is enabled. */
  readonly canGoDown: boolean;
}

/**
 * Renders the row of a field, to be chosen, dragged and moved, and below it the rows of its nested fields.
 */
const FieldRow = memo(function FieldRow(props: FieldRowProps): ReactNode {
  const { type, chosen, actions, field, canGoUp, canGoDown } = props;
  const { say, mayChange } = useStudio();
  const isMine = mayChange(type.key);
  const { name, label, kind, members } = field;
  const use = props.uses?.[name];
  const required = getRequiredMessageKey(field, use);
  const row = useRef<HTMLDivElement>(null);
  const { edge, isDragged } = useFieldDrag({
    element: row,
    ...(isMine && { name }),
    edgesFor: (dragged) =>
      listDropEdges(actions.current.documents, actions.current.type, { dragged, over: field }),
    onDrop: (dragged, at: DropEdge) => {
      const { type: now, moveTo } = actions.current;
      const source = findOutlineField(now.fields, dragged);
      if (source) moveTo(source, getDropDestination(now, { dragged, over: field, edge: at }));
    },
  });
  const problems = countFieldErrors(props.report, props);

  /**
   * Moves the field by Alt and an arrow key. The key that points away from the start of the line moves it in,
   * the opposite one out. Other keys do nothing.
   */
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey) return;
    const isInwards = event.key === (document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    const direction = keyDirections[event.key] ?? (isSideways ? (isInwards ? 'in' : 'out') : undefined);
    if (direction === undefined) return;
    event.preventDefault();
    actions.current.moveInDirection(field, direction);
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
        {isMine && <span className="st-grip" aria-hidden="true" />}
        <button
          type="button"
          className="st-field-name"
          aria-current={name === chosen || undefined}
          aria-keyshortcuts={isMine ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowRight Alt+ArrowLeft' : undefined}
          onClick={() => actions.current.onChoose(name)}
          onKeyDown={moveByKey}
        >
          <KindIcon kind={kind} />
          <bdi className="st-field-label">{label}</bdi>
          <span className="st-field-note st-quiet">
            {say(`kind.${kind}` as StudioMessageKey)}
            {required !== undefined && ` · ${say(required)}`}
            {use?.shown === 'never' && <strong> · {say('fields.unseen')}</strong>}
            {problems > 0 && <strong> · {say('state.problems', { count: problems })}</strong>}
          </span>
        </button>
        <CommentMark target={toFieldTarget(type.key, name)} />
        <PeopleAt place={getFieldAddress(type.key, name)} />
        {isMine && (
          <span className="st-field-moves">
            {(['up', 'down'] as const).map((direction) => (
              <button
                key={direction}
                type="button"
                aria-label={say(`fields.${direction}`, { field: label })}
                disabled={!(direction === 'up' ? canGoUp : canGoDown)}
                onClick={() => actions.current.moveInDirection(field, direction)}
              >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d={direction === 'up' ? 'M3 10l5-5 5 5' : 'M3 6l5 5 5-5'} />
                </svg>
              </button>
            ))}
          </span>
        )}
      </div>
      {members && members.length > 0 && <FieldRows rows={props} fields={members} />}
    </li>
  );
}, isSameRow);

/**
 * Returns true if a row and its nested rows need not be drawn again. Compares the props deeply, because the
 * fields are created anew from the documents at each change.
 */
function isSameRow(one: FieldRowProps, other: FieldRowProps): boolean {
  /** Returns true if the row or a row nested in it is the chosen one. */
  const containsChosen = ({ chosen, field }: FieldRowProps) =>
    chosen !== undefined && (chosen === field.name || chosen.startsWith(`${field.name}.`));
  return (
    one.type.key === other.type.key &&
    (one.report === other.report ||
      countFieldErrors(one.report, one) === countFieldErrors(other.report, other)) &&
    isSameJson(one.uses?.[one.field.name], other.uses?.[other.field.name]) &&
    one.canGoUp === other.canGoUp &&
    one.canGoDown === other.canGoDown &&
    (one.chosen === other.chosen || (!containsChosen(one) && !containsChosen(other))) &&
    isSameJson(one.field, other.field)
  );
}

/**
 * Returns the message key for a field that its schema or the rules require, always or sometimes. Undefined if
 * it is never required.
 */
function getRequiredMessageKey(
  { isRequired }: OutlineField,
  use: FieldUse | undefined,
): StudioMessageKey | undefined {
  if (isRequired || use?.required === 'always') return 'fields.required';
  return use?.required === 'sometimes' ? 'fields.required-sometimes' : undefined;
}
