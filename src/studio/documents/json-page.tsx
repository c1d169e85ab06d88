import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import {
  listKeyCompletions,
  listOutlineTypes,
  listValueCompletions,
  maxDocumentLength,
} from '#engine/editing/index.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { getDocumentAddress, listEditableFiles } from '../draft/documents.ts';
import { getFieldAddress, useReportedAddress } from '../draft/presence/own-presence.ts';
import { PeopleAt } from '../draft/presence/people.tsx';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { useSearch } from '../ui/address.ts';
import { FindingDetail } from '../ui/finding-text.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import {
  findPointerRange,
  toFaultDiagnostics,
  toFindingDiagnostics,
  toLineAndColumn,
} from './diagnostics.ts';
import { useDocumentText } from './use-document-text.ts';

const CodeEditor = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }));

/**
 * Renders the editor of a document as JSON, beside a preview. The address names the file and the JSON Pointer
 * of the initial cursor position. For an unknown file, the first document is shown.
 */
export function JsonPage(): ReactNode {
  const { say, go } = useStudio();
  const { documents } = useDraftState();
  const files = listEditableFiles(documents);
  const search = useSearch();
  const wanted = search.get('file') ?? '';
  const at = search.get('at') ?? '';
  const file = files.includes(wanted) ? wanted : (files[0] ?? '');
  const types = listOutlineTypes(documents);
  const [chosenType, chooseType] = useState<string>();
  const folder = /^forms\/([^/]+)\//.exec(file)?.[1];
  const type =
    types.find((one) => one.folder === folder) ?? types.find(({ key }) => key === chosenType) ?? types[0];
  useReportedAddress(getDocumentAddress(file));
  return (
    <div className="st-json">
      <section className="st-pane st-json-pane" aria-labelledby="st-json-title">
        <div className="st-page-head">
          <h1 id="st-json-title">{say('json')}</h1>
          <PeopleAt place={getDocumentAddress(file)} />
          <LabelledSelect
            label={say('json.document')}
            value={file}
            options={files.map((one) => [one, one] as const)}
            onChange={(next) => go(getDocumentAddress(next))}
          />
          {folder === undefined && type && (
            <LabelledSelect
              label={say('json.beside')}
              value={type.key}
              options={types.map(({ key }) => [key, key] as const)}
              onChange={chooseType}
            />
          )}
        </div>
        <DocumentEditor key={`${file} ${at}`} file={file} at={at} />
      </section>
      {type && (
        <PreviewPane
          typeKey={type.key}
          chosen={undefined}
          onChoose={(field) => go(getFieldAddress(type.key, field))}
          onEdit={(field) => go(getFieldAddress(type.key, field))}
        />
      )}
    </div>
  );
}

/** The maximum number of problems in the list below the editor. */
const maxListed = 20;

/**
 * Renders the text of a document, which is read-only without the permission to change it, and below it the
 * problems of the text. While the JSON is invalid, a button restores the text of the draft.
 */
function DocumentEditor({
  file,
  at,
}: {
  readonly file: string;
  /** The JSON Pointer of the initial cursor position. Empty: the beginning. */
  readonly at: string;
}): ReactNode {
  const { store, say, locale, announce } = useStudio();
  const mayWrite = useEditableScope().canEditFile(file);
  const { report, version } = useDraftState();
  const { text, faults, isUnstored, write, restore } = useDocumentText(file);
  const [tooLong, setTooLong] = useState<number>();
  const isChecked = faults.length === 0 && report?.version === version;
  const remarks = useMemo(
    () =>
      faults.length > 0
        ? toFaultDiagnostics(text, faults)
        : isChecked
          ? toFindingDiagnostics(
              text,
              report?.findings.filter((finding) => finding.file === file) ?? [],
              locale,
            )
          : [],
    [text, faults, isChecked, report, file, locale],
  );
  const complete = useMemo(
    () => (path: readonly string[], isKey: boolean) => {
      const { documents } = store.getSnapshot();
      return isKey ? listKeyCompletions(documents, file, path) : listValueCompletions(documents, file, path);
    },
    [store, file],
  );
  return (
    <>
      <ReadOnlyNotice isOutside={!mayWrite} />
      <Suspense fallback={<p className="st-quiet">{say('json.loading')}</p>}>
        <CodeEditor
          label={say('json.of', { file })}
          isReadOnly={!mayWrite}
          text={text}
          most={maxDocumentLength}
          remarks={remarks}
          begin={at === '' ? undefined : findPointerRange(text, at)}
          complete={complete}
          onChange={(next) => {
            setTooLong(undefined);
            write(next);
          }}
          onTooLong={setTooLong}
        />
      </Suspense>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls if the text is long (WCAG 2.2, 2.1.1). */}
      <div role="status" className="st-json-told st-stack-1 st-breaks" tabIndex={0}>
        {tooLong !== undefined && (
          <p className="st-problem">{say('json.too-long', { count: tooLong, most: maxDocumentLength })}</p>
        )}
        {faults.length > 0 && <p className="st-problem">{say('json.not-taken')}</p>}
        {isUnstored && <p className="st-problem">{say('json.unkept')}</p>}
        {faults.length === 0 && remarks.length === 0 && <p className="st-quiet">{say('json.taken')}</p>}
        <ul className="st-stack-2">
          {remarks.slice(0, maxListed).map(({ from, title, message, severity }) => (
            <li key={`${from} ${message}`} className={severity === 'error' ? 'st-problem' : 'st-quiet'}>
              <bdi>{say('json.at', toLineAndColumn(text, from))}</bdi> {title}
              <FindingDetail reason={message} />
            </li>
          ))}
        </ul>
      </div>
      {faults.length > 0 && (
        <p>
          <button
            type="button"
            className="st-button"
            onClick={() => {
              restore();
              announce(say('json.restored'));
            }}
          >
            {say('json.restore')}
          </button>
        </p>
      )}
    </>
  );
}
