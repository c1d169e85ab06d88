import { type ReactNode, useId, useRef, useState } from 'react';
import { type FormImportAnswer, maxFormFileBytes } from '../../../api/form-import.ts';
import { isActionOffered } from '../../auth/permissions/action-audiences.ts';
import { useStudio } from '../../draft/context.ts';
import { convertForm } from '../../draft/versions-api.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import type { RequestOutcome } from '../../ui/ask/request.ts';
import { useTitleOfThing } from '../../ui/document-title.ts';
import { FindingDetail } from '../../ui/finding-text.tsx';
import { ImportOffer } from './import-offer.tsx';

const megabyte = 1_048_576;

interface FormFile {
  readonly name: string;
  readonly text: string;
}

/** The chosen file, as far as it was read and converted. */
type FileState =
  | { readonly kind: 'none' | 'reading' }
  | { readonly kind: 'unreadable'; readonly name: string }
  | { readonly kind: 'too-large'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'asked'; readonly file: FormFile; readonly outcome: RequestOutcome<FormImportAnswer> };

/**
 * Renders the page that imports a form of another program as a new enquiry type. It first shows what becomes
 * of each part. People who may not add types only read which role is needed.
 */
export function FormImportPage(): ReactNode {
  const { say, me } = useStudio();
  const id = useId();
  const [state, setState] = useState<FileState>({ kind: 'none' });
  const last = useRef<unknown>(undefined);

  /** Shows the state of a chosen file when it is known, unless another one was chosen meanwhile. */
  async function showFile(chosen: File | FormFile | undefined): Promise<void> {
    last.current = chosen;
    if (chosen === undefined) return setState({ kind: 'none' });
    setState({ kind: 'reading' });
    const next = await (chosen instanceof File ? readFormFile(chosen) : askServer(chosen));
    if (last.current === chosen) setState(next);
  }

  if (!isActionOffered('forms.import', me))
    return (
      <ImportFrame>
        <p className="st-empty">{say('foreign.not-yours')}</p>
      </ImportFrame>
    );
  return (
    <ImportFrame>
      <div className="st-choice st-import-file">
        <label className="st-label" htmlFor={id}>
          {say('import.file')}
        </label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          className="st-input"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => void showFile(target.files?.[0])}
        />
        <p id={`${id}-hint`} className="st-hint">
          {say('foreign.file-hint')}
        </p>
      </div>
      <FileResult state={state} onAgain={(file) => void showFile(file)} />
    </ImportFrame>
  );
}

/** Renders the title of the page above its content. */
function ImportFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const { say } = useStudio();
  useTitleOfThing(say('forms.import'));
  return (
    <div className="st-page st-import">
      <p>
        <a href="/studio/forms">{say('forms')}</a>
      </p>
      <div className="st-page-head">
        <h1>{say('forms.import')}</h1>
        <p className="st-quiet">{say('foreign.lead')}</p>
      </div>
      {children}
    </div>
  );
}

/** Reads a file and converts it. Never throws. */
async function readFormFile(chosen: File): Promise<FileState> {
  const { name, size: bytes } = chosen;
  if (bytes > maxFormFileBytes) return { kind: 'too-large', name, bytes };
  const text = await chosen.text().catch(() => undefined);
  return text === undefined ? { kind: 'unreadable', name } : askServer({ name, text });
}

async function askServer(file: FormFile): Promise<FileState> {
  return { kind: 'asked', file, outcome: await convertForm(file) };
}

/** Renders the report of a converted file with the form that adds it, or the reason why it is not imported. */
function FileResult({
  state,
  onAgain,
}: {
  readonly state: FileState;
  /** Converts a file again: the server did not answer, or the draft has changed since. */
  readonly onAgain: (file: FormFile) => void;
}): ReactNode {
  const { say } = useStudio();
  switch (state.kind) {
    case 'none':
      return null;
    case 'reading':
      return (
        <p className="st-quiet" role="status">
          {say('import.reading')}
        </p>
      );
    case 'unreadable':
      return <RefusalNotice text={say('import.unreadable', { name: state.name })} />;
    case 'too-large': {
      const size = Math.ceil((10 * state.bytes) / megabyte) / 10;
      const most = maxFormFileBytes / megabyte;
      return <RefusalNotice text={say('foreign.too-large-file', { name: state.name, size, most })} />;
    }
    case 'asked': {
      const { file, outcome } = state;
      if (!outcome.isDone)
        return (
          <RefusalNotice text={formatRequestFailure(outcome.trouble, say)}>
            <p>
              <button type="button" className="st-button" onClick={() => onAgain(file)}>
                {say('try-again')}
              </button>
            </p>
          </RefusalNotice>
        );
      const { answer } = outcome;
      if (answer.kind === 'converted')
        return <ImportOffer key={file.text} file={file.name} forms={answer} onStale={() => onAgain(file)} />;
      return <ConversionRefusal name={file.name} answer={answer} />;
    }
  }
}

/** Renders the reason why the server did not convert a file. */
function ConversionRefusal({
  name,
  answer,
}: {
  readonly name: string;
  readonly answer: Exclude<FormImportAnswer, { readonly kind: 'converted' }>;
}): ReactNode {
  const { say } = useStudio();
  if (answer.kind === 'refused') {
    const { source, reason } = answer;
    return (
      <RefusalNotice text={say('foreign.refused', { name })}>
        <FindingDetail reason={source === undefined ? reason : `${source}: ${reason}`} />
      </RefusalNotice>
    );
  }
  return (
    <RefusalNotice text={say(`foreign.${answer.kind}`, { name })}>
      {answer.kind === 'draft-broken' && (
        <p>
          <a href="/studio/checks">{say('checks')}</a>
        </p>
      )}
    </RefusalNotice>
  );
}

/** Renders an error that screen readers announce. */
function RefusalNotice({
  text,
  children,
}: {
  readonly text: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="st-notice st-notice--error" role="alert">
      <p>{text}</p>
      {children}
    </div>
  );
}
