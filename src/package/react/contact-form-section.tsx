import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { memoizeByObject } from '#engine/model/memoize.ts';
import {
  createValidatorSource,
  getPlacedSectionProps,
  isOpenedByButton,
  type Receipt,
  useUniqueSectionName,
} from '../../contact/index.ts';
import { loadPrefill } from '../../contact/prefill/load-prefill.ts';
import type { FormContent } from './fetch-form.ts';
import { FormSection, type HostedForm, loadModules, type OwnComponentProps } from './form-section.tsx';
import { type HydrationMode, useSectionHydration } from './use-section-hydration.ts';

export interface ContactFormSectionProps extends OwnComponentProps {
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
  /**
   * The values that fields have at first, by their names, if their UI schema has `"ui:prefill": true`; judged as those
   * of a link are, so others are ignored. With it the browser draws the section, not a server. Later changes have no
   * effect, and a draft of this tab takes precedence.
   */
  readonly prefill?: Readonly<Record<string, string | number | boolean>>;
  /** The page address that is sent with the enquiry. Absent: the address of the current page. */
  readonly submissionUrl?: string;
  /** Called after an enquiry was accepted. */
  readonly onSuccess?: (receipt: Receipt) => void;
  /** False: no draft is stored. The tab's session storage has it otherwise, by path and `name`, until the form is sent. */
  readonly hasDraft?: boolean;
  /**
   * The time at which a section that a server has rendered becomes interactive: with its page (`load`, the
   * default), or when a visitor is about to use it (`intent`).
   */
  readonly hydrate?: HydrationMode;
}

/**
 * Renders the contact form section, or a button that opens it in a dialog if the form's placement is `modal`.
 * Renders `children` until the form and its modules are loaded. If the form is hidden, renders the text of a closed
 * form, else nothing. While another form loads, the former one stays visible.
 */
export function ContactFormSection({
  content,
  name,
  children,
  submissionUrl,
  onSuccess,
  widgets,
  fields,
  hasDraft,
  prefill,
  hydrate = 'load',
}: ContactFormSectionProps): ReactNode {
  // While the modules of another form load, the current form stays visible and focused.
  const deferred = useDeferredValue(content);
  const shown = usePrefilledContent(deferred, prefill);
  const uniqueName = useUniqueSectionName(name);
  const sectionName = uniqueName?.sectionName;
  const { host, delay, isDelayed } = useSectionHydration({
    mode: hydrate,
    content: shown?.form.isShown ? shown : undefined,
    sectionName,
    prepareForm: loadContentModules,
  });
  // The same element as long as nothing changes: this component renders again when it is hydrated, and React 18
  // replaces the section if it is updated before it is hydrated.
  const section = useMemo(() => {
    if (shown === undefined) return undefined;
    const own = { submissionUrl, onSuccess, widgets, fields, hasDraft };
    return (
      <div ref={host} className="sw-host" lang={shown.locale} dir={shown.dir}>
        <Suspense fallback={children}>
          <FormSection
            key={sectionName}
            hosted={toHostedForm(shown)}
            sectionName={sectionName}
            host={host}
            delay={delay}
            {...own}
          />
        </Suspense>
      </div>
    );
  }, [shown, sectionName, children, host, delay, submissionUrl, onSuccess, widgets, fields, hasDraft]);
  const [firstSection] = useState(section);
  if (shown === undefined || uniqueName === undefined) return children;
  if (!shown.form.isShown) return <HiddenForm content={shown} />;
  return isDelayed ? firstSection : section;
}

/**
 * Returns the content with the values that `prefill` gives its fields; undefined while they are judged. Returns the
 * content itself without `prefill`. The values are those of the first render.
 */
function usePrefilledContent(
  content: FormContent | undefined,
  prefill: ContactFormSectionProps['prefill'],
): FormContent | undefined {
  const [query] = useState(() => prefill && toQuery(prefill));
  const [filled, setFilled] = useState<{ readonly from: FormContent; readonly content: FormContent }>();
  useEffect(() => {
    if (content === undefined || query === undefined) return;
    let isLeft = false;
    const { form } = content;
    const inputs = getPlacedSectionProps(form, createValidatorSource(form.validators));
    void loadPrefill(inputs, query).then(({ initialValues }) => {
      const whole = initialValues ? { ...content, form: { ...form, prefill: initialValues } } : content;
      if (!isLeft) setFilled({ from: content, content: whole });
    });
    return () => {
      isLeft = true;
    };
  }, [content, query]);
  if (query === undefined || content?.form.isShown === false) return content;
  return filled !== undefined && filled.from === content ? filled.content : undefined;
}

/** Returns the values as the query of a link. */
function toQuery(values: NonNullable<ContactFormSectionProps['prefill']>): string {
  return `${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`;
}

/** Renders the text of a closed form, else nothing. Logs the reason, if there is one, to the console. */
function HiddenForm({
  content: { hiddenReason, form, locale, dir },
}: {
  readonly content: FormContent;
}): ReactNode {
  useEffect(() => {
    if (hiddenReason !== undefined) console.warn(`The contact form section is hidden: ${hiddenReason}`);
  }, [hiddenReason]);
  if (form.closedText === undefined) return null;
  return (
    <div className="sw-host" lang={locale} dir={dir}>
      <p className="sw-closed">{form.closedText}</p>
    </div>
  );
}

/** Returns the form of a server as a hosted one: the same object for the same content. */
export const toHostedForm = memoizeByObject(
  ({ form, ticket }: FormContent): HostedForm => ({
    inputs: {
      ...getPlacedSectionProps(form, createValidatorSource(form.validators)),
      ...(ticket !== undefined && { ticket }),
    },
    isBehindButton: isOpenedByButton(form),
  }),
);

/** Loads the modules that rendering the form of a server needs. Never rejects. */
async function loadContentModules(content: FormContent): Promise<void> {
  await loadModules(toHostedForm(content));
}
