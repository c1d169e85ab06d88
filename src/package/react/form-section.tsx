import {
  type ComponentType,
  memo,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { useIsHydrating } from '#widgets';
import { createControlRestorer } from '../../contact/hydration/control-restorer.ts';
import {
  type ContactFormSectionProps as Inputs,
  LazyContactFormModal,
  loadOpeningModules,
  ContactFormSection as Section,
} from '../../contact/index.ts';
import type { HydrationDelay } from './use-section-hydration.ts';

/**
 * A form that a host page shows. Pass the same object as long as the form is the same: its modules are loaded once for
 * each object.
 */
export interface HostedForm {
  readonly inputs: Inputs;
  /** True if a button opens the form in a dialog. */
  readonly isBehindButton: boolean;
}

/**
 * Components with any props. RJSF's own types are not used here, because the package would then depend on
 * RJSF.
 */
export type OwnComponents = Readonly<Record<string, ComponentType<never>>>;

/** Custom widgets and fields of a host. */
export interface OwnComponentProps {
  /**
   * Custom widgets by the names that UI schemas use (docs/own-widgets.md): components with RJSF's
   * `WidgetProps`. Pass the same object at each render.
   */
  readonly widgets?: OwnComponents;
  /** Custom fields by name: components with RJSF's `FieldProps`. Pass the same object at each render. */
  readonly fields?: OwnComponents;
}

/** The properties, each of which may be undefined. */
type Undefinable<Properties> = { readonly [Name in keyof Properties]?: Properties[Name] | undefined };

interface FormSectionProps
  extends OwnComponentProps,
    Undefinable<
      Pick<
        Inputs,
        | 'submissionUrl'
        | 'onSuccess'
        | 'deliver'
        | 'initialValues'
        | 'photos'
        | 'lists'
        | 'hasFormTitle'
        | 'hasDraft'
      >
    >,
    Partial<Pick<Inputs, 'endpoints' | 'today'>> {
  readonly hosted: HostedForm;
  readonly sectionName: string | undefined;
  /** The element that contains the section. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly delay?: HydrationDelay | undefined;
}

/**
 * Renders the section, or the button of its dialog. Suspends until it may be hydrated and the modules are loaded.
 * Properties that are undefined count as absent.
 */
export function FormSection({
  hosted,
  sectionName,
  host,
  delay,
  widgets,
  fields,
  ...own
}: FormSectionProps): ReactNode {
  const isHydrating = useIsHydrating();
  const promise = isHydrating ? delay?.getPromise() : undefined;
  if (promise) use(promise);
  useEffect(() => delay?.reportHydrated(), [delay]);
  useRestoredControls(host, isHydrating);
  const modules = loadModules(hosted);
  if (modules) use(modules);
  const Form = hosted.isBehindButton ? DialogForm : InlineForm;
  return (
    <Form
      {...hosted.inputs}
      {...toRjsfComponents({ widgets, fields })}
      {...omitUndefined({ ...own, sectionName })}
    />
  );
}

/** Returns the object without the properties that are undefined. */
function omitUndefined<Properties extends object>(
  properties: Properties,
): { readonly [Name in keyof Properties]?: Exclude<Properties[Name], undefined> } {
  const defined = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as { [Name in keyof Properties]?: Exclude<Properties[Name], undefined> };
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
function toRjsfComponents(own: {
  readonly widgets: OwnComponents | undefined;
  readonly fields: OwnComponents | undefined;
}): Pick<Inputs, 'widgets' | 'fields'> {
  return omitUndefined(own) as Pick<Inputs, 'widgets' | 'fields'>;
}

/** Memoized, because the host page may render for other reasons. */
const InlineForm = memo(Section);
const DialogForm = memo(LazyContactFormModal);

/** The promises of `loadModules`, by the object that they were called with. */
const moduleLoads = new WeakMap<HostedForm, Promise<unknown>>();

/**
 * Loads the modules that rendering a form needs. Returns undefined if there is nothing to load, and the same
 * promise for the same object, as React's `use` requires. The promise never rejects: an error is
 * logged, and the form is rendered without the module.
 */
export function loadModules(hosted: HostedForm): Promise<unknown> | undefined {
  const known = moduleLoads.get(hosted);
  if (known) return known;
  const load = loadOpeningModules(hosted.inputs, hosted.isBehindButton)?.catch((error: unknown) =>
    console.error('Cannot load what draws the form:', error),
  );
  if (!load) return undefined;
  moduleLoads.set(hosted, markWhenFulfilled(load));
  return load;
}

/**
 * Marks a promise as fulfilled in the way React does, so that `use` does not suspend again, not even in
 * `renderToString`. Returns the promise.
 */
export function markWhenFulfilled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }));
  return promise;
}
