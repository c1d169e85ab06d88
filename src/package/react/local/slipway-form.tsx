import {
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createTextFormatter, type Lists, type Values } from '#engine';
import type { ContactFormSectionProps as Inputs } from '../../../contact/index.ts';
import { useUniqueSectionName } from '../../../contact/index.ts';
import { FormSection, type OwnComponentProps } from '../form-section.tsx';
import { getToday, loadFormSource, type ReadyForm, type SourceLoad } from './form-source.ts';
import type { FormSource, SubmitContext, SubmitResult, SubmittedValues } from './form-source-types.ts';
import { createLocalFiles, replaceUploads } from './local-files.ts';
import { parseSubmitResult } from './submit-problems.ts';

export interface SlipwayFormProps<FormValues = Values, Source extends FormSource = FormSource>
  extends OwnComponentProps {
  /**
   * A form in one file, a compiled form, or a module of the plugin of `slipway/vite`. Another form replaces this one
   * when it is compiled; values of fields with equal names stay.
   */
  readonly form: Source;
  /**
   * Called with the values of a form without problems: numbers, dates as ISO texts, `File` objects without
   * `endpoints.contactUpload`, and nothing for empty and hidden fields. Returns the problems because of which they are
   * refused, or nothing. A rejection is shown as a failed send, and nothing that was entered is lost.
   */
  readonly onSubmit: (
    values: [FormValues] extends [never] ? SubmittedValues<Source> : FormValues,
    context: SubmitContext,
  ) => Promise<SubmitResult> | Promise<void> | SubmitResult | void;
  /** A BCP 47 tag. Absent: the language of the form, as for a language in which it has no texts. */
  readonly locale?: string;
  /** As in `ContactFormSection`. */
  readonly name?: string;
  /** The values that the fields have at first. Later changes have no effect; a draft of this tab takes precedence. */
  readonly values?: Values;
  /** The address that issues upload targets (docs/own-back-end.md). Absent: `onSubmit` gets `File` objects. */
  readonly endpoints?: { readonly contactUpload?: string };
  /** The items of the lists that a compiled form declares. */
  readonly lists?: Lists;
  /** False: no draft is stored. The tab's session storage has it otherwise, by path and `name`, until the form is sent. */
  readonly hasDraft?: boolean;
  /** With `modal`, a button that opens the form in a dialog. Absent: `inline`, the form itself. */
  readonly placement?: 'inline' | 'modal';
  /** False: without the title of the schema above the form, for a page that has a heading. Absent: true. */
  readonly hasTitle?: boolean;
  /** Shown until the form is compiled, and below the message if it cannot be. */
  readonly children?: ReactNode;
}

/**
 * Renders a form, judges it in the page and passes its values to `onSubmit`. It needs no server. After `onSubmit` has
 * accepted them, the thanks replace the form. It has no `hydrate`, because it can do nothing before its scripts run.
 */
export function SlipwayForm<FormValues = never, const Source extends FormSource = FormSource>({
  form,
  locale,
  name,
  children,
  ...own
}: SlipwayFormProps<FormValues, Source>): ReactNode {
  const load = loadFormSource(form);
  // While another form is compiled, the current one stays visible and focused.
  const shownLoad = useDeferredValue(load);
  const shownLocale = useDeferredValue(locale);
  const uniqueName = useUniqueSectionName(name);
  if (uniqueName === undefined) return children;
  return (
    <Suspense fallback={children}>
      <LoadedSource
        load={shownLoad}
        locale={shownLocale}
        sectionName={uniqueName.sectionName}
        fallback={children}
        {...(own as LocalFormProps)}
      />
    </Suspense>
  );
}

/** The properties of a form that do not depend on its source. */
type LocalFormProps = Omit<SlipwayFormProps, 'form' | 'locale' | 'name' | 'children'>;

interface LoadedSourceProps extends LocalFormProps {
  readonly load: SourceLoad;
  readonly locale: string | undefined;
  readonly sectionName: string | undefined;
  readonly fallback: ReactNode;
}

/** Renders the form, or the reason why it cannot be shown. Suspends until it is compiled. */
function LoadedSource({ load, fallback, ...props }: LoadedSourceProps): ReactNode {
  const ready = load.ready ?? use(load.promise);
  if (ready.ok) return <LocalForm ready={ready} {...props} />;
  return (
    <>
      <div className="sw-host sw-alert" role="alert">
        {ready.error.message.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {fallback}
    </>
  );
}

interface LocalFormOptions extends LocalFormProps {
  readonly ready: Extract<ReadyForm, { readonly ok: true }>;
  readonly locale: string | undefined;
  readonly sectionName: string | undefined;
}

/** Renders the section of a form that is ready. */
function LocalForm({ ready, locale, sectionName, values, ...props }: LocalFormOptions): ReactNode {
  const { onSubmit, endpoints, lists, widgets, fields, placement = 'inline', hasTitle, hasDraft } = props;
  const host = useRef<HTMLDivElement>(null);
  const localized = ready.getLocalized(locale);
  // A program without types may pass null.
  const [initialValues] = useState(values ?? undefined);
  // A server may run for longer than a day.
  const [today] = useState(getToday);
  const hosted = localized.hosted[placement];
  const delivery = useDelivery(onSubmit, endpoints?.contactUpload, hosted.inputs);
  return (
    <div ref={host} className="sw-host" lang={localized.locale} dir={localized.dir}>
      <FormSection
        // Another form has other fields, and validators of its own. The draft has what was entered.
        key={`${ready.hash} ${sectionName}`}
        hosted={hosted}
        sectionName={sectionName}
        host={host}
        widgets={widgets}
        fields={fields}
        initialValues={initialValues}
        lists={lists}
        hasFormTitle={hasTitle}
        hasDraft={hasDraft}
        today={today}
        {...delivery}
      />
    </div>
  );
}

/**
 * Returns the props that deliver an enquiry to the latest `onSubmit`, with its files or the paths to which they were
 * uploaded. They stay the same at each render, so that the section is not rendered again.
 */
function useDelivery(
  onSubmit: LocalFormProps['onSubmit'],
  contactUpload: string | undefined,
  { form, locale }: Inputs,
): Pick<Inputs, 'deliver' | 'photos' | 'endpoints'> {
  const latest = useRef(onSubmit);
  useLayoutEffect(() => {
    latest.current = onSubmit;
  }, [onSubmit]);
  const [files] = useState(() => createLocalFiles(createTextFormatter(form, locale)));
  useEffect(() => files.photos.clear, [files]);
  const isUploaded = contactUpload !== undefined;
  const deliver = useCallback<NonNullable<Inputs['deliver']>>(
    async ({ plan, ...context }) => {
      const submitted = isUploaded ? replaceUploads(plan, (path) => path) : files.getValues(plan);
      return parseSubmitResult(await latest.current(submitted, context), plan);
    },
    [files, isUploaded],
  );
  return useMemo(
    () => ({
      deliver,
      endpoints: { graphql: '', contactUpload: contactUpload ?? '' },
      ...(!isUploaded && { photos: files.photos }),
    }),
    [deliver, contactUpload, isUploaded, files],
  );
}
