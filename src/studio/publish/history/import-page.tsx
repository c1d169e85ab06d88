import { type ReactNode, useId, useMemo, useState } from 'react';
import {
  type ImportAnswer,
  type ImportRequest,
  maxExchangedBytes,
  type TriedArchive,
} from '../../../api/exchange.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { importVersion } from '../../draft/versions-api.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { useTitleOfThing } from '../../ui/document-title.ts';
import { formatDocumentValue } from '../../ui/format-document-value.ts';
import type { FormatMessage } from '../../ui/messages.ts';
import { MomentText } from '../../ui/moment.tsx';
import { focusHeadingOnceLost } from '../../ui/use-heading-focus.ts';
import { ConsequencesPanel } from '../consequences-panel.tsx';
import { Fingerprint } from './export-button.tsx';
import { type TrialOutcome, useImportConsequences, useImportTrial } from './use-import.ts';
import { FactRow } from './version-texts.tsx';

/** A chosen file. Without `text` it is unreadable or too large. */
interface ChosenFile {
  readonly name: string;
  /** The size of the file, or of the JSON text that would be sent if only that is too large. */
  readonly bytes: number;
  readonly text?: string;
}

/**
 * Renders the page that imports a version of another installation into the draft. It first shows the content,
 * the signature and the changes. Without the role of an editor, only says that this role is needed.
 */
export function ImportPage(): ReactNode {
  const { say, may } = useStudio();
  const id = useId();
  const [file, setFile] = useState<ChosenFile>();
  const [done, setDone] = useState<ImportResult>();
  if (!may('editor'))
    return (
      <ImportFrame>
        <p className="st-empty">{say('import.not-yours')}</p>
      </ImportFrame>
    );
  if (done)
    return (
      <ImportFrame>
        <ImportedNotice
          done={done}
          onAnother={() => {
            setDone(undefined);
            setFile(undefined);
            focusHeadingOnceLost();
          }}
        />
      </ImportFrame>
    );
  return (
    <ImportFrame>
      <div className="st-choice st-import-file">
        <label className="st-label" htmlFor={`${id}-file`}>
          {say('import.file')}
        </label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".slipway"
          className="st-input"
          aria-describedby={`${id}-hint`}
          onChange={async ({ target }) => {
            const chosen = target.files?.[0];
            setFile(chosen && (await readFile(chosen)));
          }}
        />
        <p id={`${id}-hint`} className="st-hint">
          {say('import.file-hint')}
        </p>
      </div>
      {file?.text === undefined ? (
        file && <RefusalNotice text={formatUnreadableFile(file, say)} />
      ) : (
        <OfferedArchive key={file.text} name={file.name} archive={file.text} onDone={setDone} />
      )}
    </ImportFrame>
  );
}

/** Renders the title of the page above its content. */
function ImportFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const { say } = useStudio();
  useTitleOfThing(say('import.title'));
  return (
    <div className="st-page st-history st-import">
      <p>
        <a href="/studio/history">{say('history.all')}</a>
      </p>
      <div className="st-page-head">
        <h1>{say('import.title')}</h1>
        <p className="st-quiet">{say('import.lead')}</p>
      </div>
      {children}
    </div>
  );
}

/**
 * Reads a chosen file. The result has no text if the file is unreadable, or if it is too large to be sent as
 * JSON. Never throws.
 */
async function readFile(file: File): Promise<ChosenFile> {
  const { name, size: bytes } = file;
  if (bytes > maxExchangedBytes) return { name, bytes };
  const text = await file.text().catch(() => undefined);
  if (text === undefined) return { name, bytes };
  // Its JSON form, which is sent, is longer.
  const sent = new Blob([JSON.stringify(text)]).size;
  return sent > maxExchangedBytes * 0.999 ? { name, bytes: sent } : { name, bytes, text };
}

const megabyte = 1_048_576;

/**
 * Returns the message for a file without text: that it is too large, with both sizes in megabytes, or that it
 * is unreadable.
 */
