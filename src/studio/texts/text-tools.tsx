import { type ReactNode, useId, useRef, useState } from 'react';
import { isActionOffered } from '../auth/permissions/action-audiences.ts';
import { useStudio } from '../draft/context.ts';
import { AddLanguage } from './add-language.tsx';
import { ExportTexts } from './export-texts.tsx';
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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the open tool, wherever the focus is in it.
    <div
      className="st-tools"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || open === undefined) return;
        buttons.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
        setOpen(undefined);
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
        <section id={id} className="st-tool-open" aria-label={say(`texts.tool.${open}`)}>
          {open === 'language' && offered.includes(open) && (
            <AddLanguage
              onAdded={(locale) => {
                setOpen(undefined);
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
