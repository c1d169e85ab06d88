import { type ReactNode, useId, useMemo, useState } from 'react';
import { textDirection } from '#engine';
import { addLanguage, listTextLocales } from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { focusElement } from '../ui/focus-element.ts';
import { searchLanguages } from './known-languages.ts';

const maxShownLanguages = 12;

/**
 * Renders a focused search for languages by name or tag, with a button for each language found. Languages
 * that the draft has already are disabled.
 */
export function AddLanguage({ onAdded }: { readonly onAdded: (locale: string) => void }): ReactNode {
  const { store, say, announce, locale } = useStudio();
  const { documents } = useDraftState();
  const [search, setSearch] = useState('');
  const id = useId();
  const found = useMemo(() => searchLanguages(search, locale, maxShownLanguages), [search, locale]);
  const existing = listTextLocales(documents);

  /** Adds the language to the draft, announces it and calls `onAdded` with its tag. */
  function addAndAnnounce(tag: string, ownName: string): void {
    store.perform({
      title: { key: 'language-added', values: { language: ownName } },
      patches: addLanguage(store.getSnapshot().documents, tag),
    });
    announce(say('languages.added', { language: ownName }));
    onAdded(tag);
  }

  return (
    <div className="st-tool">
      <p className="st-choice st-search-box">
        <label htmlFor={id}>{say('languages.which')}</label>
        <input
          ref={focusElement}
          id={id}
          className="st-input"
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </p>
      <p className="st-quiet" role="status">
        {found.length === 0 && say('languages.none')}
        {found.length > 0 &&
          found.length < maxShownLanguages &&
          say('languages.found', { count: found.length })}
      </p>
      <ul className="st-languages">
        {found.map(({ tag, own, name }) => (
          <li key={tag}>
            <button
              type="button"
              className="st-button"
              disabled={existing.includes(tag)}
              onClick={() => addAndAnnounce(tag, own)}
            >
              <span lang={tag} dir={textDirection(tag)}>
                {own}
              </span>
              <span className="st-quiet">
                {own.toLowerCase() === name.toLowerCase() ? '' : `${name} · `}
                <bdi>{tag}</bdi>
                {existing.includes(tag) && ` · ${say('languages.there')}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
