import { type ReactNode, useCallback, useDeferredValue, useId, useMemo, useState } from 'react';
import type { ContentFolderView } from '../../api/studio.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useChangeTitles } from '../draft/change-title.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { replaceSearch } from '../ui/address.ts';
import { LoadingState } from '../ui/ask/loading.tsx';
import { useTitleOfThing } from '../ui/document-title.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { focusHeading } from '../ui/use-heading-focus.ts';
import { addEntry, createEntry, getEntryAddress, getEntryKey, listEntries } from './content-edits.ts';
import { type ContentEntry, type ContentList, type ContentPart, contentLists } from './content-lists.ts';
import { EntryEditor } from './entry-editor.tsx';
import { SourceBar } from './source/source-bar.tsx';
import { findSource, getListName } from './source/source-edits.ts';
import { useContentFolder, useDraftContent } from './use-content.ts';
import { useEntryRights } from './use-entry-rights.ts';

export interface ContentListPageProps {
  readonly part: ContentPart;
  /** The components of comments on an entry: its folded threads, and the mark that it has open ones. */
  readonly comments: {
    readonly Thread: (props: { readonly target: string }) => ReactNode;
    readonly Mark: (props: { readonly target: string }) => ReactNode;
  };
}

/** Renders a list of the content: its entries, and the properties of the chosen one. */
export function ContentListPage({ part, comments }: ContentListPageProps): ReactNode {
  const folder = useContentFolder();
  return (
    <LoadingState of={folder}>
      {(view) => <ContentListEditor part={part} comments={comments} folder={view} reload={folder.reload} />}
    </LoadingState>
  );
}

/** The most entries that are shown at once; a search finds the others. */
const maxShown = 200;

function ContentListEditor({
  part,
  comments,
  folder,
  reload,
}: ContentListPageProps & {
  readonly folder: ContentFolderView;
  readonly reload: () => Promise<void>;
}): ReactNode {
  const { say, store, announce } = useStudio();
  const list = contentLists[part];
  const content = useDraftContent(folder);
  const entries = useMemo(() => listEntries(content, list), [content, list]);
  const [chosen, choose] = useChosenKey();
  const searchId = useId();
  const [search, setSearch] = useState(() => new URLSearchParams(location.search).get('find') ?? '');
  const wanted = useDeferredValue(search);
  const found = useMemo(() => findEntries(entries, wanted), [entries, wanted]);
  const rights = useEntryRights(content, list);
  const isFromAddress = findSource(content, list) !== undefined;
  const findings = useListFindings(list.document);
  const entry = entries.find((one) => getEntryKey(list, one) === chosen);
  const [added, setAdded] = useState('');
  const [byKeyboard, setByKeyboard] = useState('');
  const [linked] = useState(() => {
    const query = new URLSearchParams(location.search);
    return { key: query.get('entry') ?? '', field: query.get('field') ?? '' };
  });

  useTitleOfThing(entry && (list.getLabel(entry) || say('content.unnamed')), say(`content.${part}`));

  /** Adds an entry to the draft, chooses it and announces it. Its first field gets the focus. */
  function add(): void {
    const name = say(`content.new-${list.type}` as 'content.new-office');
    const today = new Date().toISOString().slice(0, 10);
    const made = createEntry(content, list, { name, today });
    store.perform({
      title: { key: 'content-added', values: { entry: name } },
      patches: addEntry(content, list, made),
    });
    announce(say('content.added', { entry: name }));
    setSearch('');
    setAdded(getEntryKey(list, made));
    choose(getEntryKey(list, made));
  }

  /** Returns what gets the focus in the chosen entry. */
  function getFocused(): string {
    if (added === chosen) return 'first';
    if (linked.key === chosen) return linked.field || 'title';
    return byKeyboard === chosen ? 'title' : '';
  }

  return (
    <div className="st-page st-page--wide">
      <div className="st-page-head">
        <div>
          <p className="st-crumb">
            <a href="/studio/content">{say('content')}</a>
          </p>
          <h1>{say(`content.${part}`)}</h1>
        </div>
        {rights.canAdd && (
          <button type="button" className="st-button st-button--primary" onClick={add}>
            {say(list.words.add)}
          </button>
        )}
      </div>
      <SourceBar part={part} folder={folder} content={content} reload={reload} />
      {!isFromAddress && <ReadOnlyNotice isOutside={!rights.canAdd} />}
      <div className="st-content">
        <section className="st-content-entries" aria-label={say(`content.${part}`)}>
          <span className="st-choice st-search-box">
            <label htmlFor={searchId}>{say('search')}</label>
            <input
              id={searchId}
              type="search"
              className="st-input"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </span>
          <p className="st-quiet" role="status">
            {say('content.count', { count: found.length })}
          </p>
          <ul className="st-box st-box--round st-content-list">
            {found.slice(0, maxShown).map((one) => {
              const key = getEntryKey(list, one);
              const note = list.getNote(one);
              return (
                <li key={key}>
                  <a
                    href={getEntryAddress(part, key)}
                    ref={key === chosen ? scrollIntoList : undefined}
                    aria-current={key === chosen ? 'true' : undefined}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      event.stopPropagation();
                      // A click by keyboard has no count of clicks.
                      setByKeyboard(event.detail === 0 ? key : '');
                      choose(key);
                    }}
                  >
                    <bdi>{list.getLabel(one) || say('content.unnamed')}</bdi>
                    {note !== '' && (
                      <span className="st-quiet st-block">
                        <bdi>{note}</bdi>
                      </span>
                    )}
                    <comments.Mark target={toEntryTarget(list, key)} />
                    {findings.has(entries.indexOf(one)) && (
                      <span className="st-count st-count--error">
                        !<span className="st-visually-hidden"> {say('content.has-problem')}</span>
                      </span>
                    )}
                  </a>
                </li>
              );
            })}
          </ul>
          {found.length > maxShown && (
            <p className="st-hint">{say('content.more', { count: found.length - maxShown })}</p>
          )}
          {found.length === 0 && (
            <EmptyState
              title={say(entries.length === 0 ? 'content.none' : 'content.none-found')}
              text={say(entries.length === 0 ? 'content.none-text' : 'content.none-found-text')}
              action={
                search !== '' && (
                  <button type="button" className="st-button" onClick={() => setSearch('')}>
                    {say('empty.clear-search')}
                  </button>
                )
              }
            />
          )}
        </section>
        {entry === undefined ? (
          <div className="st-empty st-content-empty">
            <RemovedEntry />
            <p>
              {say(
                rights.canAdd || entries.some(rights.canChange) ? 'content.choose' : 'content.choose-read',
              )}
            </p>
          </div>
        ) : (
          <EntryEditor
            key={`${part} ${chosen}`}
            form={folder.form}
            content={content}
            list={list}
            entry={entry}
            focused={getFocused()}
            isReadOnly={!rights.canChange(entry)}
            reasons={findings.get(entries.indexOf(entry)) ?? []}
            comments={<comments.Thread target={toEntryTarget(list, chosen)} />}
            onRenamed={choose}
          />
        )}
      </div>
    </div>
  );
}

