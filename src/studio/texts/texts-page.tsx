import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { textDirection } from '#engine';
import { fallbackLocale, localesOf, setText, textsFile } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { languageName } from '../preview/language-name.ts';
import { takeFocus } from '../take-focus.ts';

/** All texts by language: found, and written where they stand. */
export function TextsPage(): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraft();
  const [search, setSearch] = useState('');
  const [isMissingOnly, setIsMissingOnly] = useState(false);
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const locales = localesOf(documents);
  const texts = useMemo(
    () =>
      new Map(
        locales.map((locale) => [locale, Object(documents[textsFile(locale)]) as Record<string, unknown>]),
      ),
    [documents, locales],
  );
  const keys = Object.keys(texts.get(fallbackLocale(documents)) ?? {}).filter((key) => !key.startsWith('$'));
  const shown = keys.filter((key) => {
    const all = locales.map((locale) => String(texts.get(locale)?.[key] ?? ''));
    if (isMissingOnly && all.every((text) => text !== '')) return false;
    return wanted === '' || [key, ...all].some((text) => text.toLowerCase().includes(wanted));
  });
  return (
    <div className="st-page st-page--wide">
      <div className="st-page-head">
        <h1>{say('texts')}</h1>
        <label className="st-search">
          <span>{say('search')}</span>
          <input
            className="st-input"
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        <label className="st-tick">
          <input
            type="checkbox"
            checked={isMissingOnly}
            onChange={(event) => setIsMissingOnly(event.target.checked)}
          />
          {say('texts.missing-only')}
        </label>
        <p className="st-quiet" role="status">
          {say('texts.count', { count: shown.length })}
        </p>
      </div>
      {shown.length === 0 ? (
        <p className="st-empty">{say('texts.none')}</p>
      ) : (
        <table className="st-table st-texts">
          <thead>
            <tr>
              <th scope="col">{say('texts.key')}</th>
              {locales.map((locale) => (
                <th key={locale} scope="col">
                  {languageName(locale)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((key) => (
              <tr key={key}>
                <th scope="row">
                  <code>{key}</code>
                </th>
                {locales.map((locale) => (
                  <TextCell
                    key={locale}
                    textKey={key}
                    locale={locale}
                    text={String(texts.get(locale)?.[key] ?? '')}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function TextCell({
  textKey,
  locale,
  text,
}: {
  readonly textKey: string;
  readonly locale: string;
  readonly text: string;
}): ReactNode {
  const { store, say } = useStudio();
  const { documents } = useDraft();
  const [isOpen, setIsOpen] = useState(false);
  const name = say('texts.cell', { key: textKey, language: languageName(locale) });
  const write = (next: string) =>
    store.perform({
      title: { key: 'text', values: { key: textKey } },
      patches: setText(documents, { locale, key: textKey }, next),
      group: `text ${locale} ${textKey}`,
    });
  return (
    <td lang={locale} dir={textDirection(locale)} className={text === '' ? 'st-missing' : undefined}>
      {isOpen ? (
        <textarea
          ref={takeFocus}
          className="st-input"
          rows={Math.max(2, Math.ceil(text.length / 32))}
          aria-label={name}
          value={text}
          onChange={(event) => write(event.target.value)}
          onBlur={() => setIsOpen(false)}
        />
      ) : (
        <button
          type="button"
          className="st-cell"
          aria-label={`${name}: ${text || say('texts.missing')}`}
          onClick={() => setIsOpen(true)}
        >
          {text || <em>{say('texts.missing')}</em>}
        </button>
      )}
    </td>
  );
}
