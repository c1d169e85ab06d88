import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { listTextLocales } from '#engine/editing/index.ts';
import type { ContentFolderView } from '../../../api/studio.ts';
import { ReadOnlyNotice } from '../../auth/permissions/read-only-notice.tsx';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { useTitleOfThing } from '../../ui/document-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FindingDetail } from '../../ui/finding-text.tsx';
import { getOwnLanguageName } from '../../ui/language-name.ts';
import type { ContentEntry } from '../content-lists.ts';
import { useContentFolder, useDraftContent } from '../use-content.ts';
import {
  createChoice,
  type DeclaredList,
  getChoiceValue,
  listDeclared,
  nameChoice,
  readChoiceItems,
  replaceChoices,
  setFact,
} from './choice-edits.ts';

/** Renders the lists that fields take their choices from, besides those that have a page of their own. */
export function ChoiceListsPage(): ReactNode {
  const { say } = useStudio();
  const folder = useContentFolder();
  const { documents } = useDraftState();
  useTitleOfThing(say('content.lists'));
  const lists = listDeclared(documents);
  return (
    <div className="st-page">
      <div className="st-page-head">
        <div>
          <p className="st-crumb">
            <a href="/studio/content">{say('content')}</a>
          </p>
          <h1>{say('content.lists')}</h1>
        </div>
      </div>
      <ChoiceFindings />
      {lists.length === 0 ? (
        <EmptyState title={say('content.lists-none')} text={say('content.lists-none-text')} />
      ) : (
        <LoadingState of={folder}>
          {(view) => lists.map((list) => <ChoiceList key={list.name} list={list} folder={view} />)}
        </LoadingState>
      )}
    </div>
  );
}

/** Renders what is wrong with the lists of the draft. */
function ChoiceFindings(): ReactNode {
  const { report } = useDraftState();
  const findings = (report?.findings ?? []).filter(({ file }) => file === 'content/lists.json');
  return findings.map(({ pointer, reason }) => (
    <div key={`${pointer} ${reason}`} className="st-notice st-notice--error">
      <FindingDetail reason={`${pointer}: ${reason}`} />
    </div>
  ));
}

