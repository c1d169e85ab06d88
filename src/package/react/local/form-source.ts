import { type Form, textDirection, toClientForm } from '#engine';
import { type FormDocument, isFormDocument } from '#engine/documents/form-document.ts';
import { memoizeByKey } from '#engine/model/memoize.ts';
import { lookUpLocale } from '#engine/texts/locale.ts';
import { dataWithoutContent } from '../../../contact/preset/section-data.ts';
import { type HostedForm, markWhenFulfilled } from '../form-section.tsx';
import type { FormSource, PrecompiledForm } from './form-source-types.ts';

/** A form that can be drawn and judged in the page, or the reason why it cannot. */
export type ReadyForm =
  | {
      readonly ok: true;
      readonly hash: string;
      /** Returns the form in a language, or in its own if it has no texts in that: the same object for the same language. */
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

const loadsByObject = new WeakMap<object, SourceLoad>();

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
  try {
    return loadText(JSON.stringify(document), () => startLoad(document));
  } catch {
    // Compiling reports a document that is no JSON, such as a circular one.
    return startLoad(document);
  }
}

/** The number of entries of a cache. A page that edits a form compiles many, a server draws many languages. */
const maxCached = 50;

/** Creates a cache of the latest results by key: it computes the result of a key that it does not have. */
function createRecentCache<Result>(): (key: string, compute: () => Result) => Result {
  /** In the order of their last use. */
  const results = new Map<string, Result>();
  return (key, compute) => {
    const result = results.get(key) ?? compute();
    results.delete(key);
    results.set(key, result);
    const [oldest] = results.keys();
    if (results.size > maxCached && oldest !== undefined) results.delete(oldest);
    return result;
  };
}

const loadText = createRecentCache<SourceLoad>();

/** Starts to load a form. A module of the plugin is ready at once. */
function startLoad(source: FormSource): SourceLoad {
  if (isPrecompiledForm(source)) {
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
async function compileSource(source: FormSource): Promise<PrecompiledForm> {
  const compiled = isFormDocument(source) ? undefined : findForm(source);
  if (compiled === undefined && !isFormDocument(source)) throw createSourceError();
  if (!canEvaluate()) throw new Error(evaluationMessage);
  const [{ evaluateFormSchemas }, form] = await Promise.all([
    import('./evaluate-form-schemas.ts'),
    compiled ?? import('./compile-document.ts').then((part) => part.compileDocument(source as FormDocument)),
  ]);
  return { form, validators: evaluateFormSchemas(form) };
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
function createReadyForm({ form, validators }: PrecompiledForm<unknown>): ReadyForm {
  const getCached = createRecentCache<LocalizedForm>();
  const { fallbackLocale } = form.settings;
  return {
    ok: true,
    hash: form.hash,
    getLocalized: (locale) =>
      getCached(String(locale), () => {
        const known =
          locale !== undefined && isLocale(locale) && hasTexts(form, locale) ? locale : fallbackLocale;
        const inputs = createInputs({ form, validators }, known);
        return { locale: known, dir: textDirection(known), hosted: { inputs, isBehindButton: false } };
      }),
  };
}

/** Returns true if a form has texts in the language of a locale. */
function hasTexts({ texts }: Form, locale: string): boolean {
  return lookUpLocale(locale, Object.keys(texts)) !== undefined;
}

/** Returns true for a BCP 47 tag. Logs a warning for anything else. */
function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    console.warn(`Cannot show the form in "${locale}": it is no language tag, such as "de" or "pt-BR"`);
    return false;
  }
}

/** Returns the props of a section with no content but the form. */
function createInputs({ form, validators }: PrecompiledForm<unknown>, locale: string): HostedForm['inputs'] {
  return {
    form: toClientForm(form, { locale }),
    enquiryTypes: form.types
      .filter(({ isRetired }) => !isRetired)
      .map(({ id, key, names }) => ({ id, name: key, ...(names && { names }) })),
    contactForm: {},
    site: { id: '', domain: '' },
    locale,
    today: getToday(),
    endpoints: { graphql: '', contactUpload: '' },
    ...dataWithoutContent,
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

/** Returns the current day in UTC. */
export function getToday(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Returns true for a module of the plugin. */
function isPrecompiledForm(source: FormSource): source is PrecompiledForm {
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
