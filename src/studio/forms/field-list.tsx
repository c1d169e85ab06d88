import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import {
  addField,
  type FieldKind,
  fieldKinds,
  moveField,
  type OutlineType,
  palette,
} from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { takeFocus } from '../take-focus.ts';
import type { WordKey } from '../words.ts';

/** What a list of fields is drawn from. */
export interface FieldListProps {
  readonly type: OutlineType;
  readonly chosen: string | undefined;
  readonly onChoose: (field: string) => void;
}

/** The fields of a form in their order: chosen, moved and added here. */
export function FieldList({ type, chosen, onChoose }: FieldListProps): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents, report } = useDraft();
  const list = useRef<HTMLOListElement>(null);

  function move(name: string, label: string, to: number): void {
    if (to < 0 || to >= type.fields.length) return;
    const patches = moveField(documents, { type: type.key, field: name }, to);
    store.perform({ title: { key: 'field-moved', values: { field: label } }, patches });
    announce(say('fields.moved', { field: label, place: to + 1, count: type.fields.length }));
  }

  const onKey = (event: KeyboardEvent, name: string, label: string, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(name, label, event.key === 'ArrowUp' ? at - 1 : at + 1);
  };

  return (
    <section className="st-pane st-outline" aria-labelledby="st-fields-title">
      <p className="st-crumb">
        <a href="/studio/forms">{say('forms')}</a>
      </p>
      <h1 id="st-fields-title">{type.title}</h1>
      <ol ref={list} className="st-fields">
        {type.fields.map((field, at) => {
          const { name, label, kind, isRequired } = field;
          const problems = problemsOf(name);
          return (
            <li key={name} className={name === chosen ? 'st-field st-field--chosen' : 'st-field'}>
              <button
                type="button"
                className="st-field-name"
                aria-current={name === chosen || undefined}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onClick={() => onChoose(name)}
                onKeyDown={(event) => onKey(event, name, label, at)}
              >
                <span>{label}</span>
                <span className="st-field-note">
                  {say(`kind.${kind}` as WordKey)}
                  {isRequired && ` · ${say('fields.required')}`}
                  {problems > 0 && <strong> · {say('state.problems', { count: problems })}</strong>}
                </span>
              </button>
              <span className="st-field-moves">
                <button
                  type="button"
                  aria-label={say('fields.up', { field: label })}
                  disabled={at === 0}
                  onClick={() => move(name, label, at - 1)}
                >
                  <Arrow isUp />
                </button>
                <button
                  type="button"
                  aria-label={say('fields.down', { field: label })}
                  disabled={at === type.fields.length - 1}
                  onClick={() => move(name, label, at + 1)}
                >
                  <Arrow />
                </button>
              </span>
            </li>
          );
        })}
      </ol>
      {type.fields.length === 0 && <p className="st-empty">{say('fields.none')}</p>}
      <AddField type={type} behind={chosen} onAdded={onChoose} />
    </section>
  );

  function problemsOf(name: string): number {
    const [schema, ui] = [`forms/${type.folder}/schema.json`, `forms/${type.folder}/ui.json`];
    return (report?.findings ?? []).filter(
      ({ file, pointer, severity }) =>
        severity === 'error' &&
        ((file === schema && pointer.startsWith(`/properties/${name}`)) ||
          (file === ui && pointer.startsWith(`/${name}`))),
    ).length;
  }
}

function Arrow({ isUp = false }: { readonly isUp?: boolean }): ReactNode {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={isUp ? 'M3 10l5-5 5 5' : 'M3 6l5 5 5-5'} />
    </svg>
  );
}

function AddField({
  type,
  behind,
  onAdded,
}: {
  readonly type: OutlineType;
  readonly behind: string | undefined;
  readonly onAdded: (field: string) => void;
}): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraft();
  const [isOpen, setIsOpen] = useState(false);
  const [written, write] = useState('');
  const title = useId();
  const button = useRef<HTMLButtonElement>(null);

  function add(kind: FieldKind): void {
    const label = written.trim() || say('fields.new', { kind: say(`kind.${kind}` as WordKey) });
    const { name, patches } = addField(documents, {
      type: type.key,
      kind,
      label,
      ...(behind !== undefined && { behind }),
    });
    store.perform({ title: { key: 'field-added', values: { field: label } }, patches });
    announce(say('fields.added', { field: label }));
    setIsOpen(false);
    write('');
    onAdded(name);
  }

  return (
    <div className="st-add">
      <button
        ref={button}
        type="button"
        className="st-button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {say('fields.add')}
      </button>
      {isOpen && (
        <section
          className="st-palette"
          aria-labelledby={title}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            setIsOpen(false);
            button.current?.focus();
          }}
        >
          <label className="st-palette-label">
            {say('fields.asks')}
            <input
              ref={takeFocus}
              className="st-input"
              value={written}
              onChange={(event) => write(event.target.value)}
            />
          </label>
          <h2 id={title}>{say('fields.which')}</h2>
          <ul>
            {fieldKinds
              .filter((kind) => palette[kind])
              .map((kind) => (
                <li key={kind}>
                  <button type="button" onClick={() => add(kind)}>
                    {say(`kind.${kind}` as WordKey)}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      )}
    </div>
  );
}
