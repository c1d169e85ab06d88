import { type ReactNode, useState } from 'react';
import { getFallbackLocale, listTextLocales } from '#engine/editing/index.ts';
import { createTranslationFile, writeCsv, writeXliff } from '#engine/editing/texts/translators/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { getOwnLanguageName } from '../ui/language-name.ts';
import { saveFile } from '../ui/save-file.ts';
import type { DraftTexts } from './use-texts.ts';

const formats = {
  xliff: { write: writeXliff, ending: 'xlf', type: 'application/xliff+xml' },
  csv: { write: writeCsv, ending: 'csv', type: 'text/csv' },
} as const;

/**
 * Renders a form that saves the texts of a language as a file for translators: all texts or only those to do,
 * as XLIFF or CSV. Renders only a message if there is no language besides the fallback language.
 */
export function ExportTexts({
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
  if (others.length === 0) return <p className="st-tool">{say('exchange.no-language')}</p>;
  const file = createTranslationFile(documents, { locale, outdated: texts.outdated, isToDoOnly });

  /** Downloads the texts of the selected language in this format and announces their number. */
  function saveTranslationFile(format: keyof typeof formats): void {
    const { write, ending, type } = formats[format];
    const name = `texts-${locale}.${ending}`;
    saveFile(name, { type, content: write(file) });
    announce(say('exchange.exported', { file: name, count: file.units.length }));
  }

  return (
    <div className="st-tool">
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
