import {
  type ComponentType,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { useIsHydrating } from '#widgets';
import { createControlRestorer } from '../../contact/hydration/control-restorer.ts';
import {
  createValidatorSource,
  getPlacedSectionProps,
  type ContactFormSectionProps as Inputs,
  isOpenedByButton,
  LazyContactFormModal,
  loadOpeningModules,
  type Receipt,
  ContactFormSection as Section,
  useUniqueSectionName,
} from '../../contact/index.ts';
import type { FormContent } from './fetch-form.ts';
import { type HydrationDelay, type HydrationMode, useSectionHydration } from './use-section-hydration.ts';

export { type LoadedForm, useForm } from './use-form.ts';

export interface ContactFormSectionProps {
  /** The result of `useForm` or `fetchForm`. Pass the same object as long as the form is the same. */
  readonly content: FormContent | undefined;
  /**
   * A name that distinguishes this section from others on the page. It is part of element ids and of the key
   * of the visitor's draft. Absent: the position among the sections is used. Sections that a server renders
   * need a name.
   */
  readonly name?: string;
  /**
   * A fallback until the form is loaded, or if it cannot be loaded: a link to the form's own page, for
   * example.
   */
  readonly children?: ReactNode;
  /** The page address that is sent with the enquiry. Absent: the address of the current page. */
  readonly submissionUrl?: string;
  /** Called after an enquiry was accepted. */
  readonly onSuccess?: (receipt: Receipt) => void;
  /**
   * Custom widgets by the names that UI schemas use (docs/own-widgets.md): components with RJSF's
   * `WidgetProps`. Pass the same object at each render.
   */
  readonly widgets?: OwnComponents;
  /** Custom fields by name: components with RJSF's `FieldProps`. Pass the same object at each render. */
  readonly fields?: OwnComponents;
  /**
   * The time at which a section that a server has rendered becomes interactive: with its page (`load`, the
   * default), or when a visitor is about to use it (`intent`).
   */
  readonly hydrate?: HydrationMode;
}

/**
 * Components with any props. RJSF's own types are not used here, because the package would then depend on
 * RJSF.
 */
type OwnComponents = Readonly<Record<string, ComponentType<never>>>;

/**
 * Renders the contact form section, or a button that opens it in a dialog if the form's placement is `modal`.
 * Renders `children` until the form and its modules are loaded, and nothing if the form is hidden. While
 * another form loads, the former one stays visible.
 */
export function ContactFormSection({
  content,
  name,
  children,
  submissionUrl,
  onSuccess,
  widgets,
  fields,
  hydrate = 'load',
}: ContactFormSectionProps): ReactNode {
  // While the modules of another form load, the current form stays visible and focused.
  const shown = useDeferredValue(content);
  const uniqueName = useUniqueSectionName(name);
  const sectionName = uniqueName?.sectionName;
  const { host, delay, isDelayed } = useSectionHydration({
    mode: hydrate,
    content: shown?.form.isShown ? shown : undefined,
    sectionName,
    prepareForm,
  });
  // The same element as long as nothing changes: this component renders again when it is hydrated, and React 18
  // replaces the section if it is updated before it is hydrated.
  const section = useMemo(() => {
    if (shown === undefined) return undefined;
    const own = { submissionUrl, onSuccess, widgets, fields };
    return (
      <div ref={host} className="sw-host" lang={shown.locale} dir={shown.dir}>
        <Suspense fallback={children}>
          <FormSection
            key={sectionName}
            content={shown}
            sectionName={sectionName}
            host={host}
            delay={delay}
            {...own}
          />
        </Suspense>
      </div>
    );
  }, [shown, sectionName, children, host, delay, submissionUrl, onSuccess, widgets, fields]);
  const [firstSection] = useState(section);
  if (shown === undefined || uniqueName === undefined) return children;
  if (!shown.form.isShown) return <HiddenForm reason={shown.hiddenReason} />;
  return isDelayed ? firstSection : section;
}

/** Renders nothing and logs the reason, if there is one, to the console. */
function HiddenForm({ reason }: { readonly reason: string | undefined }): ReactNode {
  useEffect(() => {
    if (reason !== undefined) console.warn(`The contact form section is hidden: ${reason}`);
  }, [reason]);
  return null;
}

/**
 * Loads the modules that rendering a form needs. Await it before `renderToString`, which does not wait for
 * them, and before `hydrateRoot`. It never rejects: an error is logged.
 */
export async function prepareForm(content: FormContent): Promise<void> {
  await loadModules(content, toSectionProps(content));
}

interface FormSectionProps
  extends Pick<ContactFormSectionProps, 'submissionUrl' | 'onSuccess' | 'widgets' | 'fields'> {
  readonly content: FormContent;
  readonly sectionName: string | undefined;
  /** The element that contains the section. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly delay: HydrationDelay | undefined;
}

/**
 * Renders the section, or the button of its dialog. Suspends until it may be hydrated and the modules are loaded.
 */
function FormSection({
  content,
  sectionName,
  host,
  delay,
  submissionUrl,
  onSuccess,
  ...own
}: FormSectionProps): ReactNode {
  const isHydrating = useIsHydrating();
  const promise = isHydrating ? delay?.getPromise() : undefined;
  if (promise) use(promise);
  useEffect(() => delay?.reportHydrated(), [delay]);
  useRestoredControls(host, isHydrating);
  const inputs = useMemo(() => toSectionProps(content), [content]);
  const parts = loadModules(content, inputs);
  if (parts) use(parts);
  const Form = isOpenedByButton(content.form) ? DialogForm : InlineForm;
  return (
    <Form
      {...inputs}
      {...toRjsfComponents(own)}
      {...(sectionName !== undefined && { sectionName })}
      {...(submissionUrl !== undefined && { submissionUrl })}
      {...(onSuccess && { onSuccess })}
    />
  );
}

/**
 * Copies what was entered in the section that a server has rendered, if React could not hydrate it and replaces it
 * by this one.
 */
function useRestoredControls(host: FormSectionProps['host'], isHydrating: boolean): void {
  const [restore] = useState(() =>
    isHydrating || host.current === null ? undefined : createControlRestorer(host.current),
  );
  // In the same commit: a draft, which fields show after it, is older.
  useLayoutEffect(() => restore?.(), [restore]);
}

/** Casts to RJSF's component types: custom components get the props of RJSF, for which they are written. */
function toRjsfComponents(
  own: Pick<FormSectionProps, 'widgets' | 'fields'>,
): Pick<Inputs, 'widgets' | 'fields'> {
  return own as Pick<Inputs, 'widgets' | 'fields'>;
}

/** Memoized, because the host page may render for other reasons. */
const InlineForm = memo(Section);
const DialogForm = memo(LazyContactFormModal);

/** Converts a form from a server to the props of the section. */
function toSectionProps({ form, ticket }: FormContent): Inputs {
  return { ...getPlacedSectionProps(form, createValidatorSource(form.validators)), ticket };
}

/** The promises of `loadModules`, by the object that they were called with. */
const moduleLoads = new WeakMap<FormContent, Promise<unknown>>();

/**
 * Loads the modules that rendering a form needs. Returns undefined if there is nothing to load, and the same
 * promise for the same `content` object, as React's `use` requires. The promise never rejects: an error is
 * logged, and the form is rendered without the module.
 */
function loadModules(content: FormContent, inputs: Inputs): Promise<unknown> | undefined {
  const known = moduleLoads.get(content);
  if (known) return known;
  const load = loadOpeningModules(inputs, isOpenedByButton(content.form))?.catch((error: unknown) =>
    console.error('Cannot load what draws the form:', error),
  );
  if (!load) return undefined;
  moduleLoads.set(content, load);
  // Marks the promise as fulfilled in the way React does, so that `use` does not suspend again, not even in
  // `renderToString`.
  load.then(() => Object.assign(load, { status: 'fulfilled', value: undefined }));
  return load;
}