/** Edits the items of a list: their order, names and facts. */
function ChoiceList({
  list,
  folder,
}: {
  readonly list: DeclaredList;
  readonly folder: ContentFolderView;
}): ReactNode {
  const { say, store, me, may, announce } = useStudio();
  const content = useDraftContent(folder);
  const items = readChoiceItems(content, list.name);
  const [added, setAdded] = useState('');
  const titleId = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  // The lists belong to no type and no site.
  const isReadOnly = !may('editor') || me.types !== undefined || me.sites !== undefined;

  /** Puts new items in place of the old ones, as one change that names one of them. */
  function replace(
    key: 'content-added' | 'content-changed' | 'content-removed',
    item: ContentEntry,
    next: readonly ContentEntry[],
  ): void {
    store.perform({
      title: { key, values: { entry: String(item.name) } },
      patches: replaceChoices(content, list.name, next),
    });
  }

  function add(): void {
    const item = createChoice(items, say('content.new-choice'));
    replace('content-added', item, [...items, item]);
    announce(say('content.added', { entry: String(item.name) }));
    setAdded(getChoiceValue(item));
  }

  function remove(item: ContentEntry): void {
    replace(
      'content-removed',
      item,
      items.filter((one) => one !== item),
    );
    announce(say('content.removed', { entry: String(item.name) }));
    addButton.current?.focus();
  }

  function move(item: ContentEntry, to: number): void {
    const others = items.filter((one) => one !== item);
    replace('content-changed', item, others.toSpliced(to, 0, item));
    announce(say('fields.moved', { field: String(item.name), place: to + 1, count: items.length }));
  }

  return (
    <section className="st-part st-stack-3" aria-labelledby={titleId}>
      <h2 id={titleId}>{list.label}</h2>
      {isReadOnly && <ReadOnlyNotice isOutside />}
      {items.length === 0 && <p className="st-quiet">{say('content.none')}</p>}
      <ol className="st-stack-3">
        {items.map((item, at) => (
          <li key={getChoiceValue(item)} className="st-box st-padded st-stack-2">
            <ChoiceEditor
              item={item}
              list={list}
              isReadOnly={isReadOnly}
              isAdded={added === getChoiceValue(item)}
              onChange={(next) => replace('content-changed', next, items.with(at, next))}
            />
            {!isReadOnly && (
              <div className="st-actions">
                {([-1, 1] as const).map((step) => (
                  <button
                    key={step}
                    type="button"
                    className="st-button st-button--plain"
                    aria-label={say(step < 0 ? 'fields.up' : 'fields.down', { field: String(item.name) })}
                    disabled={items[at + step] === undefined}
                    onClick={() => move(item, at + step)}
                  >
                    <span aria-hidden="true">{step < 0 ? '↑' : '↓'}</span>
                  </button>
                ))}
                <button type="button" className="st-button" onClick={() => remove(item)}>
                  {say('content.remove-choice', { choice: String(item.name) })}
                </button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <div className="st-actions">
          <button ref={addButton} type="button" className="st-button" onClick={add}>
            {say('content.add-choice', { list: list.label })}
          </button>
        </div>
      )}
    </section>
  );
}

/** Edits the name of an item, its names in all languages, and its facts. */
function ChoiceEditor({
  item,
  list,
  isReadOnly,
  isAdded,
  onChange,
}: {
  readonly item: ContentEntry;
  readonly list: DeclaredList;
  readonly isReadOnly: boolean;
  /** True if the item was just added; its name gets the focus. */
  readonly isAdded: boolean;
  readonly onChange: (item: ContentEntry) => void;
}): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const { names } = item;
  const name = String(item.name);
  const ofLocale = (locale: string) =>
    typeof names === 'object' && names !== null && !Array.isArray(names)
      ? String((names as ContentEntry)[locale] ?? '')
      : '';
  return (
    <fieldset className="st-names st-fieldset st-wrap" disabled={isReadOnly}>
      <legend className="st-quiet">
        {name} · {say('content.choice-sends', { value: getChoiceValue(item) })}
      </legend>
      <CommittedInput
        label={say('content.choice-name')}
        value={name}
        isFocused={isAdded}
        onCommit={(text) => {
          if (text !== '') onChange({ ...item, name: text });
          return text !== '';
        }}
      />
      {listTextLocales(documents).map((locale) => (
        <CommittedInput
          key={locale}
          label={getOwnLanguageName(locale)}
          lang={locale}
          value={ofLocale(locale)}
          onCommit={(text) => {
            onChange(nameChoice(item, locale, text));
            return true;
          }}
        />
      ))}
      {list.facts.map((fact) => (
        <CommittedInput
          key={fact[0]}
          label={fact[0]}
          type={fact[1]}
          value={String(item[fact[0]] ?? '')}
          onCommit={(text) => {
            const next = setFact(item, fact, text);
            if (next) onChange(next);
            return next !== undefined;
          }}
        />
      ))}
    </fieldset>
  );
}

/** The types of inputs, by the types of facts. Others are texts. */
const inputTypes: Readonly<Record<string, string>> = { number: 'number', date: 'date' };

/** Renders an input whose text is passed on when it is left or Enter is pressed. A text that is refused is undone. */
function CommittedInput({
  label,
  value,
  type = 'text',
  lang,
  isFocused = false,
  onCommit,
}: {
  readonly label: string;
  readonly value: string;
  /** The type of a fact. */
  readonly type?: string;
  readonly lang?: string;
  readonly isFocused?: boolean;
  /** Returns false for a text that is not accepted. */
  readonly onCommit: (text: string) => boolean;
}): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);
  if (type === 'boolean')
    return (
      <label className="st-tick">
        <input
          type="checkbox"
          checked={value === 'true'}
          onChange={({ target }) => onCommit(String(target.checked))}
        />{' '}
        {label}
      </label>
    );

  function commit(): void {
    const next = text.trim();
    if (next === value || !onCommit(next)) setText(value);
  }

  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="st-input"
        type={inputTypes[type] ?? 'text'}
        step="any"
        lang={lang}
        dir="auto"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => {
          if (key === 'Enter') commit();
        }}
      />
    </span>
  );
}
