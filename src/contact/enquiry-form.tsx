import type { ReactNode } from 'react';
import { type Form, type Plan, typeField } from '#engine';
import { EnquiryFields } from '#widgets';
import { isOpen, type Lifecycle } from './lifecycle.ts';
import { ChoicesStatus } from './parts/choices-status.tsx';
import { FormLinks } from './parts/form-links.tsx';
import { ProblemSummary } from './parts/problem-summary.tsx';
import { TrapField } from './parts/trap-field.tsx';
import type { Text } from './text.ts';
import { toldOf } from './told.ts';
import type { Enquiry } from './use-enquiry.ts';

/** The form itself: fields, what is said of them, and the button that sends. */
export function EnquiryForm({
  form,
  enquiry,
  text,
  lang,
}: {
  readonly form: Form;
  readonly enquiry: Enquiry;
  readonly text: Text;
  /** Where the form's language is not the page's. */
  readonly lang: string | undefined;
}): ReactNode {
  const { plan, lifecycle, problems, messageOf, elements, idPrefix } = enquiry;
  const told = toldOf({ form, plan, lifecycle, problems, messageOf, text });
  const isBusy = !isOpen(lifecycle);
  return (
    <form
      id={idPrefix}
      className="sw-form"
      method="post"
      noValidate
      lang={lang}
      onFocus={enquiry.prepare}
      onSubmit={(event) => {
        event.preventDefault();
        void enquiry.submit();
      }}
    >
      <p className="sw-visually-hidden" role="status">
        {announcementOf(lifecycle, plan, text)}
      </p>
      <ChoicesStatus fields={plan.fields} text={text} />
      {told.isSummarised && (
        <ProblemSummary
          title={text('summary.heading', { count: problems.length })}
          problems={problems}
          messageOf={messageOf}
          idPrefix={idPrefix}
          onFollow={(field) => elements.fields.current?.focusField(field) ?? false}
        />
      )}
      <EnquiryFields
        ref={elements.fields}
        form={form}
        plan={plan}
        entered={enquiry.entered}
        problems={problems}
        messageOf={messageOf}
        failure={told.besideField}
        idPrefix={idPrefix}
        handOn={enquiry.handOn}
        check={enquiry.validators}
        onEnter={enquiry.onEnter}
        onInput={enquiry.onInput}
        photos={enquiry.photos}
      />
      <TrapField />
      {told.aboveButton.length > 0 && (
        <div ref={elements.alert} className="sw-alert" role="alert" tabIndex={-1}>
          <div>
            {told.aboveButton.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </div>
      )}
      <FormLinks links={plan.type?.links ?? []} idPrefix={idPrefix} text={text} />
      <div className="sw-actions">
        <button
          type="submit"
          className={`sw-button sw-button--primary${isBusy ? ' sw-button--busy' : ''}`}
          disabled={isBusy || enquiry.isAwaitingPhotos}
        >
          {plan.submitLabel}
        </button>
      </div>
    </form>
  );
}

/** What those who hear the page are told, once. */
function announcementOf(lifecycle: Lifecycle, plan: Plan, text: Text): string {
  switch (lifecycle.state) {
    case 'editing':
      if (lifecycle.refusedCount !== undefined)
        return text('announce.problems', { count: lifecycle.refusedCount });
      return lifecycle.isNewType ? text('announce.type-changed', { type: typeLabelOf(plan) }) : '';
    case 'submitting':
      return text('announce.sending');
    case 'checking':
    case 'error':
    case 'success':
      return '';
  }
}

function typeLabelOf({ fields, type }: Plan): string {
  const { options = [] } = fields.find(({ name }) => name === typeField) ?? {};
  return options.find(({ value }) => value === type?.id)?.label ?? '';
}
