import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TextRow } from '#engine/editing/index.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useStudio } from '../draft/context.ts';
import { replaceSearch } from '../ui/address.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { getOwnLanguageName } from '../ui/language-name.ts';
import {
  filterTextRows,
  getTextsAddress,
  isTextInState,
  parseTextsAddress,
  type TextFilter,
  type TextState,
  textStates,
} from './text-filter.ts';
import { type OpenText, TextGrid } from './text-grid.tsx';
import { TextTools } from './text-tools.tsx';
import { type DraftTexts, useTexts } from './use-texts.ts';

/** The number of texts on a page, which is small enough to render on each keystroke. */
const pageLength = 50;

/**
 * Renders the page on which all texts are filtered and edited, by language. Filter and open text are written
 * to the address.
 * @param props.search The query of the address, which is only read at first.
 */
export function TextsPage({ search: query }: { readonly search: string }): ReactNode {
  const { say } = useStudio();
  const texts = useTexts();
  const [filter, setFilter] = useState(() => parseTextsAddress(query));
  const [open, setOpen] = useState<OpenText | undefined>(() => findOpenText(filter, texts));
  const shown = useShownTexts(filter, texts);
  const [page, setPage] = useState(() => getPageIndex(shown, open));
  const pages = Math.max(1, Math.ceil(shown.length / pageLength));
  const rows = shown.slice(page * pageLength, (page + 1) * pageLength);
  const columns = filter.language === '' ? texts.locales : listColumns(filter.language, texts.locales);

  const latestShown = useRef(shown);
  useLayoutEffect(() => {
    latestShown.current = shown;
  });
  /** Opens a text, on its page, or closes the open one. */
  const openText = useCallback((text: OpenText | undefined) => {
    setOpen(text);
    if (text) setPage(getPageIndex(latestShown.current, text));
  }, []);
  /** Shows the texts of a language that are in a state, and opens the first of them. */
  const startWith = (show: TextState, language: string) => {
    const filtered = filterTextRows(texts.rows, { search: '', show, language }, texts);
    changeFilter({ show, language, search: '' });
    setOpen(filtered[0] && { key: filtered[0].key, locale: language });
  };
  /** Changes a part of the filter, returns to the first page and closes the open text. */
  const changeFilter = (part: Partial<typeof filter>) => {
    setFilter({ ...filter, ...part });
    setPage(0);
    setOpen(undefined);
  };
  useEffect(() => {
    const address = getTextsAddress({
      ...filter,
      key: open?.key ?? '',
      ...(open && { language: filter.language }),
    });
    replaceSearch(new URL(address, location.origin).searchParams);
  }, [filter, open]);

  return (
    <div className="st-page st-page--wide">
      <div className="st-page-head">
        <h1>{say('texts')}</h1>
        <p className="st-quiet" role="status">
          {say('texts.count', { count: shown.length })}
        </p>
      </div>
      <ReadOnlyNotice />
      <TextTools
        texts={texts}
        language={filter.language}
        onLanguage={(language, show) => changeFilter({ language, show, search: '' })}
      />
      <search className="st-filters" aria-label={say('texts.find')}>
        <SearchBox value={filter.search} onChange={(search) => changeFilter({ search })} />
        <LabelledSelect
          label={say('texts.show')}
          value={filter.show}
          options={[
            ['all', say('texts.show.all')],
            ...textStates.map((state) => [state, say(`texts.show.${state}`)] as const),
          ]}
          onChange={(show) => changeFilter({ show: textStates.find((state) => state === show) ?? 'all' })}
        />
        <LabelledSelect
          label={say('texts.language')}
          value={filter.language}
          options={[
            ['', say('texts.every-language')],
            ...texts.locales.map((locale) => [locale, getOwnLanguageName(locale)] as const),
          ]}
          onChange={(language) => changeFilter({ language })}
        />
      </search>
      <TranslationTasks
        texts={texts}
        filter={filter}
        onShow={(show, language) => changeFilter({ show, language, search: '' })}
        onStart={startWith}
      />
      {rows.length === 0 ? (
        <EmptyState
          title={say(filter.show === 'all' ? 'texts.none' : `texts.none.${filter.show}`)}
          text={say('texts.none-text')}
          action={<a href="/studio/texts">{say('texts.show-all')}</a>}
        />
      ) : (
        <TextGrid rows={rows} all={shown} columns={columns} texts={texts} open={open} onOpen={openText} />
      )}
      {pages > 1 && (
        <nav className="st-pager" aria-label={say('texts.pages')}>
          <button
            type="button"
            className="st-button"
            disabled={page === 0}
            onClick={() => turnPage(page - 1)}
          >
            {say('texts.previous')}
          </button>
          <span>{say('texts.page', { page: page + 1, pages })}</span>
          <button
            type="button"
            className="st-button"
            disabled={page >= pages - 1}
            onClick={() => turnPage(page + 1)}
          >
            {say('texts.next')}
          </button>
        </nav>
      )}
    </div>
  );

  /** Shows the page with this index, from 0, closes the open text and scrolls to the top. */
  function turnPage(to: number): void {
    setPage(to);
    setOpen(undefined);
    scrollTo(0, 0);
  }
}

