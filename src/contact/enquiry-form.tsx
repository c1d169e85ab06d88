import { Fragment, type ReactNode } from 'react';
import { type Form, type Plan, typeField } from '#engine';
import { EnquiryFields } from '#widgets';
import type { PhotosPort } from '#widgets/photos/port.ts';
import { isOpen, type Lifecycle } from './lifecycle.ts';
import { ChoicesStatus } from './parts/choices-status.tsx';
import { FormLinks } from './parts/form-links.tsx';
import { KeptPhotos } from './parts/kept-photos.tsx';
import { PostFields } from './parts/post-fields.tsx';
import { ProblemSummary } from './parts/problem-summary.tsx';
import { TrapField } from './parts/trap-field.tsx';
import type { Post } from './props.ts';
import type { PostedPhoto } from './section-data.ts';
import type { Text } from './text.ts';
import { toldOf } from './told.ts';
import type { Enquiry } from './use-enquiry.ts';
import { useHasScripts } from './use-hydration.ts';

/** The form itself: fields, what is said of them, and the button that sends. */
export function EnquiryForm({
  form,
  enquiry,
  post,
  ticket,
  text,
  lang,
}: {
  readonly form: Form;
  readonly enquiry: Enquiry;
  /** Where the form may also be posted as it is. */
  readonly post: Post | undefined;
  readonly ticket: string | undefined;
  readonly text: Text;
  /** Where the form's language is not the page's. */
  readonly lang: string | undefined;
}): ReactNode {
  const { plan, lifecycle, problems, messageOf, elements, idPrefix } = enquiry;
  const hasScripts = useHasScripts();
  const isPosting = post !== undefined && !hasScripts;
  const answer = isPosting ? post.answer : undefined;
  const told = toldOf({ form, plan, lifecycle, problems, messageOf, isPosted: answer !== undefined, text });
  const isBusy = !isOpen(lifecycle);
  return (
    <form
      id={idPrefix}
      className={classOf({ isPosting, isAnswer: answer !== undefined })}
      method="post"
      encType={takesPhotos(plan) ? 'multipart/form-data' : undefined}
      noValidate
      lang={lang}
      onFocus={enquiry.prepare}
      onSubmit={(event) => {
        event.preventDefault();
        void enquiry.submit();
      }}
    >
      {isPosting && <PostFields post={post} ticket={ticket} plan={plan} text={text} />}
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
          takesFocus={answer !== undefined}
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
        commitOn={enquiry.commitOn}
        check={enquiry.validators}
        onChange={enquiry.onChange}
        onInput={enquiry.onInput}
        photos={answer ? withKept(enquiry.photos, { kept: answer.photos, idPrefix, text }) : enquiry.photos}
        isPosting={isPosting}
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

/** Whether scripts send the form, may still come to do so, or will not: the page that answers a post has none. */
function classOf({
  isPosting,
  isAnswer,
}: {
  readonly isPosting: boolean;
  readonly isAnswer: boolean;
}): string {
  if (!isPosting) return 'sw-form';
  return isAnswer ? 'sw-form sw-form--posted' : 'sw-form sw-form--awaited';
}

function takesPhotos({ fields }: Plan): boolean {
  return fields.some(
    ({ definition, visibility }) => definition.widget === 'photos' && visibility !== 'hidden',
  );
}

interface Kept {
  readonly kept: readonly PostedPhoto[];
  readonly idPrefix: string;
  readonly text: Text;
}

function withKept(photos: PhotosPort, { kept, ...drawing }: Kept): Pick<PhotosPort, 'draw'> {
  return {
    draw: (slot) => (
      <Fragment key={slot.field}>
        <KeptPhotos photos={kept} field={slot.field} {...drawing} />
        {photos.draw(slot)}
      </Fragment>
    ),
  };
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