/**
 * Renders which entry this person has removed last, with a button that brings it back. Renders nothing after another
 * change. It is announced where it is removed, not here.
 */
function RemovedEntry(): ReactNode {
  const { say, store, announce } = useStudio();
  const { history } = useDraftState();
  const formatTitle = useChangeTitles();
  const title = history.undo.at(-1)?.title;
  if (title?.key !== 'content-removed') return null;
  /** Undoes the removal, and announces that. */
  function undo(): void {
    const step = store.undo();
    if (step) announce(say('undone.named', { what: formatTitle(step.title) }));
    // The button is gone.
    focusHeading();
  }
  return (
    <p>
      {say('content.removed', { entry: title.values?.entry ?? '' })}{' '}
      <button type="button" className="st-button st-button--small" onClick={undo}>
        {say('undo')}
      </button>
    </p>
  );
}

/** Scrolls the list, and only the list, so that an entry is in view. */
function scrollIntoList(entry: HTMLElement | null): void {
  const list = entry?.closest('ul');
  if (!entry || !list) return;
  const [own, whole] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  if (own.top >= whole.top && own.bottom <= whole.bottom) return;
  list.scrollTop += own.top - whole.top - (list.clientHeight - own.height) / 2;
}

/** Returns what the comments on an entry are about. */
function toEntryTarget(list: ContentList, key: string): string {
  return `content:${getListName(list)}/${key}`;
}

/** Returns the key of the chosen entry, which the address has as `entry`, and a function that chooses one. */
function useChosenKey(): readonly [string, (key: string) => void] {
  const [key, setKey] = useState(() => new URLSearchParams(location.search).get('entry') ?? '');
  const choose = useCallback((next: string) => {
    setKey(next);
    replaceSearch(new URLSearchParams(next === '' ? {} : { entry: next }));
  }, []);
  return [key, choose];
}

/** Returns the entries that contain every word of a search in any of their values. */
function findEntries(entries: readonly ContentEntry[], search: string): readonly ContentEntry[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const text = JSON.stringify(Object.values(entry)).toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns the reasons of the findings about a document of the content, by the index of the entry. */
function useListFindings(document: string): ReadonlyMap<number, readonly string[]> {
  const { report } = useDraftState();
  return useMemo(() => {
    const reasons = new Map<number, string[]>();
    for (const { file, pointer, reason } of report?.findings ?? []) {
      if (file !== document) continue;
      const index = Number(pointer.split('/')[1]);
      reasons.set(index, [...(reasons.get(index) ?? []), reason]);
    }
    return reasons;
  }, [report, document]);
}
