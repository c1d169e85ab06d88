import {
  type ComponentType,
  memo,
  type ReactNode,
  Suspense,
  use,
  useDeferredValue,
  useEffect,
  useMemo,
} from 'react';
import {
  ContactFormModal,
  type ContactFormSectionProps as Inputs,
  partsOfOpening,
  type Receipt,
  ContactFormSection as Section,
  useTurn,
  validatorsAt,
} from '../../contact/index.ts';
import type { FormContent } from './fetch-form.ts';

export { type LoadedForm, useForm } from './use-form.ts';

/** What a section on a host's page is drawn from. */
export interface ContactFormSectionProps {
  /** As `useForm` or `fetchForm` gives it: the same object as long as it is the same form. */
  readonly content: FormContent | undefined;
  /** Tells it from other sections of the page, in ids and where its draft is kept. Absent: its turn does; name those that a server draws. */
  readonly name?: string;
  /** Stands in its place until it is there: a link to the form's own page, say. */
  readonly children?: ReactNode;
  /** The address that is sent along; absent: the page's. */
  readonly submissionUrl?: string;
  /** An enquiry was accepted. */
  readonly onSuccess?: (receipt: Receipt) => void;
  /** Widgets of one's own by the names that UI schemas give (docs/own-widgets.md), components of RJSF's `WidgetProps`: the same object each time. */
  readonly widgets?: OwnComponents;
  /** Fields of one's own likewise, components of RJSF's `FieldProps`. */
  readonly fields?: OwnComponents;
}

/** Components by name, whatever props they are declared with: RJSF's types are none of the package's, which would bring RJSF along. */
type OwnComponents = Readonly<Record<string, ComponentType<never>>>;

/** The contact form section on a host's page, or the button that opens it in a dialog: as the form's placement says. */
export function ContactFormSection({ content, name, children, ...own }: ContactFormSectionProps): ReactNode {
  // While another form's parts come, the one that is there stays, with the focus.
  const shown = useDeferredValue(content);
  const turn = useTurn(name);
  if (shown === undefined || turn === undefined) return children;
  if (!shown.form.isShown) return <Hidden reason={shown.hiddenReason} />;
  const { sectionName } = turn;
  return (
    <div className="sw-host" lang={shown.locale} dir={shown.dir}>
      <Suspense fallback={children}>
        <Drawn key={sectionName} content={shown} sectionName={sectionName} {...own} />
      </Suspense>
    </div>
  );
}

/** Nothing, and in the console why. */
function Hidden({ reason }: { readonly reason: string | undefined }): ReactNode {
  useEffect(() => {
    if (reason !== undefined) console.warn(`The contact form section is hidden: ${reason}`);
  }, [reason]);
  return null;
}

/** Loads what drawing a form takes besides what each does: before `renderToString`, which waits for nothing. */
export async function prepareForm(content: FormContent): Promise<void> {
  await partsOf(content, inputsOf(content));
}

interface DrawnProps
  extends Pick<ContactFormSectionProps, 'submissionUrl' | 'onSuccess' | 'widgets' | 'fields'> {
  readonly content: FormContent;
  readonly sectionName: string | undefined;
}

function Drawn({ content, sectionName, submissionUrl, onSuccess, ...own }: DrawnProps): ReactNode {
  const inputs = useMemo(() => inputsOf(content), [content]);
  const parts = partsOf(content, inputs);
  if (parts) use(parts);
  const Form = isBehindButton(content) ? InDialog : InPage;
  return (
    <Form
      {...inputs}
      {...ownParts(own)}
      {...(sectionName !== undefined && { sectionName })}
      {...(submissionUrl !== undefined && { submissionUrl })}
      {...(onSuccess && { onSuccess })}
    />
  );
}

/** They are given what RJSF's props hold, which is what they are written for. */
function ownParts(own: Pick<DrawnProps, 'widgets' | 'fields'>): Pick<Inputs, 'widgets' | 'fields'> {
  return own as Pick<Inputs, 'widgets' | 'fields'>;
}

/** A host draws its page for reasons of its own. */
const InPage = memo(Section);
const InDialog = memo(ContactFormModal);

function inputsOf({ form: { section, placement, validators }, ticket }: FormContent): Inputs {
  return {
    ...section,
    ticket,
    validators: validatorsAt(validators),
    inModal: placement === 'modal',
    isForLanding: placement === 'landing',
  };
}

function isBehindButton({ form }: FormContent): boolean {
  return form.placement === 'modal' && !form.isOpened;
}

const loads = new WeakMap<FormContent, Promise<unknown>>();

/** The same promise for the same form, as React asks for. What does not come is drawn without, and said in the console. */
function partsOf(content: FormContent, inputs: Inputs): Promise<unknown> | undefined {
  const known = loads.get(content);
  if (known) return known;
  const load = partsOfOpening(inputs, isBehindButton(content))?.catch((error: unknown) =>
    console.error('Cannot load what draws the form:', error),
  );
  if (!load) return undefined;
  loads.set(content, load);
  // As React notes it on promises that it waits for: what has arrived is not waited for again, by `renderToString` either.
  load.then(() => Object.assign(load, { status: 'fulfilled', value: undefined }));
  return load;
}
