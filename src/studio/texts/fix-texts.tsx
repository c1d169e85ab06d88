import { type ReactNode, useMemo } from 'react';
import type { Documents } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import {
  chainEdits,
  fixText,
  getFallbackLocale,
  getTextsFile,
  isFixableCode,
  setText,
} from '#engine/editing/index.ts';
import { asObject } from '#engine/json-schema/values.ts';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { isStudioMessageKey } from '../ui/messages.ts';

/** A finding about a text. */
export type TextFinding = Pick<Finding, 'code' | 'file' | 'pointer'>;

interface FixedText {
  readonly locale: string;
  readonly key: string;
  readonly text: string;
}

/** Renders a button for each kind of finding that can be corrected mechanically. */
export function FixTextsByCode({ findings }: { readonly findings: readonly TextFinding[] }): ReactNode {
  const codes = [...new Set(findings.map(({ code }) => code))].filter(isFixableCode);
  return codes.map((code) => (
    <FixTexts key={code} findings={findings.filter((finding) => finding.code === code)} />
  ));
}

/**
 * Renders a button that corrects all texts of these findings, which have one code. Renders nothing if none of
 * them can be corrected mechanically, and for people who may not change them.
 */
export function FixTexts({ findings }: { readonly findings: readonly TextFinding[] }): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraftState();
  const { canEditText } = useEditableScope();
  const fixed = useMemo(() => listFixedTexts(documents, findings), [documents, findings]);
  const mine = fixed.filter(({ key }) => canEditText(key));
  const message = `fix.${findings[0]?.code}`;
  if (mine.length === 0 || !isStudioMessageKey(message)) return null;

  /** Corrects the texts in the draft as one change, and announces their number. */
  function correctTexts(): void {
    const edits = mine.map(
      ({ text, ...identity }) =>
        (made: Documents) =>
          setText(made, identity, text),
    );
    store.perform({
      title: { key: 'texts-fixed', values: { count: mine.length } },
      patches: chainEdits(documents, ...edits),
    });
    announce(say('fix.done', { count: mine.length }));
  }

  return (
    <button type="button" className="st-button st-button--small" onClick={correctTexts}>
      {say(message, { count: mine.length })}
    </button>
  );
}

/** Returns the corrected texts of findings, each text once. */
function listFixedTexts(documents: Documents, findings: readonly TextFinding[]): readonly FixedText[] {
  const fixed = new Map<string, FixedText>();
  const originals = asObject(documents[getTextsFile(getFallbackLocale(documents))]);
  for (const { code, file, pointer } of findings) {
    const locale = /^texts\/(.+)\.json$/.exec(file)?.[1];
    if (locale === undefined || !isFixableCode(code)) continue;
    const key = pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    const written = asObject(documents[file])[key];
    if (typeof written !== 'string') continue;
    const original = originals[key];
    const text = fixText(code, {
      locale,
      key,
      text: written,
      ...(locale !== getFallbackLocale(documents) && typeof original === 'string' && { original }),
    });
    if (text !== undefined) fixed.set(`${locale} ${key}`, { locale, key, text });
  }
  return [...fixed.values()];
}