function formatUnreadableFile({ name, bytes }: ChosenFile, say: FormatMessage): string {
  if (bytes <= maxExchangedBytes * 0.999) return say('import.unreadable', { name });
  const size = Math.ceil((10 * bytes) / megabyte) / 10;
  return say('import.too-large', { name, size, most: maxExchangedBytes / megabyte });
}

/** Renders an error message that screen readers announce. */
function RefusalNotice({ text }: { readonly text: string }): ReactNode {
  return (
    <p className="st-notice st-notice--error" role="alert">
      {text}
    </p>
  );
}

/** The answer to an import that succeeded, perhaps without a change. */
type ImportResult = Extract<ImportAnswer, { readonly kind: 'imported' | 'unchanged' }>;

/**
 * Tries the import of a file without changing the draft. Renders the form that imports it, the notice about
 * an unknown key, or the reason why the import is not possible.
 */
function OfferedArchive({
  name,
  archive,
  onDone,
}: {
  /** The name of the file, for messages. */
  readonly name: string;
  /** The text of the file. */
  readonly archive: string;
  readonly onDone: (done: ImportResult) => void;
}): ReactNode {
  const { say } = useStudio();
  const [trust, setTrust] = useState<string>();
  const { trial, again } = useImportTrial(archive, trust);
  if (trial === 'reading')
    return (
      <p className="st-quiet" role="status">
        {say('import.reading')}
      </p>
    );
  if (!trial.isDone)
    return (
      <div className="st-notice st-notice--error" role="alert">
        <p>{formatRequestFailure(trial.trouble, say)}</p>
        <p>
          <button type="button" className="st-button" onClick={again}>
            {say('try-again')}
          </button>
        </p>
      </div>
    );
  const { answer } = trial;
  if (answer.kind === 'untrusted')
    return (
      <UntrustedNotice fingerprint={answer.installation} onTrust={() => setTrust(answer.installation)} />
    );
  if (answer.kind !== 'tried') return <RefusalNotice text={formatTrialRefusal(answer, { name, say })} />;
  return <ImportForm tried={answer} archive={archive} trust={trust} onDone={onDone} onAgain={again} />;
}

/** Returns the message for a file that cannot be imported. */
function formatTrialRefusal(
  answer: Exclude<
    Extract<TrialOutcome, { isDone: true }>['answer'],
    { readonly kind: 'tried' | 'untrusted' }
  >,
  { name, say }: { readonly name: string; readonly say: FormatMessage },
): string {
  if (answer.kind === 'no-documents')
    return say('import.no-documents', { file: answer.file, reason: answer.reason });
  return answer.kind === 'busy' ? say('import.busy-draft') : say(`import.${answer.kind}`, { name });
}

/** Renders the notice that the signing key is unknown. An owner can compare the fingerprint and trust it. */
function UntrustedNotice({
  fingerprint,
  onTrust,
}: {
  readonly fingerprint: string;
  readonly onTrust: () => void;
}): ReactNode {
  const { say, may } = useStudio();
  return (
    <section className="st-notice st-notice--warning" role="alert" aria-labelledby="st-untrusted">
      <h2 id="st-untrusted">{say('import.untrusted')}</h2>
      <Fingerprint of={fingerprint} />
      <p>{say(may('owner') ? 'import.untrusted-owner' : 'import.untrusted-others')}</p>
      {may('owner') && (
        <p>
          <button
            type="button"
            className="st-button"
            onClick={() => {
              onTrust();
              focusHeadingOnceLost();
            }}
          >
            {say('import.trust')}
          </button>
        </p>
      )}
    </section>
  );
}

