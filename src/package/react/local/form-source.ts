import { type Form, textDirection, toClientForm } from '#engine';
import { type FormDocument, isFormDocument } from '#engine/documents/form-document.ts';
import { memoizeByKey } from '#engine/model/memoize.ts';
import { type HostedForm, markWhenFulfilled } from '../form-section.tsx';
import type { FormModule, FormSource } from './form-source-types.ts';

/** A form that can be drawn and judged in the page, or the reason why it cannot. */
export type ReadyForm =
  | {
      readonly ok: true;
      readonly hash: string;
      /** Returns the form in a language, by default its own: the same object for the same language. */
      readonly getLocalized: (locale: string | undefined) => LocalizedForm;
    }
  | { readonly ok: false; readonly error: Error };

/** A form in a language. */
export interface LocalizedForm {
  /** A BCP 47 tag. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  readonly hosted: HostedForm;
}

/**
 * A source that is being compiled or is ready. `promise` never rejects; React's `use` does not suspend once it is
 * fulfilled.
 */
export interface SourceLoad {
  readonly ready?: ReadyForm;
  readonly promise: Promise<ReadyForm>;
}

/** The number of documents whose forms stay compiled. A page that edits a form compiles many. */
const maxCachedDocuments = 50;

const loadsByObject = new WeakMap<object, SourceLoad>();
/** In the order of their last use. */
const loadsByText = new Map<string, SourceLoad>();

/**
 * Starts to load a form, or returns the load that an earlier call started: the same object for equal documents, because
 * a component may write its document in place. A failure is logged once.
 */
export function loadFormSource(source: FormSource): SourceLoad {
  if (!isObject(source)) return rejectSource(String(source));
  const known = loadsByObject.get(source);
  if (known) return known;
  const load = isFormDocument(source) ? loadDocument(source) : startLoad(source);
  loadsByObject.set(source, load);
  return load;
}

/** Returns the load of an equal document, else starts one. */
function loadDocument(document: FormDocument): SourceLoad {
  const text = JSON.stringify(document);
  const load = loadsByText.get(text) ?? startLoad(document);
  loadsByText.delete(text);
  loadsByText.set(text, load);
  const [oldest] = loadsByText.keys();
  if (loadsByText.size > maxCachedDocuments && oldest !== undefined) loadsByText.delete(oldest);
  return load;
}

/** Starts to load a form. A module of the plugin is ready at once. */
function startLoad(source: FormSource): SourceLoad {
  if (isFormModule(source)) {
    const ready = createReadyForm(source);
    return { ready, promise: markWhenFulfilled(Promise.resolve(ready)) };
  }
  const promise = compileSource(source).then(createReadyForm, createFailure);
  return { promise: markWhenFulfilled(promise) };
}

/**
 * Compiles a document or the schemas of a form in the page. Rejects with an error for developers if the page's policy
 * forbids that, or if the form has problems.
 */
async function compileSource(source: FormSource): Promise<FormModule> {
  const compiled = isFormDocument(source) ? undefined : findForm(source);
  if (compiled === undefined && !isFormDocument(source)) throw createSourceError();
  if (!canEvaluate()) throw new Error(evaluationMessage);
  const [{ compileFormSchemas }, form] = await Promise.all([
    import('./compile-form-schemas.ts'),
    compiled ?? import('./compile-document.ts').then((part) => part.compileDocument(source as FormDocument)),
  ]);
  return { form, validators: compileFormSchemas(form) };
}

const evaluationMessage = [
  "Cannot check this form: the page's Content-Security-Policy forbids `eval`, which compiling a form in the page needs.",
  "Compile it when the page is built, with the Vite plugin slipway() of slipway/vite and import form from './form.json?slipway' (docs/embed-in-react.md).",
].join('\n');

/** Returns true if code can be generated from text. */
function canEvaluate(): boolean {
  try {
    return new Function('return true')() === true;
  } catch {
    return false;
  }
}

/** Creates the error for a source that is none. */
function createSourceError(): TypeError {
  return new TypeError(
    'Cannot show the form: the prop "form" is no form; pass { schema: … }, the form of compile, or a module of slipway/vite',
  );
}

/** Returns a load that has failed, the same for an equal source. */
const rejectSource = memoizeByKey((_source: string): SourceLoad => {
  const ready = createFailure(createSourceError());
  return { ready, promise: Promise.resolve(ready) };
});

/** Logs the error and returns the failure. */
function createFailure(error: unknown): ReadyForm {
  const failure = error instanceof Error ? error : new Error(String(error));
  console.error(failure.message);
  return { ok: false, error: failure };
}

/** Creates a form that is ready. */
function createReadyForm({ form, validators }: FormModule<unknown>): ReadyForm {
  const getInLocale = memoizeByKey(
    (locale: string): LocalizedForm => ({
      locale,
      dir: textDirection(locale),
      hosted: { inputs: createInputs({ form, validators }, locale), isBehindButton: false },
    }),
  );
  return {
    ok: true,
    hash: form.hash,
    getLocalized: (locale = form.settings.fallbackLocale) => getInLocale(locale),
  };
}

/** Returns the props of a section with no content but the form. */
function createInputs({ form, validators }: FormModule<unknown>, locale: string): HostedForm['inputs'] {
  return {
    form: toClientForm(form, { locale }),
    enquiryTypes: form.types
      .filter(({ isRetired }) => !isRetired)
      .map(({ id, key, names }) => ({ id, name: key, ...(names && { names }) })),
    contactForm: {},
    site: { id: '', domain: '' },
    locale,
    today: new Date().toISOString().slice(0, 10),
    endpoints: { graphql: '', contactUpload: '' },
    futureEventTitles: [],
    inSteps: true,
    validators: {
      loaded: validators,
      load: async (key) => {
        const module = validators[key];
        if (module === undefined) throw new Error(`Cannot check "${key}": the form has no such type`);
        return module;
      },
    },
  };
}

/** Returns true for a module of the plugin. */
function isFormModule(source: FormSource): source is FormModule {
  return 'validators' in source && isForm(source.form);
}

/** Returns a compiled form, also from the result of `compile`; undefined if there is none. */
function findForm(source: object): Form | undefined {
  if (isForm(source)) return source;
  const { form } = source as { readonly form?: unknown };
  return isForm(form) ? form : undefined;
}

/** Returns true if a value has the members of a compiled form that no document has. */
function isForm(value: unknown): value is Form {
  return isObject(value) && 'hash' in value && 'types' in value && 'settings' in value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
