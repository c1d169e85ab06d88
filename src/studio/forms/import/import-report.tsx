import { type ReactNode, useId, useState } from 'react';
import {
  countElements,
  formatImportReport,
  type ImportLine,
  isLoss,
} from '#engine/exchange/foreign/report.ts';
import type { ImportableForms } from '../../../api/form-import.ts';
import { useStudio } from '../../draft/context.ts';
import { isEnglish } from '../../ui/finding-text.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** The number of lines of a group that the page shows. A saved report has all. */
const maxShownLines = 200;

/**
 * Renders what becomes of each part of an imported form: first what visitors lose, then three folded groups,
 * and a button that saves the report.
 */
export function ImportReport({
  file,
  forms,
}: {
  /** The name of the file. */
  readonly file: string;
  readonly forms: ImportableForms;
}): ReactNode {
  const { say } = useStudio();
  const id = useId();
  const { source, lines } = forms;
  const { taken, changed, 'left-out': left } = countElements(lines);
  const losses = lines.filter(isLoss);
  return (
    <section aria-labelledby={`${id}-found`} className="st-import-report">
      <h2 id={`${id}-found`}>
        {say('foreign.found', { source, taken: taken + changed, all: taken + changed + left })}
      </h2>
      {losses.length === 0 ? (
        <p className="st-notice st-notice--good" role="status">
          <strong>{say('foreign.no-loss')}</strong>
        </p>
      ) : (
        <div className="st-notice st-notice--warning">
          <div role="status" className="st-stack-1">
            <h3>{say('foreign.losses', { count: losses.length })}</h3>
            <p>{say('foreign.losses-hint')}</p>
          </div>
          <LineList lines={losses} />
        </div>
      )}
      <LineGroup label="foreign.changed" lines={lines.filter(({ outcome }) => outcome === 'changed')} />
      <LineGroup label="foreign.harmless" lines={lines.filter(({ isHarmless }) => isHarmless === true)} />
      <LineGroup label="foreign.taken" lines={lines.filter(({ outcome }) => outcome === 'taken')} />
      <p>
        <button
          type="button"
          className="st-button"
          onClick={() =>
            saveFile(`${file.replace(/\.[^.]*$/, '')}-import.txt`, {
              type: 'text/plain',
              content: formatImportReport({ source, lines }, file),
            })
          }
        >
          {say('foreign.save')}
        </button>
      </p>
    </section>
  );
}

/** Renders a folded group of lines. Nothing if it has none. */
function LineGroup({
  label,
  lines,
}: {
  readonly label: 'foreign.changed' | 'foreign.harmless' | 'foreign.taken';
  readonly lines: readonly ImportLine[];
}): ReactNode {
  const { say } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  if (lines.length === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{say(label, { count: lines.length })}</summary>
      {isOpen && <LineList lines={lines} />}
    </details>
  );
}

/** Renders the first 200 lines, and the number of the others. */
function LineList({ lines }: { readonly lines: readonly ImportLine[] }): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <ul className="st-import-lines st-breaks">
        {lines.slice(0, maxShownLines).map((line) => (
          <ReportLine key={line.pointer} line={line} />
        ))}
      </ul>
      {lines.length > maxShownLines && <p>{say('foreign.more', { count: lines.length - maxShownLines })}</p>}
    </>
  );
}

/** Renders an element or property, with what became of it in English, as findings are. */
function ReportLine({
  line: { pointer, element, property, became, reason, remedy },
}: {
  readonly line: ImportLine;
}): ReactNode {
  const { say, locale } = useStudio();
  const english = isEnglish(locale) ? {} : ({ lang: 'en', dir: 'ltr' } as const);
  const result = became ?? reason;
  return (
    <li>
      <p>
        <strong>
          <bdi>{element}</bdi>
        </strong>
        {property !== undefined && (
          <>
            {' '}
            <code dir="ltr">{property}</code>
          </>
        )}{' '}
        <code dir="ltr" className="st-quiet st-small">
          {pointer === '' ? '/' : pointer}
        </code>
      </p>
      {result !== undefined && (
        <p className="st-finding-detail st-small" {...english}>
          {capitalize(result)}
        </p>
      )}
      {remedy !== undefined && (
        <p className="st-small">
          {say('foreign.remedy')} <span {...english}>{capitalize(remedy)}</span>
        </p>
      )}
    </li>
  );
}

/** Returns a clause of the report as the beginning of a sentence. A clause that begins with a quotation stays. */
function capitalize(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}