/** Renders what an import changes, the decisions that it needs, and a button that imports the file. */
function ImportForm({
  tried,
  archive,
  trust,
  onDone,
  onAgain,
}: {
  readonly tried: TriedArchive;
  readonly archive: string;
  /** The fingerprint of the key that an owner trusts for this import. Undefined if the key is known. */
  readonly trust: string | undefined;
  readonly onDone: (done: ImportResult) => void;
  /** Tries the import again. */
  readonly onAgain: () => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const { saving } = useDraftState();
  const id = useId();
  const [prefer, setPrefer] = useState<ImportRequest['prefer']>();
  const [isOlderMeant, setIsOlderMeant] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { conflicts, files, last } = tried;
  const isOpen = conflicts.length > 0 && prefer === undefined;
  const isNothing = files.length === 0 && conflicts.length === 0;
  const request = useMemo<ImportRequest>(
    () => ({ archive, ...(trust !== undefined && { trust }), ...(prefer && { prefer }) }),
    [archive, trust, prefer],
  );
  const compared = useImportConsequences(isOpen || isNothing ? undefined : request, tried);

  /** Shows a problem and announces it to screen readers. */
  function reportProblem(text: string): void {
    setProblem(text);
    announce(text);
  }

  /**
   * Imports the file, announces the result and calls `onDone`. If a decision is missing, focuses its field
   * instead. If the file no longer fits the draft, tries it again; shows any other failure.
   */
  async function importArchive(): Promise<void> {
    if (isOpen) {
      document.getElementById(`${id}-choice`)?.querySelector('input')?.focus();
      return reportProblem(say('import.choose'));
    }
    if (last !== undefined && !isOlderMeant) {
      document.getElementById(`${id}-older`)?.focus();
      return reportProblem(say('import.older', { last }));
    }
    setIsBusy(true);
    setProblem('');
    announce('');
    const outcome = await importVersion({ ...request, ...(isOlderMeant && { isOlderMeant }) });
    setIsBusy(false);
    if (!outcome.isDone) return reportProblem(formatRequestFailure(outcome.trouble, say));
    const { answer } = outcome;
    if (answer.kind === 'imported' || answer.kind === 'unchanged') {
      announce(formatImportResult(answer, say));
      onDone(answer);
      return focusHeadingOnceLost();
    }
    if (answer.kind === 'busy') return reportProblem(say('import.busy-draft'));
    if (answer.kind === 'draft-full') return reportProblem(say('import.draft-full'));
    // The draft or the trusted keys have changed since the trial.
    onAgain();
  }

  return (
    <>
      <section aria-labelledby={`${id}-what`} className="st-import-what">
        <h2 id={`${id}-what`}>{say('import.what')}</h2>
        <ArchiveDetails tried={tried} />
      </section>
      {isNothing ? (
        <p className="st-empty" role="status">
          {say('import.nothing')}
        </p>
      ) : (
        <>
          {last !== undefined && (
            <OlderVersionNotice
              id={`${id}-older`}
              last={last}
              isMeant={isOlderMeant}
              onChange={setIsOlderMeant}
            />
          )}
          {conflicts.length > 0 && (
            <ConflictChoice id={`${id}-choice`} conflicts={conflicts} prefer={prefer} onPrefer={setPrefer} />
          )}
          {!isOpen && (
            <div className="st-stack-3">
              <ConsequencesPanel answer={compared.answer} onAgain={compared.again} />
              <p className="st-hint">{say('import.changes')}</p>
            </div>
          )}
          {files.length > 0 && <ChangedFiles files={files} />}
          {problem !== '' && (
            <p className="st-problem" role="alert">
              {problem}
            </p>
          )}
          <p>
            <button
              type="button"
              className="st-button st-button--primary"
              aria-disabled={isBusy || saving !== 'saved' || undefined}
              onClick={() => {
                if (!isBusy && saving === 'saved') void importArchive();
              }}
            >
              {say(isBusy ? 'import.doing' : 'import.do')}
            </button>
          </p>
        </>
      )}
    </>
  );
}

/** Renders that a later version was imported before, and the checkbox by which a person means this one. */
function OlderVersionNotice({
  id,
  last,
  isMeant,
  onChange,
}: {
  /** The id of the checkbox. */
  readonly id: string;
  /** The number of the version that was imported last. */
  readonly last: number;
  readonly isMeant: boolean;
  readonly onChange: (isMeant: boolean) => void;
}): ReactNode {
  const { say } = useStudio();
  return (
    <div className="st-notice st-notice--warning">
      <p>{say('import.older', { last })}</p>
      <label className="st-tick">
        <input
          id={id}
          type="checkbox"
          checked={isMeant}
          onChange={({ target }) => onChange(target.checked)}
        />
        {say('import.older-meant')}
      </label>
    </div>
  );
}

/** Renders the values that the file and the draft changed differently, and the choice between both sides. */
function ConflictChoice({
  id,
  conflicts,
  prefer,
  onPrefer,
}: {
  readonly id: string;
  readonly conflicts: TriedArchive['conflicts'];
  /** The chosen side. Undefined until one is chosen. */
  readonly prefer: ImportRequest['prefer'];
  readonly onPrefer: (side: 'theirs' | 'ours') => void;
}): ReactNode {
  const { say } = useStudio();
  return (
    <fieldset id={id} className="st-notice st-notice--warning st-meeting">
      <legend className="st-visually-hidden">{say('import.both', { count: conflicts.length })}</legend>
      <h2>{say('import.both', { count: conflicts.length })}</h2>
      <p>{say('import.both-hint')}</p>
      <ul className="st-stack-3 st-breaks">
        {conflicts.map(({ file, path, ours, theirs }) => (
          <li key={`${file} ${path.join(' ')}`}>
            <code dir="ltr">{[file, ...path].join(' › ')}</code>
            <dl className="st-versions">
              <div>
                <dt>{say('import.in-draft')}</dt>
                <dd>{formatDocumentValue(theirs, say)}</dd>
                <dt>{say('import.in-file')}</dt>
                <dd>{formatDocumentValue(ours, say)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
      {(['theirs', 'ours'] as const).map((side) => (
        <label key={side} className="st-tick">
          <input
            type="radio"
            name={`${id}-prefer`}
            checked={prefer === side}
            onChange={() => onPrefer(side)}
          />
          {say(side === 'ours' ? 'import.take-file' : 'import.keep-draft')}
        </label>
      ))}
    </fieldset>
  );
}

/** Renders the names of the documents that an import changes. */
function ChangedFiles({ files }: { readonly files: readonly string[] }): ReactNode {
  const { say } = useStudio();
  return (
    <details className="st-breaks">
      <summary>{say('import.documents', { count: files.length })}</summary>
      <ul>
        {files.map((file) => (
          <li key={file}>
            <code dir="ltr">{file}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Renders the number, description, author, time and signature of the version in the file. */
function ArchiveDetails({ tried: { from, isOwn, version } }: { readonly tried: TriedArchive }): ReactNode {
  const { say } = useStudio();
  return (
    <dl className="st-about st-stack-2 st-box st-box--round st-padded-wide st-small st-breaks">
      <FactRow term={say('import.which')}>
        {say(isOwn ? 'version.number' : 'import.there', { number: from.number })}
      </FactRow>
      {version.note !== '' && (
        <FactRow term={say('history.why')}>
          <bdi>{version.note}</bdi>
        </FactRow>
      )}
      <FactRow term={say('history.who')}>
        <bdi>{version.by}</bdi>
      </FactRow>
      <FactRow term={say('history.when')}>
        <MomentText at={version.at} />
      </FactRow>
      <FactRow term={say('import.signed')}>
        <span className="st-signature st-wrap st-baseline">
          <Fingerprint of={from.installation} />
          <span className="st-state st-state--published">{say(isOwn ? 'import.own' : 'import.trusted')}</span>
        </span>
      </FactRow>
    </dl>
  );
}

/** Returns the message that the version was imported, or that it changed nothing. */
function formatImportResult({ kind, from: { number } }: ImportResult, say: FormatMessage): string {
  return say(kind === 'imported' ? 'import.done' : 'import.unchanged', { number });
}

/** Renders the result of an import, a link to publish the draft, and a button for another import. */
function ImportedNotice({
  done,
  onAnother,
}: {
  readonly done: ImportResult;
  readonly onAnother: () => void;
}): ReactNode {
  const { say } = useStudio();
  return (
    <div className="st-notice st-notice--good">
      <p>
        <strong>{formatImportResult(done, say)}</strong>
      </p>
      <div className="st-ways">
        <a className="st-button st-button--primary" href="/studio/publish">
          {say('import.to-publish')}
        </a>
        <button type="button" className="st-button" onClick={onAnother}>
          {say('import.another')}
        </button>
      </div>
    </div>
  );
}
