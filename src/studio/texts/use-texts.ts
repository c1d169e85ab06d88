import { useMemo } from 'react';
import type { Finding } from '#engine/check/index.ts';
import {
  localesOf,
  type OutdatedTexts,
  outdatedTexts,
  type TextRow,
  textTable,
} from '#engine/editing/index.ts';
import { useDraft } from '../context.ts';
import type { TextsKnown } from './text-filter.ts';

export interface TextsNow extends TextsKnown {
  readonly rows: readonly TextRow[];
  /** The findings by language and key: `de send-message`. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
}

export function useTexts(): TextsNow {
  const { documents, changes, unsent, outdated: known, report } = useDraft();
  const rows = useMemo(() => textTable(documents), [documents]);
  const locales = useMemo(() => localesOf(documents), [documents]);
  const outdated = useMemo<OutdatedTexts>(
    () => outdatedTexts({ known, changes: [...changes, ...unsent], documents }),
    [known, changes, unsent, documents],
  );
  const findings = useMemo(() => findingsByText(report?.findings ?? []), [report]);
  const faulty = useMemo(() => new Set(findings.keys()), [findings]);
  return { rows, locales, outdated, findings, faulty };
}

function findingsByText(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const finding of findings) {
    const locale = /^texts\/(.+)\.json$/.exec(finding.file)?.[1];
    const key = finding.pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    if (locale === undefined || key === '') continue;
    const place = `${locale} ${key}`;
    found.set(place, [...(found.get(place) ?? []), finding]);
  }
  return found;
}
