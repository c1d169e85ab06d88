import { type FormEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PageData } from '../page-data.ts';
import { SelectField } from './controls.tsx';
import { FormStateProvider } from './form-state.tsx';
import { GeneralFields } from './general-fields.tsx';
import { focusFirstProblem, listProblems } from './problems.ts';
import { fetchFutureEventTitles, sendForm } from './send.ts';
import { event, type Problems, service, serviceOfType, type Values, valuation } from './types.ts';
import { ValuationFields } from './valuation-fields.tsx';

type State = 'editing' | 'sending' | 'failed' | 'sent';

/**
 * The contact form as one would write it for this site only: one state for all values, so that they survive a
 * change of type, and the browser's validation with custom messages beside the fields.
 */
export function ContactForm({ data, children }: { readonly data: PageData; readonly children?: ReactNode }) {
  const { domain, selectedOffice } = data;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({
    enquiry_type: String(service),
    office_location: String(selectedOffice),
  });
  const [problems, setProblems] = useState<Problems>({});
  const [isChecked, setChecked] = useState(false);
  const [state, setState] = useState<State>('editing');
  const [key, setKey] = useState(createKey);
  const change = useCallback((name: string, value: string) => {
    setValues((others) => ({ ...others, [name]: value }));
    setKey(createKey);
  }, []);

  // After the first submit, problems disappear as they are fixed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is judged as it was drawn with these values
  useEffect(() => {
    if (isChecked && form.current) setProblems(listProblems(form.current));
  }, [isChecked, values]);

  const type = Number(values.enquiry_type);
  const choices = useChoices(data, type);
  const titles = useEventTitles(domain, type === event);

  async function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const { currentTarget } = submitted;
    const found = listProblems(currentTarget);
    setChecked(true);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusFirstProblem(currentTarget, found);
    setState('sending');
    await sendForm(currentTarget, domain, key).then(
      () => setState('sent'),
      () => setState('failed'),
    );
  }

  if (state === 'sent') return <ThankYou />;
  const failure = state === 'failed' ? { name: 'There was a problem. Please try again.' } : undefined;
  return (
    <section id="ContactFormSection" className="form-section">
      <h2>Tell us what she needs</h2>
      <p>The more exactly you describe it, the better we can plan the work and the tide.</p>
      <FormStateProvider value={{ values, problems: failure ?? problems, change }}>
        <form ref={form} className="form" method="post" noValidate onSubmit={submit}>
          <SelectField
            name="enquiry_type"
            label="What is it about?"
            isWide
            isRequired
            choices={choices.types}
          />
          {choices.offices.length > 0 && (
            <SelectField
              name="office_location"
              label="Office"
              isWide
              isRequired
              placeholder="Choose an office"
              choices={choices.offices}
            />
          )}
          {type === valuation ? (
            <ValuationFields />
          ) : (
            <GeneralFields type={type} models={choices.models} titles={titles} />
          )}
          {children}
          <button type="submit" className="send" disabled={state === 'sending'}>
            {type === valuation ? 'Submit' : 'Send message'}
          </button>
        </form>
      </FormStateProvider>
    </section>
  );
}

function useChoices({ enquiryTypes, offices, models }: PageData, type: number) {
  return {
    types: useMemo(() => enquiryTypes.map(({ id, label }) => ({ value: id, label })), [enquiryTypes]),
    offices: useMemo(() => {
      const wanted = serviceOfType[type];
      if (wanted === undefined) return [];
      return offices
        .filter(({ services }) => services.includes(wanted))
        .map(({ id, label }) => ({ value: id, label }));
    }, [offices, type]),
    models: useMemo(() => models.map((name) => ({ value: name, label: name })), [models]),
  };
}

function useEventTitles(domain: string, isWanted: boolean) {
  const [titles, setTitles] = useState<readonly string[]>();
  useEffect(() => {
    if (isWanted && titles === undefined) fetchFutureEventTitles(domain).then(setTitles, () => setTitles([]));
  }, [domain, isWanted, titles]);
  return useMemo(() => titles?.map((title) => ({ value: title, label: title })), [titles]);
}

function ThankYou() {
  return (
    <section id="ContactFormSection" className="form-section" role="status">
      <h2>Thank you. She is on our list</h2>
      <p>The service yard answers within one working day with a first view and a date.</p>
    </section>
  );
}

/** One for each enquiry, so that a repeat creates no second one. */
function createKey(): string {
  return crypto.randomUUID();
}
