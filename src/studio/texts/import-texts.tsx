import { type ReactNode, useId, useState } from 'react';
import {
  previewTranslations,
  readCsv,
  readXliff,
  type TranslationFault,
  type TranslationFile,
  type TranslationPreview,
} from '#engine/editing/texts/translators/index.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { focusElement } from '../ui/focus-element.ts';
import { getOwnLanguageName } from '../ui/language-name.ts';

/** The state of the import. `name` is the name of the file. */
type ImportState =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly name: string; readonly fault: TranslationFault }
  | { readonly kind: 'read'; readonly name: string; readonly file: TranslationFile };

/**
 * The size of the largest file that is read. It is larger than any file of texts; reading a larger file would
 * only block the page.
 */
const maxBytes = 20_000_000;

/**
 * Imports the file of a translator. The person first sees what will be imported and what not; then a single
 * change imports it, without the texts that the person may not change.
 * @param props.onTaken Called after the import with the language as a canonical tag.
 */
export function ImportTexts({ onTaken }: { readonly onTaken: (locale: string) => void }): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraftState();
  const [state, setState] = useState<ImportState>({ kind: 'none' });
  const [withOtherOriginals, setWithOtherOriginals] = useState(false);
  const id = useId();
  const { canEditText, canApplyPatches } = useEditableScope();
  const editableUnits = state.kind === 'read' ? state.file.units.filter(({ key }) => canEditText(key)) : [];
  const accepted =
    state.kind === 'read'
      ? previewTranslations(documents, { ...state.file, units: editableUnits }, { withOtherOriginals })
      : undefined;

  /**
   * Reads a file as XLIFF if its content begins with `<`, else as CSV, and shows what it contains or why it
   * is refused. Changes nothing in the draft. Does nothing without a file.
   */
  async function readTranslationFile(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const { name } = file;
    setWithOtherOriginals(false);
    if (file.size > maxBytes) return setState({ kind: 'refused', name, fault: { code: 'too-large' } });
    const text = await file.text();
    const result = text
      .trimStart()
      .replace(/^\uFEFF/, '')
      .startsWith('<')
      ? readXliff(text)
      : readCsv(text);
    setState(
      result.ok ? { kind: 'read', name, file: result.file } : { kind: 'refused', name, fault: result.fault },
    );
  }

  /**
   * Applies the previewed texts to the draft as one change, announces their number, clears the shown file and
   * calls `onTaken`.
   */
  function importTranslations(
    { patches, taken: keys }: TranslationPreview,
    { target }: TranslationFile,
  ): void {
    const language = getOwnLanguageName(target);
    store.perform({ title: { key: 'texts-imported', values: { language, count: keys.length } }, patches });
    announce(say('exchange.taken', { language, count: keys.length }));
    setState({ kind: 'none' });
    onTaken(Intl.getCanonicalLocales(target)[0] ?? target);
  }

  return (
    <div className="st-tool st-stack-3">
      <p className="st-choice">
        <label htmlFor={id}>{say('exchange.file')}</label>
        <input
          ref={focusElement}
          id={id}
          type="file"
          accept=".xlf,.xliff,.xml,.csv,.tsv,.txt"
          onChange={(event) => void readTranslationFile(event.target.files?.[0])}
        />
      </p>
      <div role="status">
        {state.kind === 'refused' && (
          <div className="st-notice st-notice--error">
            <p>
              <bdi>{state.name}</bdi>:{' '}
              {say(`exchange.fault.${state.fault.code}`, { what: state.fault.what ?? '' })}{' '}
              {state.fault.line !== undefined && say('exchange.line', { line: state.fault.line })}
            </p>
            <p>{say('exchange.nothing-taken')}</p>
          </div>
        )}
        {state.kind === 'read' && accepted === undefined && (
          <div className="st-notice st-notice--error">
            <p>{say('exchange.bad-language', { language: getOwnLanguageName(state.file.target) })}</p>
            <p>{say('exchange.nothing-taken')}</p>
          </div>
        )}
        {state.kind === 'read' && accepted && (
          <ImportReview
            file={state.file}
            preview={accepted}
            isPartial={editableUnits.length < state.file.units.length}
            canImport={accepted.patches.length > 0 && canApplyPatches(accepted.patches)}
            withOtherOriginals={withOtherOriginals}
            onOtherOriginals={setWithOtherOriginals}
            onImport={() => importTranslations(accepted, state.file)}
          />
        )}
      </div>
    </div>
  );
}

/** The number of keys that a list shows. */
const maxListedKeys = 20;

/**
 * Renders what an import will change and leave out, with the button that imports. It is disabled unless
 * `canImport`.
 */
function ImportReview({
  file,
  preview,
  isPartial,
  canImport,
  withOtherOriginals,
  onOtherOriginals,
  onImport,
}: {
  readonly file: TranslationFile;
  readonly preview: TranslationPreview;
  /** True if the file has texts that the person may not change. */
  readonly isPartial: boolean;
  /** True if there is something to import and the person may change it. */
  readonly canImport: boolean;
  /** True if translations of a former original are imported as well. */
  readonly withOtherOriginals: boolean;
  /** Called when the person changes `withOtherOriginals`. Nothing is imported yet. */
  readonly onOtherOriginals: (isIncluded: boolean) => void;
  readonly onImport: () => void;
}): ReactNode {
  const { say } = useStudio();
  const { unchanged, untranslated, unknown, otherOriginal, faulty } = preview;
  return (
    <div className="st-notice">
      <h2>
        <bdi>{getOwnLanguageName(file.target)}</bdi>
        {preview.isNewLanguage && <span className="st-state">{say('exchange.new-language')}</span>}
      </h2>
      <ul>
        <li>{say('exchange.will-take', { count: preview.taken.length })}</li>
        {unchanged > 0 && <li>{say('exchange.unchanged', { count: unchanged })}</li>}
        {untranslated > 0 && <li>{say('exchange.untranslated', { count: untranslated })}</li>}
        {unknown.length > 0 && (
          <li>
            {say('exchange.unknown', { count: unknown.length })} <KeyList keys={unknown} />
          </li>
        )}
        {otherOriginal.length > 0 && (
          <li>
            {say('exchange.other-original', { count: otherOriginal.length })} <KeyList keys={otherOriginal} />
            <label className="st-tick">
              <input
                type="checkbox"
                checked={withOtherOriginals}
                onChange={(event) => onOtherOriginals(event.target.checked)}
              />
              {say('exchange.take-other-original')}
            </label>
          </li>
        )}
        {faulty.length > 0 && (
          <li>
            {say('exchange.faulty', { count: faulty.length })}
            <dl className="st-faulty st-stack-2">
              {faulty.slice(0, maxListedKeys).map(({ key, reason }) => (
                <div key={key}>
                  <dt>
                    <code dir="ltr">{key}</code>
                  </dt>
                  <dd className="st-problem" lang="en" dir="ltr">
                    {reason}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        )}
      </ul>
      {(isPartial || (!canImport && preview.patches.length > 0)) && <ReadOnlyNotice isOutside />}
      <p>
        <button
          type="button"
          className="st-button st-button--primary"
          disabled={!canImport}
          onClick={onImport}
        >
          {say('exchange.take', { count: preview.taken.length })}
        </button>
      </p>
    </div>
  );
}

/** Renders the first 20 keys, and an ellipsis if there are more. */
function KeyList({ keys }: { readonly keys: readonly string[] }): ReactNode {
  return (
    <code dir="ltr">
      {keys.slice(0, maxListedKeys).join(', ')}
      {keys.length > maxListedKeys && ' …'}
    </code>
  );
}
