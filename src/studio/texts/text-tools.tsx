import { type ReactNode, useId, useRef, useState } from 'react';
import { getFallbackLocale, listTextLocales } from '#engine/editing/index.ts';
import { createTranslationFile, writeCsv, writeXliff } from '#engine/editing/texts/translators/index.ts';
import { isActionOffered } from '../auth/permissions/action-audiences.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { getOwnLanguageName } from '../ui/language-name.ts';
import { saveFile } from '../ui/save-file.ts';
import { AddLanguage } from './add-language.tsx';
import { ImportTexts } from './import-texts.tsx';
import type { DraftTexts } from './use-texts.ts';

const tools = ['language', 'export', 'import'] as const;

/**
 * Renders the buttons of the tools: export, and adding a language and import if the person may use them. At
 * most one tool is open, below the buttons. Escape closes it and focuses its button.
 */
export function TextTools({
  texts,
  language,
  onLanguage,
}: {
  readonly texts: DraftTexts;
  readonly language: string;
  /** Called after a language was added (`missing`) or its texts were imported (`all`). */
  readonly onLanguage: (locale: string, show: 'missing' | 'all') => void;
}): ReactNode {
  const { say, me } = useStudio();
  const offered = tools.filter((tool) => tool === 'export' || isActionOffered(`texts.tool.${tool}`, me));
  const [open, setOpen] = useState<(typeof tools)[number]>();
  const id = useId();
  const buttons = useRef<HTMLParagraphElement>(null);

  /** Focuses the button of the open tool, and closes the tool. */
  function close(): void {
    buttons.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    setOpen(undefined);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the open tool, wherever the focus is in it.
    <div
      className="st-stack-3"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open !== undefined) close();
      }}
    >
      <p ref={buttons} className="st-actions">
        {offered.map((tool) => (
          <button
            key={tool}
            type="button"
            className="st-button"
            aria-expanded={open === tool}
            aria-controls={open === tool ? id : undefined}
            onClick={() => setOpen(open === tool ? undefined : tool)}
          >
            {say(`texts.tool.${tool}`)}
          </button>
        ))}
      </p>
      {open && (
        <section id={id} className="st-box st-padded-wide" aria-label={say(`texts.tool.${open}`)}>
          {open === 'language' && offered.includes(open) && (
            <AddLanguage
              onAdded={(locale) => {
                close();
                onLanguage(locale, 'missing');
              }}
            />
          )}
          {open === 'export' && <ExportTexts texts={texts} language={language} />}
          {open === 'import' && offered.includes(open) && (
            <ImportTexts onTaken={(locale) => onLanguage(locale, 'all')} />
          )}
        </section>
      )}
    </div>
  );
}

const formats = {
  xliff: { write: writeXliff, ending: 'xlf', type: 'application/xliff+xml' },
  csv: { write: writeCsv, ending: 'csv', type: 'text/csv' },
} as const;

/**
 * Renders a form that saves the texts of a language as a file for translators: all texts or only those to do,
 * as XLIFF or CSV. Renders only a message if there is no language besides the fallback language.
 */
function ExportTexts({
  texts,
  language,
}: {
  readonly texts: DraftTexts;
  /** The language that is selected at first, if it is a translation; otherwise the first translation is. */
  readonly language: string;
}): ReactNode {
  const { say, announce } = useStudio();
  const { documents } = useDraftState();
  const fallback = getFallbackLocale(documents);
  const others = listTextLocales(documents).filter((locale) => locale !== fallback);
  const [locale, setLocale] = useState(others.includes(language) ? language : (others[0] ?? ''));
  const [isToDoOnly, setIsToDoOnly] = useState(false);
  if (others.length === 0) return <p className="st-tool st-stack-3">{say('exchange.no-language')}</p>;
  const file = createTranslationFile(documents, { locale, outdated: texts.outdated, isToDoOnly });

  /** Downloads the texts of the selected language in this format and announces their number. */
  function saveTranslationFile(format: keyof typeof formats): void {
    const { write, ending, type } = formats[format];
    const name = `texts-${locale}.${ending}`;
    saveFile(name, { type, content: write(file) });
    announce(say('exchange.exported', { file: name, count: file.units.length }));
  }

  return (
    <div className="st-tool st-stack-3">
      <div className="st-filters">
        <LabelledSelect
          label={say('texts.language')}
          value={locale}
          options={others.map((one) => [one, getOwnLanguageName(one)] as const)}
          onChange={setLocale}
        />
        <label className="st-tick">
          <input
            type="checkbox"
            checked={isToDoOnly}
            onChange={(event) => setIsToDoOnly(event.target.checked)}
          />
          {say('exchange.to-do-only')}
        </label>
        <button
          type="button"
          className="st-button"
          disabled={file.units.length === 0}
          onClick={() => saveTranslationFile('xliff')}
        >
          {say('exchange.xliff')}
        </button>
        <button
          type="button"
          className="st-button"
          disabled={file.units.length === 0}
          onClick={() => saveTranslationFile('csv')}
        >
          {say('exchange.csv')}
        </button>
      </div>
      <p className="st-quiet">{say('texts.count', { count: file.units.length })}</p>
    </div>
  );
}
