import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { textDirection } from '#engine';
import type { TextRow } from '#engine/editing/index.ts';
import type { PresentPerson } from '../../api/studio.ts';
import { Padlock } from '../auth/permissions/read-only-notice.tsx';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useStudio } from '../draft/context.ts';
import { useReportedAddress } from '../draft/presence/own-presence.ts';
import { useOtherPages } from '../draft/presence/people.tsx';
import { getOwnLanguageName } from '../ui/language-name.ts';
import { TextCell } from './text-cell.tsx';
import { getTextsAddress } from './text-filter.ts';
import type { DraftTexts } from './use-texts.ts';

/** The text that is edited, or a cell of the grid. */
export interface OpenText {
  readonly key: string;
  readonly locale: string;
}

export interface TextGridProps {
  readonly rows: readonly TextRow[];
  /** The rows of all pages. */
  readonly all: readonly TextRow[];
  /** The languages of the columns. */
  readonly columns: readonly string[];
  readonly texts: DraftTexts;
  /** The text whose editor is open. Undefined if none is. */
  readonly open: OpenText | undefined;
  /** Opens the editor of a text. Undefined closes the open one. */
  readonly onOpen: (text: OpenText | undefined) => void;
}

/**
 * Renders a grid of texts by language. It is one tab stop: arrow keys move between cells, Enter edits (ARIA
 * Authoring Practices, "Grid").
 */
export function TextGrid({ rows, all, columns, texts, open, onOpen }: TextGridProps): ReactNode {
  const { say } = useStudio();
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<OpenText>();
  const [fallback = ''] = texts.locales;
  const others = useOtherPages();
  const { canEditText } = useEditableScope();
  useReportedAddress(getTextsAddress(open ? { key: open.key, language: open.locale } : {}));
  const tabStop = findTabStop(open ?? current, rows, columns);

  /** Moves the focus to a cell. It leaves an editor before that is removed, since a screen reader misses it otherwise. */
  const focusCell = useCallback(({ key, locale }: OpenText) => {
    setCurrent({ key, locale });
    findCellButton(table.current, { key, locale })?.focus();
  }, []);
  const onClose = useCallback(
    (key: string, locale: string) => {
      focusCell({ key, locale });
      onOpen(undefined);
    },
    [onOpen, focusCell],
  );
  // The cells get functions that never change, so that they are not rendered again on each keystroke.
  const latest = useRef(all);
  useLayoutEffect(() => {
    latest.current = all;
  });
  const onMove = useCallback(
    (key: string, locale: string, by: 1 | -1) => {
      const next = latest.current[latest.current.findIndex((row) => row.key === key) + by];
      if (!next) focusCell({ key, locale });
      onOpen(next && { key: next.key, locale });
    },
    [onOpen, focusCell],
  );
  const positions = useMemo(() => new Map(all.map(({ key }, at) => [key, at + 1])), [all]);
  const openCell = useCallback((key: string, locale: string) => onOpen({ key, locale }), [onOpen]);
  useEffect(() => {
    if (open) table.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'center' });
  }, [open]);

  /**
   * Handles the keys of the grid. Arrow keys move the focus from a cell to the next one in their direction;
   * at the edge they do nothing. Keys in an open editor are ignored.
   */
  function moveToNeighbour(event: KeyboardEvent): void {
    const step = arrowSteps[event.key];
    if (!step || !(event.target instanceof HTMLButtonElement) || !event.target.dataset.cell) return;
    const [across, down] = step;
    const isReversed = textDirection(document.documentElement.lang || 'en') === 'rtl';
    const row = rows.findIndex(({ key }) => key === tabStop?.key) + down;
    const column = columns.indexOf(tabStop?.locale ?? '') + (isReversed ? -across : across);
    const [to, locale] = [rows[row], columns[column]];
    if (!to || !locale) return;
    event.preventDefault();
    focusCell({ key: to.key, locale });
  }

  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid, on a table's own elements.
      role="grid"
      className="st-table st-texts"
      aria-label={say('texts')}
      data-columns={columns.length}
      onKeyDown={moveToNeighbour}
      onFocus={({ target }) => {
        const [locale, key] = readCellPosition(target);
        if (key) setCurrent({ key, locale });
      }}
    >
      <thead>
        <tr>
          <th scope="col">{say('texts.key')}</th>
          {columns.map((locale) => (
            <th key={locale} scope="col" lang={locale} dir={textDirection(locale)}>
              {getOwnLanguageName(locale)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={canEditText(row.key) ? undefined : 'st-locked'}>
            <th scope="row">
              <span className="st-quiet st-breaks" title={row.key}>
                {texts.nameText(row.key)}
              </span>
              {!canEditText(row.key) && <Padlock />}
            </th>
            {columns.map((locale) => (
              <TextCell
                key={locale}
                textKey={row.key}
                textName={texts.nameText(row.key)}
                locale={locale}
                text={row.texts[locale]}
                original={locale === fallback ? undefined : row.texts[fallback]}
                writtenFor={texts.outdated[locale]?.[row.key]}
                findings={texts.findings.get(`${locale} ${row.key}`)}
                people={listPeopleAt(others, { key: row.key, locale })}
                isOpen={open?.key === row.key && open.locale === locale}
                isCurrent={tabStop?.key === row.key && tabStop.locale === locale}
                onOpen={openCell}
                onClose={onClose}
                position={positions.get(row.key) ?? 0}
                count={all.length}
                onMove={onMove}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Most cells have no people. A shared empty list keeps the memoized cells from rendering again. */
const noPeople: readonly PresentPerson[] = [];

/** Returns the other people who have this text open. Always the same list if there are none. */
function listPeopleAt(others: readonly PresentPerson[], { key, locale }: OpenText): readonly PresentPerson[] {
  if (others.length === 0) return noPeople;
  const address = getTextsAddress({ key, language: locale });
  const present = others.filter(({ place }) => place === address);
  return present.length === 0 ? noPeople : present;
}

/** The columns and rows to move by, for each arrow key. */
const arrowSteps: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/**
 * Returns the cell that Tab leads to: `cell` if it still exists, else the first. Undefined if the grid has no
 * cells.
 */
function findTabStop(
  cell: OpenText | undefined,
  rows: readonly TextRow[],
  columns: readonly string[],
): OpenText | undefined {
  if (cell && rows.some(({ key }) => key === cell.key) && columns.includes(cell.locale)) return cell;
  const [[row], [locale]] = [rows, columns];
  return row && locale !== undefined ? { key: row.key, locale } : undefined;
}

/**
 * Returns the language and the key of the text in a cell. Both are empty for elements that are not the button
 * of a cell.
 */
function readCellPosition(element: EventTarget): readonly [locale: string, key: string] {
  const [locale = '', ...key] = (element as HTMLElement).dataset.cell?.split(' ') ?? [];
  return [locale, key.join(' ')];
}

/** Returns the button of a cell. Null or undefined if the cell is not rendered. */
function findCellButton(
  table: HTMLElement | null,
  { key, locale }: OpenText,
): HTMLElement | null | undefined {
  return table?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(`${locale} ${key}`)}"]`);
}
