import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type Form, textDirection, toClientForm } from '#engine';
import { maxDocumentLength } from '#engine/editing/index.ts';
import { precompile } from '#widgets/validators/precompile.ts';
import { ContactFormSection, type ContactFormSectionProps } from '../../contact/index.ts';
import { dataWithoutContent } from '../../contact/preset/section-data.ts';
import { toFindingDiagnostics } from '../../studio/documents/diagnostics.ts';
import { type CompiledFiles, compileFiles, type LiveFiles } from './compile-files.ts';

const CodeEditor = lazy(async () => ({
  default: (await import('../../studio/documents/code-editor.tsx')).CodeEditor,
}));

/** Shows a form as its files are, again after each change of them, beside an editor of the files. */
export function LiveForm(): ReactNode {
  const saved = useSavedFiles();
  return saved === undefined ? <p className="st-quiet">Loading the form</p> : <EditedForm saved={saved} />;
}

/** Returns the files as they are saved, again after each change. Undefined until they have arrived. */
function useSavedFiles(): LiveFiles | undefined {
  const [files, setFiles] = useState<LiveFiles>();
  useEffect(() => {
    /** Reads the files. While one is being written, the next event reads them again. */
    const read = async () => {
      const answer = await fetch('/live/files');
      if (answer.ok) setFiles(await answer.json());
    };
    const events = new EventSource('/live/events');
    events.onopen = () => void read();
    events.onmessage = () => void read();
    return () => events.close();
  }, []);
  return files;
}

/** Renders the form of the files with the edits of the page, and the editor. A saved change ends the edits. */
function EditedForm({ saved }: { readonly saved: LiveFiles }): ReactNode {
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const [file, setFile] = useState(saved.form ?? Object.keys(saved.texts)[0] ?? '');
  const [former, setFormer] = useState(saved);
  if (former !== saved) {
    setFormer(saved);
    setEdits({});
  }
  const files = useMemo(() => ({ ...saved, texts: { ...saved.texts, ...edits } }), [saved, edits]);
  const deferred = useDeferredValue(files);
  const compiled = useMemo(() => compileFiles(deferred), [deferred]);
  const form = useLast(compiled.form);
  return (
    <div className="gl-live">
      <main>
        {form ? <FormView key={form.hash} form={form} /> : <p>The form has mistakes: see below its file.</p>}
      </main>
      <aside aria-label="Files">
        <FileEditor
          file={file}
          files={files}
          compiled={compiled}
          isEdited={Object.hasOwn(edits, file)}
          onChoose={setFile}
          onChange={(text) => setEdits((before) => ({ ...before, [file]: text }))}
        />
      </aside>
    </div>
  );
}

/** Returns the last value that was not undefined. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** Renders the form as a page shows it, in one of its languages. */
function FormView({ form }: { readonly form: Form }): ReactNode {
  const locales = Object.keys(form.texts);
  const [locale, setLocale] = useState(form.settings.fallbackLocale);
  const props = useMemo(() => createSectionProps(form, locale), [form, locale]);
  return (
    <>
      {locales.length > 1 && (
        <label className="st-choice">
          Language{' '}
          <select value={locale} onChange={(event) => setLocale(event.target.value)}>
            {locales.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
      <div lang={locale} dir={textDirection(locale)}>
        <ContactFormSection key={locale} {...props} />
      </div>
    </>
  );
}

/** Returns the props of a section that sends to `slipway dev` and has no content. */
function createSectionProps(form: Form, locale: string): ContactFormSectionProps {
  const types = new Map(form.types.map((type) => [type.key, type]));
  return {
    form: toClientForm(form, { locale }),
    enquiryTypes: form.types.map(({ id, key, names }) => ({ id, name: key, ...(names && { names }) })),
    contactForm: {},
    site: { id: 1, domain: 'localhost' },
    locale,
    today: new Date().toISOString().slice(0, 10),
    endpoints: { graphql: '/live/graphql', contactUpload: '/live/upload' },
    ...dataWithoutContent,
    inSteps: true,
    validators: {
      load: async (key) => {
        const type = types.get(key);
        if (type === undefined) throw new Error(`Cannot check "${key}": the form has no such type`);
        return precompile(type).evaluate();
      },
    },
  };
}

interface FileEditorProps {
  readonly file: string;
  readonly files: LiveFiles;
  readonly compiled: CompiledFiles;
  readonly isEdited: boolean;
  readonly onChoose: (file: string) => void;
  readonly onChange: (text: string) => void;
}

/** Renders the editor of one file with its problems, a choice of the file, and a button that saves it. */
function FileEditor({ file, files, compiled, isEdited, onChoose, onChange }: FileEditorProps): ReactNode {
  const names = Object.keys(files.texts);
  const text = files.texts[file] ?? '';
  const own = compiled.findings.filter((finding) => finding.file === file);
  const others = compiled.findings.filter((finding) => finding.file !== file);
  /** Writes the file; the server then informs all pages. */
  const save = async () => {
    await fetch(`/live/files?${new URLSearchParams({ file })}`, { method: 'PUT', body: text });
  };
  return (
    <section className="gl-part" aria-label={file}>
      <div className="gl-part-head">
        {names.length > 1 ? (
          <select
            className="st-input"
            aria-label="File"
            value={file}
            onChange={(event) => onChoose(event.target.value)}
          >
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          <h2>{file}</h2>
        )}
        <button type="button" className="st-button" disabled={!isEdited} onClick={() => void save()}>
          Save
        </button>
      </div>
      <Suspense fallback={<p className="st-quiet">Loading the editor</p>}>
        <CodeEditor
          key={file}
          label={file}
          isReadOnly={false}
          text={text}
          most={maxDocumentLength}
          remarks={toFindingDiagnostics(text, own, 'en')}
          complete={(path, isKey) => compiled.complete(file, path, isKey)}
          onChange={onChange}
          onTooLong={() => undefined}
        />
      </Suspense>
      <ul role="status">
        {[...own, ...others].map(({ file: at, pointer, reason }) => (
          <li key={`${at}${pointer}${reason}`} className="st-problem">
            {at}
            {pointer}: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
