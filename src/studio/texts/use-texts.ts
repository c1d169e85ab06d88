import { useMemo } from 'react';
import type { Finding } from '#engine/check/index.ts';
import {
  createTextTable,
  findOutdatedTexts,
  listTextLocales,
  type OutdatedTexts,
  type TextRow,
} from '#engine/editing/index.ts';
import { useDraftState } from '../draft/context.ts';
import { useTextNames } from '../draft/text-names.ts';
import type { TextsStatus } from './text-filter.ts';

export interface DraftTexts extends TextsStatus {
  readonly rows: readonly TextRow[];
  /** The findings by language and key: `de send-message`. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
}

/**
 * Returns the texts of the draft in all languages, which of them are outdated (unsent changes included), and
 * their findings in the latest report.
 */
export function useTexts(): DraftTexts {
  const { documents, changes, unsent, outdated: known, report } = useDraftState();
  const rows = useMemo(() => createTextTable(documents), [documents]);
  const locales = useMemo(() => listTextLocales(documents), [documents]);
  const outdated = useMemo<OutdatedTexts>(
    () => findOutdatedTexts({ known, changes: [...changes, ...unsent], documents }),
    [known, changes, unsent, documents],
  );
  const findings = useMemo(() => groupFindingsByText(report?.findings ?? []), [report]);
  const faulty = useMemo(() => new Set(findings.keys()), [findings]);
  const nameText = useTextNames();
  return { rows, locales, outdated, findings, faulty, nameText };
}

/** Returns the findings about single texts by language and key. All other findings are left out. */
function groupFindingsByText(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const finding of findings) {
    const locale = /^texts\/(.+)\.json$/.exec(finding.file)?.[1];
    const key = finding.pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    if (locale === undefined || key === '') continue;
    const textId = `${locale} ${key}`;
    found.set(textId, [...(found.get(textId) ?? []), finding]);
  }
  return found;
}
