import { memo, type ReactNode } from 'react';
import type { Choice } from '../controls/control-props.ts';
import { widgets } from '../controls/widget-table.ts';
import type { FieldView } from '../fields/field-view.ts';
import { controlId, controlName } from '../fields/pointer.ts';
import { useFields, useFieldView } from '../fields/use-fields.ts';
import { FieldFrame } from './field-frame.tsx';

/** A field of the plan. */
export interface FieldControlProps {
  readonly field: string;
  /** What its schema offers, where the plan offers nothing: the items of a list. */
  readonly choices?: readonly Choice[] | undefined;
}

/** A field of the plan, drawn: hears of its own changes alone. */
export const FieldControl = memo(function FieldControl({ field, choices }: FieldControlProps): ReactNode {
  const view = useFieldView(field);
  const fields = useFields();
  if (view === undefined || view.plan.visibility === 'hidden') return null;
  const { plan, problem, failure } = view;
  const { definition } = plan;
  const { control: Control, frame } = widgets[definition.widget];
  if (definition.widget === 'photos' && fields.drawPhotos === undefined) return null;
  const id = controlId(fields.idPrefix, field);
  const marksPlaceholder = definition.requiredMark === 'placeholder' && plan.isRequired;
  return (
    <FieldFrame
      id={id}
      kind={frame}
      label={plan.label}
      isMarked={plan.isRequired && !marksPlaceholder}
      hint={frame === 'terms' ? (fields.fieldText(field, 'disclaimer') ?? plan.hint) : plan.hint}
      problem={problem}
      failure={failure}
      isRequired={plan.isRequired}
      isWide={definition.isWide}
      isConcealed={plan.visibility === 'concealed'}
    >
      {(describedBy) => (
        <Control
          {...controlOf(view)}
          id={id}
          path={[field]}
          name={controlName(field)}
          choices={plan.options ?? choices ?? none}
          placeholder={
            marksPlaceholder
              ? `${plan.placeholder ?? plan.label} ${fields.text('required-mark')}`
              : plan.placeholder
          }
          describedBy={describedBy}
          enter={(value) => fields.store.change([field], value)}
          input={(value) => fields.store.input([field], value)}
        />
      )}
    </FieldFrame>
  );
});

function controlOf({ plan, entered, problem, isDisabled }: FieldView) {
  const { definition } = plan;
  return {
    widget: definition.widget,
    kind: definition.kind,
    label: plan.label,
    value: plan.value,
    entered,
    isLoading: plan.optionsState === 'loading',
    autocomplete: definition.autocomplete,
    inputMode: definition.inputMode,
    bounds: plan.bounds ?? {},
    limits: plan.limits ?? {},
    isRequired: plan.isRequired,
    isInvalid: problem !== undefined,
    isDisabled,
  };
}

const none: readonly Choice[] = [];