/**
 * Returns the texts that match a filter, in their usual order. Until the filter changes, a text that no
 * longer matches after an edit stays in the list, so that the next one does not move under the pointer. The
 * text that the filter names by `key` is in the list even if it does not match.
 */
function useShownTexts(filter: ReturnType<typeof parseTextsAddress>, texts: DraftTexts): readonly TextRow[] {
  const { search, show, language, key } = useDeferredValue(filter);
  const filterKey = `${search} ${show} ${language}`;
  const [stored, setStored] = useState<{ readonly filterKey: string; readonly keys: ReadonlySet<string> }>();
  const found = useMemo(
    () => filterTextRows(texts.rows, { search, show, language }, texts),
    [texts, search, show, language],
  );
  const isStored = stored?.filterKey === filterKey;
  const keys = new Set([
    ...(isStored ? stored.keys : []),
    ...found.map((row) => row.key),
    ...(isStored || key === '' ? [] : [key]),
  ]);
  if (!isStored || keys.size > stored.keys.size) setStored({ filterKey, keys });
  return texts.rows.filter((row) => keys.has(row.key));
}

/**
 * Returns the index of the page with the open text, from 0. The first page if no text is open, or it is not
 * among the rows.
 */
function getPageIndex(rows: readonly TextRow[], open: OpenText | undefined): number {
  const at = rows.findIndex(({ key }) => key === open?.key);
  return at < 0 ? 0 : Math.floor(at / pageLength);
}

/**
 * Returns the text that the address names, in its language or the fallback language. Undefined if there is no
 * text with this key.
 */
function findOpenText(
  { key, language }: { readonly key: string; readonly language: string },
  { rows, locales: [fallback = ''] }: DraftTexts,
): OpenText | undefined {
  return rows.some((row) => row.key === key) ? { key, locale: language || fallback } : undefined;
}

/**
 * Returns the languages of the columns: the fallback language and, beside it, the chosen language if it is
 * another one.
 */
function listColumns(language: string, [fallback = '']: readonly string[]): readonly string[] {
  return language === fallback ? [fallback] : [fallback, language];
}

/** Renders a labelled search field. Each keystroke calls `onChange`. */
function SearchBox({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (search: string) => void;
}): ReactNode {
  const { say } = useStudio();
  const id = useId();
  return (
    <span className="st-choice st-search-box">
      <label htmlFor={id}>{say('search')}</label>
      <input
        id={id}
        className="st-input"
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}

/**
 * Renders a button for each language and state with the number of missing, outdated or faulty texts.
 * Combinations without texts have no button. Further buttons open the texts of the filter's state one after
 * the other: of its language, else of each language with missing ones. Renders only a message if there are
 * none at all.
 */
function TranslationTasks({
  texts,
  filter,
  onShow,
  onStart,
}: {
  readonly texts: DraftTexts;
  readonly filter: TextFilter;
  /** Called to filter by a state and a language. */
  readonly onShow: (state: TextState, locale: string) => void;
  /** Called to open these texts one after the other. */
  readonly onStart: (state: TextState, locale: string) => void;
}): ReactNode {
  const { say } = useStudio();
  const counts = useMemo(
    () =>
      texts.locales.flatMap((locale) =>
        textStates.flatMap((state) => {
          const count = texts.rows.filter((row) => isTextInState(state, row, locale, texts)).length;
          return count === 0 ? [] : [{ locale, state, count }];
        }),
      ),
    [texts],
  );
  if (counts.length === 0) return <p className="st-quiet">{say('texts.all-done')}</p>;
  const wantedState = filter.show === 'all' ? 'missing' : filter.show;
  const starts = counts.filter(
    ({ locale, state }) => state === wantedState && (filter.language || locale) === locale,
  );
  return (
    <ul className="st-wrap" aria-label={say('texts.to-do')}>
      {starts.map(({ locale, state, count }) => (
        <li key={`start ${locale}`}>
          <button
            type="button"
            className="st-button st-button--small st-button--primary"
            onClick={() => onStart(state, locale)}
          >
            {say(`texts.start.${state}`, { count, language: getOwnLanguageName(locale) })}
          </button>
        </li>
      ))}
      {counts.map(({ locale, state, count }) => (
        <li key={`${locale} ${state}`}>
          <button type="button" className="st-chip" onClick={() => onShow(state, locale)}>
            <bdi>{getOwnLanguageName(locale)}</bdi>: {say(`texts.count.${state}`, { count })}
          </button>
        </li>
      ))}
    </ul>
  );
}
