import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import {
  type FieldPlan,
  type Form,
  getWidgetBehaviour,
  isUploadWidget,
  type Plan,
  type TextFormatter,
  typeField,
} from '#engine';
import type { FormStep } from '#engine/resolve/steps.ts';
import { formatAnswer } from '#engine/texts/format-answer.ts';
import { maskAnswer } from '#engine/texts/masked-answer.ts';
import { noPhotos, type PhotoLists, type PhotosController } from '#widgets/photos/photos.ts';
import type { PostedPhoto } from '../section-data.ts';
import { StepLink, type StepLinkContext } from './step-link.tsx';
import { getStepTexts } from './step-texts.ts';

export interface CheckAnswersProps {
  readonly form: Form;
  /** The plan of the whole form. */
  readonly plan: Plan;
  readonly steps: readonly FormStep[];
  /** The photos that were added on this page. */
  readonly photos: PhotosController;
  /** The photos that earlier posts stored. */
  readonly stored: readonly PostedPhoto[];
  /** The way in which links to steps work. */
  readonly going: StepLinkContext;
  readonly headingLevel: 2 | 3 | 4;
  readonly text: TextFormatter;
}

/**
 * Renders the last step: all answers as text, grouped by step. Each has a link to change it, unless it is
 * fixed. Steps without shown answers are left out.
 */
export function CheckAnswers(props: CheckAnswersProps): ReactNode {
  const { form, plan, steps, photos, headingLevel, text } = props;
  const lists = useSyncExternalStore(photos.subscribe, photos.getSnapshot, () => noPhotos);
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="sw-answers">
      {steps.map((step) => {
        const fields = plan.fields.filter(
          (field) => step.fields.includes(field.name) && isShownAnswer(field),
        );
        if (fields.length === 0) return null;
        return (
          <Fragment key={step.name}>
            <Heading className="sw-answers-title">
              {getStepTexts({ form, plan, steps, at: step.name, text }).title}
            </Heading>
            <dl className="sw-answers-list">
              {fields.map((field) => (
                <AnswerRow key={field.name} step={step.name} field={field} lists={lists} {...props} />
              ))}
            </dl>
          </Fragment>
        );
      })}
    </div>
  );
}

/**
 * Returns true if the last step shows the answer. It omits fields that are not shown, and an enquiry type
 * without alternatives.
 */
function isShownAnswer({ name, visibility, definition, options = [] }: FieldPlan): boolean {
  if (name === typeField && options.length < 2) return false;
  return visibility === 'shown' && definition.widget !== 'hidden';
}

/**
 * Renders the label of a field, its answer or the text for no answer, and the link to change it. A fixed
 * field has no link.
 */
function AnswerRow({
  step,
  field,
  lists,
  going,
  text,
  ...props
}: CheckAnswersProps & {
  readonly step: string;
  readonly field: FieldPlan;
  readonly lists: PhotoLists;
}): ReactNode {
  const answerText = formatFieldAnswer(field, { ...props, text, lists, going });
  return (
    <div className="sw-answer">
      <dt>{field.label}</dt>
      {answerText === undefined ? (
        <dd className="sw-answer-none">{text('check.empty')}</dd>
      ) : (
        <dd>
          {getWidgetBehaviour(field.definition.widget).isLeftToRight ? (
            <bdi dir="ltr">{answerText}</bdi>
          ) : (
            answerText
          )}
        </dd>
      )}
      {field.fixed === undefined && (
        <dd className="sw-answer-change">
          <StepLink
            going={going}
            place={{ step, isChange: true }}
            field={field.name}
            className="sw-button sw-button--quiet"
          >
            {text('check.change')}
            <span className="sw-visually-hidden"> {field.label}</span>
          </StepLink>
        </dd>
      )}
    </div>
  );
}

/**
 * Returns the answer of a field as text, masked if it is secret. For photos it returns their names, one per
 * line, without those whose upload failed. Undefined if there is no answer.
 */
function formatFieldAnswer(
  field: FieldPlan,
  { form, plan, stored, lists }: CheckAnswersProps & { readonly lists: PhotoLists },
): string | undefined {
  const { name, value, definition } = field;
  if (isUploadWidget(definition.widget)) {
    const names = [
      ...stored.filter((photo) => photo.field === name).map((photo) => photo.name),
      ...(lists[name] ?? []).filter(({ state }) => state !== 'error').map((photo) => photo.name),
    ];
    return names.length === 0 ? undefined : names.join('\n');
  }
  if (value === undefined) return undefined;
  return formatAnswer({ form, plan }, field, maskAnswer(plan, field, value));
}
